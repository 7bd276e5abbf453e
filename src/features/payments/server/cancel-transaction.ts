import { handleWithoutTransaction } from '#server/handler.ts';
import { cancelTransaction as endpoint } from '../endpoints.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';

export const cancelTransaction = handleWithoutTransaction(endpoint, async (ctx) => {
  const context = buildPaymentContext(ctx, endpoint.name);
  return sendPayment(ctx, await followUpTransaction(context, 'cancel', ctx.path.transactionId, ctx.body));
});
