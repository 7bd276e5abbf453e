import { handleInSteps } from '#server/handler.ts';
import { resumeTransaction as call } from '../calls.ts';
import { resumePayment } from './pipeline/authentication/resume-payment.ts';
import { contextOf, sendPayment } from './pipeline/payment-context.ts';

export const resumeTransaction = handleInSteps(call, async (ask) => {
  const { pares, cres } = ask.body.threeDSecureResponse ?? {};
  const response = cres !== undefined ? { cres } : pares !== undefined ? { pares } : undefined;
  const context = contextOf(ask, call.name);
  return sendPayment(ask, await resumePayment(context, ask.path.transactionId, response));
});
