import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { followUpTransaction } from '#features/payments/payments/server/follow-up.ts';
import type { PaymentContext, PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import type { Decision } from '#shared/payments/review-task.ts';
import { type TaskToDecide, claimTask } from './db/claim-task.ts';

/** The user who decides; 'system' for the clock. */
interface Decider {
  decision: Decision;
  by: string;
  /** The id of a reviewer, for the audit log. */
  userId?: string;
  comment?: string | null;
  /** The clock's decline leaves the original EXPIRED, not VOIDED. */
  expires?: boolean;
  ip?: string;
  requestId?: string;
  /** Runs in the transaction that claims the task. False rolls it back. */
  inClaim?: (sql: TenantSql) => Promise<boolean>;
}

/**
 * Captures or releases a deferred transaction (docs/domain.md#deferral). The task is claimed in the transaction that stores
 * the follow-up and closed by its settlement. Returns the follow-up's reason code. V020: another worker, a reviewer or the
 * merchant has decided the task.
 */
export async function decideTask(
  services: PaymentServices,
  task: TaskToDecide,
  decider: Decider,
): Promise<Result<string, Refusal<'V020'>>> {
  const { companyId, merchantId, installationId, merchantPath, taskId, txnId: originalId } = task;
  const { decision, by, userId = by, comment = null, expires = false, ip = '', requestId } = decider;
  const context: PaymentContext = {
    services,
    now: services.clock.now(),
    companyId,
    merchantId,
    installationId,
    merchantPath,
    program: 'portal',
    actor: by === 'system' ? { kind: 'system', id: 'queue' } : { kind: 'user', id: userId },
    ip,
    requestId: requestId ?? `task:${taskId}:${task.version}`,
    decision: { expires },
    claimFor: async (sql, txnId) => {
      const claim = { decision, txnId, by, comment, now: services.clock.now() };
      const isClaimed = (await claimTask(sql, task, claim)) && ((await decider.inClaim?.(sql)) ?? true);
      return isClaimed ? ok(async () => {}) : refuse('V020');
    },
    inTenant: (work) => inTenant(services.database, [companyId], work),
  };
  const action = decision === 'accept' ? 'capture' : 'cancel';
  const reply = await followUpTransaction(context, action, originalId, { transaction: undefined });
  return reply.refusedClaim === undefined ? ok(reply.body.outcome?.reasonCode ?? '') : refuse('V020');
}
