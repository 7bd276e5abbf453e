import type { TenantSql } from '#database/tenant.ts';
import type { Callback } from '#features/payments/request/callbacks.ts';
import { addMs } from '#server/clock.ts';
import { renderOperation } from '../response/render-payment.ts';
import { doOrQueue } from '../response/settlement-work.ts';
import { endTransaction } from '../end-transaction.ts';
import type { PaymentReply } from '../payment-context.ts';
import { saveResponse, releaseDuplicateGuard } from '../store/idempotency-keys.ts';
import { sendCallback, questionAbout } from './send-callback.ts';
import { suspendPayment } from './suspension/suspend-payment.ts';
import type { SettlementContext } from './reverse.ts';

const codes = { CANCEL: 'C101', INVALID_RESPONSE: 'C104', TIMEOUT: 'A111' } as const;
type Refusing = keyof typeof codes;

/**
 * Asks the shop about a payment that is written down, and of which the processor has not heard. Answers nothing when
 * it may go on, and that is written down first: from then on the processor may have it.
 */
export async function preAuthCallback(
  at: SettlementContext,
  txnId: number,
  target: Callback,
): Promise<PaymentReply | undefined> {
  const about = await at.inTenant((sql) => questionAbout(sql, at, txnId));
  const reply = await sendCallback(at, 'preAuthCallback', txnId, target, about);
  return at.inTenant((sql) => {
    switch (reply.action) {
      case 'PROCEED':
        return continueToProcessor(sql, at, txnId);
      case 'SUSPEND':
      case 'SUSPEND_REPLAY':
        return suspendPayment(sql, at, txnId, { ...reply, action: reply.action });
      default:
        return abortBeforeAuth(sql, at, txnId, reply.action);
    }
  });
}

/** Whoever takes it from ASKING_BEFORE decides; a sweeper that thought us dead may have been first. */
async function continueToProcessor(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
): Promise<PaymentReply | undefined> {
  const now = services.clock.now();
  const taken = await sql`
    update processor_intent set state = 'PENDING', next_check_at = ${addMs(now, services.config.intentGraceMs)}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE' returning 1`;
  return taken.length > 0 ? undefined : renderOperation(sql, companyId, txnId, now);
}

/** Ends a payment of which nobody outside has heard; nothing has to be released. */
export async function abortBeforeAuth(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  said: Refusing,
): Promise<PaymentReply> {
  const now = services.clock.now();
  const taken = await sql`
    update processor_intent set state = 'DONE'
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE' returning 1`;
  if (taken.length === 0) return renderOperation(sql, companyId, txnId, now);
  const reasonCode = codes[said];
  const status = reasonCode === 'A111' ? 'FAILED' : 'CANCELLED';
  await endTransaction(sql, companyId, txnId, { status, reasonCode }, now);
  // Who asks again may get another answer.
  await releaseDuplicateGuard(sql, txnId);
  const reply = await renderOperation(sql, companyId, txnId, now);
  await saveResponse(sql, txnId, reply);
  await doOrQueue(sql, { companyId, txnId, now }, { kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  return reply;
}
