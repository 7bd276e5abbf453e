import { problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { endSessions } from '#server/auth/session-store.ts';
import { endSession as endpoint } from '../endpoints.ts';

/** Somebody else's session does not exist for the caller. */
export const endSession = handle(endpoint, async ({ sql, caller, path, request, now }) => {
  const ended = await endSessions(sql, caller.id, { sessionId: path.sessionId });
  if (ended === 0) throw problems.notFound();
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: caller.tenantIds.length === 1 ? caller.tenantIds[0] : null,
    act: 'endSession',
    objectKind: 'session',
    objectId: path.sessionId,
  });
  return undefined;
});
