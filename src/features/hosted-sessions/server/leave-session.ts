import { inTenant } from '#database/tenant.ts';
import { cancelSuspended } from '#features/payments/server/pipeline/end-transaction.ts';
import { recordAudit } from '#server/audit.ts';
import { handlePublic } from '#server/handler.ts';
import { leaveSession as call } from '../calls.ts';
import { standingOf } from '../session-standing.ts';
import { pageSession } from './session/page-session.ts';
import { pageViewOf } from './session/page-view.ts';
import { endSession, lockSession, storedSession } from './session/session-store.ts';

/** Ends what is open; what is with the processor or has ended stays as it is. */
export const leaveSession = handlePublic(call, async (ask) => {
  const { services, request, now } = ask;
  const { companyId, sessionId, installationId } = await pageSession(ask);
  await inTenant(services.database, [companyId], async (sql) => {
    await lockSession(sql, sessionId);
    const session = await storedSession(sql, sessionId);
    if (!session) return;
    const { sessionState, transactionState } = standingOf(session, now);
    if (sessionState !== 'CREATED' && sessionState !== 'STARTED') return;
    if (transactionState === 'PROCESSING') return;
    const isWaiting = transactionState === 'PENDING' && session.txnId !== null;
    if (isWaiting && !(await cancelSuspended(sql, companyId, session.txnId ?? 0, now))) return;
    await endSession(sql, sessionId, 'TERMINATED');
    await recordAudit(sql, {
      at: now,
      companyId,
      organisationId: installationId,
      actorKind: 'system',
      actor: 'hosted-page',
      ip: request.ip,
      act: call.name,
      objectKind: 'hostedSession',
      objectId: sessionId,
      outcome: 'allowed',
      requestId: request.id,
    });
  });
  return pageViewOf(await pageSession(ask), now, services.config);
});
