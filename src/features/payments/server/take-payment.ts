import { Reply, handleInSteps } from '#server/handler.ts';
import { takePayment as call } from '../calls.ts';
import { contextOf } from './pipeline/payment-context.ts';
import { takeNewPayment } from './pipeline/take-new-payment.ts';

export const takePayment = handleInSteps(call, async (ask) => {
  const { status, body } = await takeNewPayment(contextOf(ask, call.name), ask.body, 'payment');
  return new Reply(status, body);
});
