import { handleWithoutTransaction } from '#server/handler.ts';
import { captureTransaction as endpoint } from '../endpoints.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';

export const captureTransaction = handleWithoutTransaction(endpoint, async (ctx) => {
  const context = buildPaymentContext(ctx, endpoint.name);
  return sendPayment(ctx, await followUpTransaction(context, 'capture', ctx.path.transactionId, ctx.body));
});
