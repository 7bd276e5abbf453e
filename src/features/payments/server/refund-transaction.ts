import { refundTransaction as endpoint } from '../endpoints.ts';
import { followUp as schemas } from '../schemas.ts';
import { followUpTransaction } from './follow-up.ts';
import { handlePayment } from './payment-context.ts';

/** Apart from handlers.ts, so that a refund can be read without the imports of a new payment. */
export const refundTransaction = handlePayment(endpoint, schemas, (context, { path, body }) =>
  followUpTransaction(context, 'refund', path.transactionId, body),
);
