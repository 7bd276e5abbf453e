import type { EventType } from '#features/webhooks/event-types.ts';
import type { TransactionStatus, TransactionType } from './transaction-kind.ts';

const subjects = {
  PAYMENT: 'payment',
  PREAUTH: 'payment',
  REPEAT: 'payment',
  CAPTURE: 'capture',
  REFUND: 'refund',
  PAYOUT: 'payout',
  PAYOUT_INITIALIZE: 'payout',
  PAYOUT_COMPLETE: 'payout',
} as const satisfies Partial<Record<TransactionType, string>>;

/**
 * The event of a transaction's status, for webhooks. Undefined where there is none: a verification moves no money, and the
 * merchant itself has requested a release (docs/domain.md#webhooks).
 */
export function eventOf(type: TransactionType, status: TransactionStatus): EventType | undefined {
  const subject = (subjects as Partial<Record<TransactionType, (typeof subjects)[keyof typeof subjects]>>)[
    type
  ];
  if (subject === undefined) return undefined;
  switch (status) {
    case 'SUCCESS':
      // An announced payout has moved nothing yet.
      return type === 'PAYOUT_INITIALIZE' ? 'payout.pending' : `${subject}.succeeded`;
    case 'FAILED':
    case 'CANCELLED':
      return `${subject}.failed`;
    case 'EXPIRED':
      return `${subject}.expired`;
    case 'SUSPENDED':
      return `${subject}.pending`;
    default:
      return undefined;
  }
}
