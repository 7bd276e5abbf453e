import { type TenantSql, inTenant } from '#database/tenant.ts';
import { followUpTransaction } from '#features/payments/server/follow-up.ts';
import type { PaymentContext, PaymentServices } from '#features/payments/server/payment-context.ts';
import type { Decision } from '../task.ts';
import { type TaskToDecide, claimTask } from './store/claim-task.ts';

/** Who decides: the clock is 'system'. */
interface Decider {
  decision: Decision;
  by: string;
  /** Of a reviewer, for the audit log. */
  userId?: string;
  comment?: string | null;
  /** The clock's decline leaves the original EXPIRED, not VOIDED. */
  expires?: boolean;
  ip?: string;
  requestId?: string;
  /** Runs in the transaction that claims the task. */
  inClaim?: (sql: TenantSql) => Promise<void>;
}

/**
 * Captures or releases a deferred transaction (docs/domain.md#deferral). The task is claimed in the transaction that stores
 * the follow-up and closed by its settlement. Returns the reason code, a refusal's too. Throws TaskTaken.
 */
export async function decideTask(
  services: PaymentServices,
  task: TaskToDecide,
  decider: Decider,
): Promise<string> {
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
      await claimTask(sql, task, { decision, txnId, by, comment, now: services.clock.now() });
      await decider.inClaim?.(sql);
      return async () => {};
    },
    inTenant: (work) => inTenant(services.database, [companyId], work),
  };
  const action = decision === 'accept' ? 'capture' : 'cancel';
  const { body } = await followUpTransaction(context, action, originalId, { transaction: undefined });
  return body.outcome?.reasonCode ?? '';
}
