import { handleInSteps } from '#server/handler.ts';
import { takePayout as call } from '../calls.ts';
import { contextOf, sendPayment } from './pipeline/payment-context.ts';
import { takeNewPayment } from './pipeline/take-new-payment.ts';

export const takePayout = handleInSteps(call, async (ask) =>
  sendPayment(ask, await takeNewPayment(contextOf(ask, call.name), ask.body, 'payout')),
);
