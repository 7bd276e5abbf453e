import { Reply, handleInSteps } from '#server/handler.ts';
import { repeatTransaction as call } from '../calls.ts';
import { followUpTransaction } from './pipeline/follow-up-transaction.ts';
import { contextOf } from './pipeline/payment-context.ts';

export const repeatTransaction = handleInSteps(call, async (ask) => {
  const context = contextOf(ask, call.name);
  const { status, body } = await followUpTransaction(context, 'repeat', ask.path.transactionId, ask.body);
  return new Reply(status, body);
});
