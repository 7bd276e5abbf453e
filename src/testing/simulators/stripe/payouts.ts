import type { StripeAccount } from './account.ts';
import { addBalance } from './charges.ts';
import type { Payout } from './objects.ts';

/** Pays out what is available of a currency. Returns undefined when that is nothing, or less. */
export function makePayout(account: StripeAccount, currency: string): Payout | undefined {
  const now = account.seconds();
  const included = [...account.balance.values()].filter(
    (transaction) =>
      transaction.currency === currency &&
      transaction.available_on <= now &&
      !account.paidOut.has(transaction.id),
  );
  const amount = included.reduce((sum, { net }) => sum + net, 0);
  if (amount <= 0) return undefined;
  const id = account.newId('po');
  const movement = addBalance(account, 'payout', id, currency, -amount);
  for (const transaction of [...included, movement]) {
    transaction.status = 'available';
    account.paidOut.set(transaction.id, id);
  }
  const payout: Payout = {
    id,
    object: 'payout',
    amount,
    arrival_date: now + 86_400,
    automatic: true,
    balance_transaction: movement.id,
    created: now,
    currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    type: 'bank_account',
  };
  account.payouts.set(id, payout);
  for (const type of ['payout.created', 'payout.paid', 'payout.reconciliation_completed'])
    account.report(type, payout);
  return payout;
}
