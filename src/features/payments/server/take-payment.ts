import { handleInSteps } from '#server/handler.ts';
import { takePayment as call } from '../calls.ts';
import { contextOf, sendPayment } from './pipeline/payment-context.ts';
import { takeNewPayment } from './pipeline/take-new-payment.ts';

export const takePayment = handleInSteps(call, async (ask) =>
  sendPayment(ask, await takeNewPayment(contextOf(ask, call.name), ask.body, 'payment')),
);
