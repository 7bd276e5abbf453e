import { handleWithoutTransaction } from '#server/handler.ts';
import { refundTransaction as endpoint } from '../endpoints.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';

export const refundTransaction = handleWithoutTransaction(endpoint, async (ctx) => {
  const context = buildPaymentContext(ctx, endpoint.name);
  return sendPayment(ctx, await followUpTransaction(context, 'refund', ctx.path.transactionId, ctx.body));
});
