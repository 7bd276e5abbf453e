import { handle } from '#server/handler.ts';
import { touchSession as touch } from '#server/auth/session-store.ts';
import { touchSession as endpoint } from '../endpoints.ts';

export const touchSession = handle(endpoint, async ({ sql, caller, now }) => {
  if (caller.session) await touch(sql, caller.session.tokenHash, now);
  return undefined;
});
