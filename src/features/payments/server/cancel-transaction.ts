import { handleInSteps } from '#server/handler.ts';
import { cancelTransaction as call } from '../calls.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { contextOf, sendPayment } from './pipeline/payment-context.ts';

export const cancelTransaction = handleInSteps(call, async (ask) => {
  const context = contextOf(ask, call.name);
  return sendPayment(ask, await followUpTransaction(context, 'cancel', ask.path.transactionId, ask.body));
});
