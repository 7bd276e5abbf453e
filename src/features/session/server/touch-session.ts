import { handle } from '#server/handler.ts';
import { touchSession as touch } from '#server/session-store.ts';
import { touchSession as call } from '../calls.ts';

export const touchSession = handle(call, async ({ sql, caller, now }) => {
  if (caller.session) await touch(sql, caller.session.tokenHash, now);
  return undefined;
});
