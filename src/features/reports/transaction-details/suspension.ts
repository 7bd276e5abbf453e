import { suspendedLifeMs } from '#features/payments/payments/follow-up.ts';
import { type TransactionStatus, isSuspendedByMerchant } from '#shared/payments/transaction-kind.ts';
import type { TransactionDetails } from './schemas.ts';

/** U101 or U102: the merchant's system decides before the processor is called. */
export const isWaitingForMerchant = ({
  transactionStatus,
  reasonCode,
}: Pick<TransactionDetails, 'transactionStatus' | 'reasonCode'>): boolean =>
  isSuspendedByMerchant(transactionStatus as TransactionStatus, reasonCode);

/** When a suspended payment expires, unless it is continued before. */
export const suspensionEnd = ({ lastUpdatedTime }: Pick<TransactionDetails, 'lastUpdatedTime'>): string =>
  new Date(Date.parse(lastUpdatedTime) + suspendedLifeMs).toISOString();
