import { handle } from '#server/handler.ts';
import { getMe as call } from '../calls.ts';
import { loginResultOf, userById } from './user-store.ts';

export const getMe = handle(call, async ({ sql, caller }) =>
  loginResultOf(sql, await userById(sql, caller.id)),
);
