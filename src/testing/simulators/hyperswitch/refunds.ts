import type { HyperswitchAccount } from './account.ts';
import { duplicate, HyperswitchError, invalidRequest, missingParam, notFound } from './hyperswitch-error.ts';
import type { Refund } from './objects.ts';
import { requirePayment } from './payments.ts';

interface RefundRequest {
  payment_id?: string;
  refund_id?: string;
  amount?: number;
  reason?: string;
  metadata?: Record<string, unknown>;
}

const maxReason = 255;

/** POST /refunds. The amount is checked before the id, as in the router: a repetition can be refused for its amount. */
export function createRefund(account: HyperswitchAccount, request: RefundRequest): Refund {
  const { payment_id: paymentId, refund_id: id = account.newId('ref', 26), reason } = request;
  if (paymentId === undefined) throw missingParam('payment_id');
  const payment = requirePayment(account, paymentId);
  const captured = payment.amount_received ?? 0;
  if (payment.status !== 'succeeded' && payment.status !== 'partially_captured')
    throw new HyperswitchError(400, 'validation_error', 'HE_03', 'The payment has not succeeded yet');
  const amount = request.amount ?? captured;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw invalidRequest('IR_05', 'amount contains invalid data. Expected format is positive integer');
  if (id.length !== 30 || (reason?.length ?? 0) > maxReason)
    throw invalidRequest('IR_05', 'refund_id contains invalid data. Expected format is 30 characters');
  const refunded = [...account.refunds.values()]
    .filter((one) => one.payment_id === paymentId && one.status !== 'failed')
    .reduce((sum, one) => sum + one.amount, 0);
  if (refunded + amount > captured)
    throw invalidRequest('IR_13', 'The refund amount exceeds the amount captured');
  if (account.refunds.has(id)) throw duplicate('The refund with the specified refund_id');
  const refund: Refund = {
    refund_id: id,
    payment_id: paymentId,
    amount,
    currency: payment.currency,
    status: 'pending',
    reason: reason ?? null,
    metadata: request.metadata ?? null,
    error_message: null,
    error_code: null,
    created_at: account.time(),
    updated_at: account.time(),
    connector: payment.connector ?? 'fauxpay',
  };
  account.refunds.set(id, refund);
  const status = account.decideRefund(refund);
  if (status !== 'pending') endRefund(account, refund, status);
  return refund;
}

export function requireRefund(account: HyperswitchAccount, id: string): Refund {
  const refund = account.refunds.get(id);
  if (!refund) throw notFound('Refund');
  return refund;
}

function endRefund(account: HyperswitchAccount, refund: Refund, status: Refund['status']): void {
  refund.status = status;
  refund.updated_at = account.time();
  if (status === 'failed') {
    refund.error_code = 'DC_10';
    refund.error_message = 'The card does not take refunds';
  }
  if (status === 'succeeded' || status === 'failed')
    account.report(`refund_${status}`, 'refund_details', refund);
}

/** Ends refunds that are pending. */
export function processRefunds(account: HyperswitchAccount): number {
  const pending = [...account.refunds.values()].filter(({ status }) => status === 'pending');
  for (const refund of pending) endRefund(account, refund, 'succeeded');
  return pending.length;
}

/** A refund, also one that had succeeded, fails. */
export const failRefund = (account: HyperswitchAccount, id: string): void =>
  endRefund(account, requireRefund(account, id), 'failed');
