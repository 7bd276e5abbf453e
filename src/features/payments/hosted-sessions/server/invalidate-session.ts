import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import type { TenantSql } from '#database/tenant.ts';
import { cancelSuspended } from '#features/payments/payments/server/settle.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { Reply, handleWithoutTransaction } from '#server/handler.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { invalidateSession as endpoint } from '../endpoints.ts';
import { invalidateSession as schemas } from '../schemas.ts';
import { sessionStatus } from '../session-status.ts';
import { type HostedCode, hostedFailure } from './session/hosted-problem.ts';
import { endSession, lockSession, loadStoredSession } from './hosted-session-table.ts';

/** Idempotent. Rejected while the payment is with the processor, because its result is unknown. */
export const invalidateSession = handleWithoutTransaction<typeof endpoint, PaymentServices>(
  endpoint,
  schemas,
  async (ctx) => {
    const { path, resource, inTenant, caller, request, services, now } = ctx;
    const invalidated = await inTenant(async (sql) => {
      const invalidated = await invalidate(sql, services, path.sessionId, resource.installationId, now);
      await auditAction(sql, {
        by: { caller, request, now },
        companyId: resource.companyId,
        organisationId: resource.installationId,
        act: endpoint.name,
        objectKind: 'hostedSession',
        objectId: path.sessionId,
        outcome: invalidated.ok ? 'allowed' : `refused: ${invalidated.code}`,
      });
      return invalidated;
    });
    if (invalidated.ok) return { status: 'SUCCESS' as const };
    const status = invalidated.code === 'exception.sessionState.noSession' ? 404 : 409;
    return new Reply(status, hostedFailure(invalidated));
  },
);

async function invalidate(
  sql: TenantSql,
  services: PaymentServices,
  sessionId: string,
  installationId: number | undefined,
  now: Date,
): Promise<Result<undefined, Refusal<HostedCode>>> {
  await lockSession(sql, sessionId);
  const session = await loadStoredSession(sql, sessionId);
  if (!session || session.installationId !== installationId)
    return refuse('exception.sessionState.noSession');
  const { transactionState } = sessionStatus(session, now);
  if (transactionState === 'PROCESSING') return refuse('exception.sessionState.processing');
  if (transactionState === 'PENDING' && session.txnId !== null) {
    // The payment resumed in the meantime and is being processed.
    if (!(await cancelSuspended(sql, { services, companyId: session.companyId, txnId: session.txnId, now })))
      return refuse('exception.sessionState.processing');
  }
  await endSession(sql, sessionId, 'INVALIDATED');
  return ok(undefined);
}
