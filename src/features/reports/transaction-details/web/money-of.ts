import type { TransactionMoney } from '#web/format/money-column.ts';
import type { TransactionDetails } from '../schemas.ts';

/** The amount of a transaction as its details return it. */
export const moneyOf = (transaction: TransactionDetails): TransactionMoney => ({
  requested: transaction.requestedAmount,
  currency: transaction.currencyCode,
  type: transaction.type,
  status: transaction.transactionStatus,
});
