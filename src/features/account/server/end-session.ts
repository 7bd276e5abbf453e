import { problems } from '#contract/problem.ts';
import { recordAct } from '#server/audit.ts';
import { handle } from '#server/handler.ts';
import { endSessions } from '#server/session-store.ts';
import { endSession as call } from '../calls.ts';

/** Somebody else's session does not exist for the caller. */
export const endSession = handle(call, async ({ sql, caller, path, request, now }) => {
  const ended = await endSessions(sql, caller.id, { sessionId: path.sessionId });
  if (ended === 0) throw problems.notFound();
  await recordAct(sql, {
    by: { caller, request, now },
    companyId: caller.companies.length === 1 ? caller.companies[0] : null,
    act: 'endSession',
    objectKind: 'session',
    objectId: path.sessionId,
  });
  return undefined;
});
