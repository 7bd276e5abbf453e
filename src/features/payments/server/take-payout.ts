import { Reply, handleInSteps } from '#server/handler.ts';
import { takePayout as call } from '../calls.ts';
import { contextOf } from './pipeline/payment-context.ts';
import { takeNewPayment } from './pipeline/take-new-payment.ts';

export const takePayout = handleInSteps(call, async (ask) => {
  const { status, body } = await takeNewPayment(contextOf(ask, call.name), ask.body, 'payout');
  return new Reply(status, body);
});
