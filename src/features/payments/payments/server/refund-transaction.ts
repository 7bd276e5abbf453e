import { requireStepUp } from '#server/auth/step-up.ts';
import { problems } from '#shared/problem.ts';
import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import { refundTransaction as endpoint } from '../endpoints.ts';
import { parseFollowUp } from '../request/parse-request.ts';
import { refundTransaction as schemas } from '../schemas.ts';
import { findTransaction } from './db/transactions.ts';
import { followUpTransaction } from './follow-up.ts';
import { type PaymentContext, type PaymentServices, handlePayment } from './payment-context.ts';

type RefundContext = HandlerContextWithoutTransaction<typeof endpoint, PaymentServices>;

/** Apart from handlers.ts, so that a refund can be read without the imports of a new payment. */
export const refundTransaction = handlePayment(endpoint, schemas, async (context, ctx) => {
  // The note of a merchant's staff is no part of the merchant API.
  if (context.program === 'gateway' && ctx.body.transaction?.refundNote !== undefined)
    throw problems.invalid('body.transaction.refundNote', 'unknown_field');
  if (ctx.caller.session) await confirmRefund(context, ctx);
  return followUpTransaction(context, 'refund', ctx.path.transactionId, ctx.body);
});

/** A user's refund above the amount of the security policy needs step-up (docs/domain.md#step-up). */
async function confirmRefund({ companyId }: PaymentContext, ctx: RefundContext): Promise<void> {
  const { body, path, inTenant } = ctx;
  const original = await inTenant((sql) => findTransaction(sql, companyId, path.transactionId));
  // The refund itself refuses an unknown original and a wrong amount.
  if (!original) return;
  const parsed = parseFollowUp(body, original.ccyCode);
  if (!parsed.ok) return;
  await requireStepUp({ refund: { minor: parsed.value.amountMinor, currency: original.ccyCode } }, ctx);
}
