import { handleWithoutTransaction } from '#server/handler.ts';
import { repeatTransaction as endpoint } from '../endpoints.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';

export const repeatTransaction = handleWithoutTransaction(endpoint, async (ctx) => {
  const context = buildPaymentContext(ctx, endpoint.name);
  return sendPayment(ctx, await followUpTransaction(context, 'repeat', ctx.path.transactionId, ctx.body));
});
