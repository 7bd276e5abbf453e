import { handleWithoutTransaction } from '#server/handler.ts';
import { takePayment as endpoint } from '../endpoints.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';
import { createPayment } from './pipeline/create-payment.ts';

export const takePayment = handleWithoutTransaction(endpoint, async (ctx) =>
  sendPayment(ctx, await createPayment(buildPaymentContext(ctx, endpoint.name), ctx.body, 'payment')),
);
