import { inTenant } from '#database/tenant.ts';
import { cancelSuspended } from '#features/payments/payments/server/settle.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { handlePublic } from '#server/handler.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { leaveSession as endpoint } from '../endpoints.ts';
import { leaveSession as schemas } from '../schemas.ts';
import { sessionStatus } from '../session-status.ts';
import { loadSession } from './session/page-session.ts';
import { buildPageView } from './session/page-view.ts';
import { endSession, lockSession, loadStoredSession } from './db/hosted-session.ts';

/** Ends an open session. A payment at the processor and an ended session stay unchanged. */
export const leaveSession = handlePublic<typeof endpoint, PaymentServices>(endpoint, schemas, async (ctx) => {
  const { services, request, now } = ctx;
  const { companyId, sessionId, installationId } = await loadSession(ctx);
  await inTenant(services.database, [companyId], async (sql) => {
    await lockSession(sql, sessionId);
    const session = await loadStoredSession(sql, sessionId);
    if (!session) return;
    const { sessionState, transactionState } = sessionStatus(session, now);
    if (sessionState !== 'CREATED' && sessionState !== 'STARTED') return;
    if (transactionState === 'PROCESSING') return;
    const isWaiting = transactionState === 'PENDING' && session.txnId !== null;
    if (isWaiting && !(await cancelSuspended(sql, { services, companyId, txnId: session.txnId ?? 0, now })))
      return;
    await endSession(sql, sessionId, 'TERMINATED');
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      organisationId: installationId,
      actorKind: 'system',
      actor: 'hosted-page',
      ip: request.ip,
      act: endpoint.name,
      objectKind: 'hostedSession',
      objectId: sessionId,
      outcome: 'allowed',
      requestId: request.id,
    });
  });
  return buildPageView(await loadSession(ctx), now, services.config);
});
