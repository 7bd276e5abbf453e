import { Books, type BookEntry } from '../books.ts';
import type { StripeAccount } from './account.ts';

/** Sums by reference (`metadata[reference]`, else the intent) and currency. Intents that charged nothing have no entry. */
export function booksOf(account: StripeAccount): BookEntry[] {
  const books = new Books();
  for (const charge of account.charges.values()) {
    const intent = account.intents.get(charge.payment_intent);
    const reference = intent?.metadata.reference ?? charge.payment_intent;
    const entry = books.entryOf(reference, charge.currency.toUpperCase());
    if (charge.status === 'failed') continue;
    entry.approvals += 1;
    entry.authorised += charge.amount;
    entry.captured += charge.amount_captured;
    const isReleased = charge.captured || charge.refunded;
    if (isReleased) entry.cancelled += charge.amount - charge.amount_captured;
  }
  for (const refund of account.refunds.values()) {
    const intent = account.intents.get(refund.payment_intent);
    const entry = books.entryOf(
      intent?.metadata.reference ?? refund.payment_intent,
      refund.currency.toUpperCase(),
    );
    if (refund.status !== 'failed') entry.refunded += refund.amount;
  }
  for (const dispute of account.disputes.values()) {
    const intent = account.intents.get(dispute.payment_intent);
    const entry = books.entryOf(
      intent?.metadata.reference ?? dispute.payment_intent,
      dispute.currency.toUpperCase(),
    );
    entry.chargedBack -= dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  }
  return books.all();
}
