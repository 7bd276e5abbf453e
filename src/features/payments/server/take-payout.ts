import { handleWithoutTransaction } from '#server/handler.ts';
import { takePayout as endpoint } from '../endpoints.ts';
import { buildPaymentContext, sendPayment } from './pipeline/payment-context.ts';
import { createPayment } from './pipeline/create-payment.ts';

export const takePayout = handleWithoutTransaction(endpoint, async (ctx) =>
  sendPayment(ctx, await createPayment(buildPaymentContext(ctx, endpoint.name), ctx.body, 'payout')),
);
