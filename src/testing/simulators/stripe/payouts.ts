import type { StripeAccount } from './account.ts';
import { addBalance } from './charges.ts';
import type { BalanceTransaction, Payout } from './objects.ts';

/** A wrong balance transaction that a reconciliation must find; `payout` is a wrong sum. */
export type Difference = 'missing' | 'unknown' | 'amount' | 'twice' | 'payout';

/** The source (charge, refund, dispute) of each planted difference, in the order of the request. */
export interface PlantedDifference {
  kind: Difference;
  source: string;
}

/** Pays out what is available of a currency. Returns undefined when that is nothing, or less. */
export function makePayout(
  account: StripeAccount,
  currency: string,
  differences: readonly Difference[] = [],
): { payout: Payout; planted: PlantedDifference[] } | undefined {
  const now = account.seconds();
  const included = [...account.balance.values()].filter(
    (transaction) =>
      transaction.currency === currency &&
      transaction.available_on <= now &&
      !account.paidOut.has(transaction.id),
  );
  const planted = plant(account, included, differences);
  const sum = included.reduce((total, { net }) => total + net, 0);
  if (sum <= 0) return undefined;
  const amount = sum - (differences.includes('payout') ? 1 : 0);
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
  return { payout, planted };
}

/** Changes the list. Each difference takes a transaction that no other one has. */
function plant(
  account: StripeAccount,
  included: BalanceTransaction[],
  differences: readonly Difference[],
): PlantedDifference[] {
  const free = account.random.shuffle(included);
  return differences.map((kind) => {
    if (kind === 'payout') return { kind, source: '' };
    const transaction = free.pop();
    if (!transaction)
      throw new Error(`The payout has too few transactions for ${differences.length} differences`);
    const { source } = transaction;
    if (kind === 'missing') {
      included.splice(included.indexOf(transaction), 1);
      account.paidOut.set(transaction.id, 'lost');
    } else if (kind === 'amount') {
      transaction.amount += 1;
      transaction.net += 1;
    } else if (kind === 'unknown') transaction.source = account.newId('ch');
    else {
      const copy = { ...transaction, id: account.newId('txn') };
      account.balance.set(copy.id, copy);
      included.push(copy);
    }
    return { kind, source: kind === 'unknown' ? transaction.source : source };
  });
}
