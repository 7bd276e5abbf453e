import { handleWithoutTransaction } from '#server/handler.ts';
import { resumeTransaction as endpoint } from '../endpoints.ts';
import { resumePayment } from './pipeline/authentication/resume-payment.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';

export const resumeTransaction = handleWithoutTransaction(endpoint, async (ctx) => {
  const { pares, cres } = ctx.body.threeDSecureResponse ?? {};
  const response = cres !== undefined ? { cres } : pares !== undefined ? { pares } : undefined;
  const context = buildPaymentContext(ctx, endpoint.name);
  return sendPayment(ctx, await resumePayment(context, ctx.path.transactionId, response));
});
