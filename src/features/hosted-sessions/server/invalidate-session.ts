import type { TenantSql } from '#database/tenant.ts';
import { cancelSuspended } from '#features/payments/server/settle.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { Reply, handleWithoutTransaction } from '#server/handler.ts';
import type { PaymentServices } from '#features/payments/server/payment-context.ts';
import { invalidateSession as endpoint } from '../endpoints.ts';
import { invalidateSession as schemas } from '../schemas.ts';
import { sessionStatus } from '../session-status.ts';
import { type HostedCode, hostedFailure } from './session/hosted-problem.ts';
import { endSession, lockSession, storedSession } from './session/session-store.ts';

/** Idempotent. Rejected while the payment is with the processor, because its result is unknown. */
export const invalidateSession = handleWithoutTransaction<typeof endpoint, PaymentServices>(
  endpoint,
  schemas,
  async (ctx) => {
    const { path, resource, inTenant, caller, request, services, now } = ctx;
    const refused = await inTenant(async (sql) => {
      const code = await invalidate(sql, services, path.sessionId, resource.installationId, now);
      await auditAction(sql, {
        by: { caller, request, now },
        companyId: resource.companyId,
        organisationId: resource.installationId,
        act: endpoint.name,
        objectKind: 'hostedSession',
        objectId: path.sessionId,
        outcome: code ? `refused: ${code}` : 'allowed',
      });
      return code;
    });
    if (!refused) return { status: 'SUCCESS' as const };
    return new Reply(refused === 'exception.sessionState.noSession' ? 404 : 409, hostedFailure(refused));
  },
);

async function invalidate(
  sql: TenantSql,
  services: PaymentServices,
  sessionId: string,
  installationId: number | undefined,
  now: Date,
): Promise<HostedCode | undefined> {
  await lockSession(sql, sessionId);
  const session = await storedSession(sql, sessionId);
  if (!session || session.installationId !== installationId) return 'exception.sessionState.noSession';
  const { transactionState } = sessionStatus(session, now);
  if (transactionState === 'PROCESSING') return 'exception.sessionState.processing';
  if (transactionState === 'PENDING' && session.txnId !== null) {
    // The payment resumed in the meantime and is being processed.
    if (!(await cancelSuspended(sql, { services, companyId: session.companyId, txnId: session.txnId, now })))
      return 'exception.sessionState.processing';
  }
  await endSession(sql, sessionId, 'INVALIDATED');
  return undefined;
}
