import type { AdyenAccount } from './account.ts';
import { captureWhenDue } from './captures.ts';

/** Money of one reference in one currency, in Adyen's minor units. */
export interface BookEntry {
  reference: string;
  currency: string;
  /** Approved payments; more than one is a double charge. */
  approvals: number;
  authorised: number;
  captured: number;
  refunded: number;
  cancelled: number;
  chargedBack: number;
  paidOut: number;
}

/** Sums by reference and currency. References that were only refused have an entry of zeros. */
export function booksOf(account: AdyenAccount): BookEntry[] {
  captureWhenDue(account);
  const entries = new Map<string, BookEntry>();
  function entryOf(reference: string, currency: string): BookEntry {
    const key = `${currency} ${reference}`;
    const entry = entries.get(key) ?? {
      reference,
      currency,
      approvals: 0,
      authorised: 0,
      captured: 0,
      refunded: 0,
      cancelled: 0,
      chargedBack: 0,
      paidOut: 0,
    };
    entries.set(key, entry);
    return entry;
  }
  for (const payment of account.payments.values()) {
    const entry = entryOf(payment.reference, payment.amount.currency);
    entry.approvals +=
      payment.resultCode === 'Authorised' || payment.resultCode === 'PartiallyAuthorised' ? 1 : 0;
    entry.authorised += payment.authorised;
    entry.captured += payment.captured;
    entry.refunded += payment.refunded;
    entry.cancelled += payment.cancelled;
    entry.chargedBack += payment.chargedBack;
  }
  for (const payout of account.payouts) {
    const entry = entryOf(payout.reference, payout.amount.currency);
    if (payout.resultCode === 'Authorised') entry.paidOut += payout.amount.value;
  }
  return [...entries.values()];
}
