import { handleInSteps } from '#server/handler.ts';
import { verifyCard as call } from '../calls.ts';
import { contextOf, sendPayment } from './pipeline/payment-context.ts';
import { takeNewPayment } from './pipeline/take-new-payment.ts';

export const verifyCard = handleInSteps(call, async (ask) =>
  sendPayment(ask, await takeNewPayment(contextOf(ask, call.name), ask.body, 'verify')),
);
