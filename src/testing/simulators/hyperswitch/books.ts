import { Books, type BookEntry } from '../books.ts';
import type { HyperswitchAccount } from './account.ts';
import type { Payment } from './objects.ts';

/** Sums by reference (`metadata.reference`, else the payment's id) and currency. Payments without money have none. */
export function booksOf(account: HyperswitchAccount): BookEntry[] {
  const books = new Books();
  for (const payment of account.payments.values()) {
    const { payment_id: id, currency, status } = payment;
    const approvals = account.approvals.get(id) ?? 0;
    if (approvals === 0) continue;
    const entry = books.entryOf(referenceOf(payment), currency);
    const authorised = account.authorised.get(id) ?? 0;
    const captured = payment.amount_received ?? 0;
    entry.approvals += approvals;
    entry.authorised += authorised;
    entry.captured += captured;
    if (status !== 'requires_capture') entry.cancelled += authorised - captured;
  }
  for (const refund of account.refunds.values()) {
    const payment = account.payments.get(refund.payment_id);
    if (!payment || refund.status === 'failed') continue;
    books.entryOf(referenceOf(payment), refund.currency).refunded += refund.amount;
  }
  return books.all();
}

const referenceOf = ({ metadata, payment_id: id }: Payment): string =>
  typeof metadata?.reference === 'string' ? metadata.reference : id;
