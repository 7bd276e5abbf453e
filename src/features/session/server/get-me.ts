import { handle } from '#server/handler.ts';
import { getMe as endpoint } from '../endpoints.ts';
import { buildLoginResult, userById } from './user-store.ts';

export const getMe = handle(endpoint, async ({ sql, caller }) =>
  buildLoginResult(sql, await userById(sql, caller.id)),
);
