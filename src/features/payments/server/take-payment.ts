import { handleInSteps } from '#server/handler.ts';
import { takePayment as call } from '../calls.ts';
import { contextOf, sendReply } from './pipeline/payment-context.ts';
import { takeNewPayment } from './pipeline/take-new-payment.ts';

export const takePayment = handleInSteps(call, async (ask) =>
  sendReply(await takeNewPayment(contextOf(ask, call.name), ask.body, 'payment')),
);
