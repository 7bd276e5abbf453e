import { Books, type BookEntry } from '../books.ts';
import type { AdyenAccount } from './account.ts';
import { captureWhenDue } from './captures.ts';

/** Sums by reference and currency. References that were only refused have an entry of zeros. */
export function booksOf(account: AdyenAccount): BookEntry[] {
  captureWhenDue(account);
  const books = new Books();
  for (const payment of account.payments.values()) {
    const entry = books.entryOf(payment.reference, payment.amount.currency);
    entry.approvals +=
      payment.resultCode === 'Authorised' || payment.resultCode === 'PartiallyAuthorised' ? 1 : 0;
    entry.authorised += payment.authorised;
    entry.captured += payment.captured;
    entry.refunded += payment.refunded;
    entry.cancelled += payment.cancelled;
    entry.chargedBack += payment.chargedBack;
  }
  for (const payout of account.payouts) {
    const entry = books.entryOf(payout.reference, payout.amount.currency);
    if (payout.resultCode === 'Authorised') entry.paidOut += payout.amount.value;
  }
  return books.all();
}
