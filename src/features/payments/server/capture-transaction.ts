import { handleInSteps } from '#server/handler.ts';
import { captureTransaction as call } from '../calls.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { contextOf, sendPayment } from './pipeline/payment-context.ts';

export const captureTransaction = handleInSteps(call, async (ask) => {
  const context = contextOf(ask, call.name);
  return sendPayment(ask, await followUpTransaction(context, 'capture', ask.path.transactionId, ask.body));
});
