import { dayMs } from '#server/clock.ts';
import { type DemoCustomer, sharedCards } from '../demo-customers.ts';
import type { Price } from '../demo-price.ts';

interface Payer {
  customer: DemoCustomer;
  at: number;
}

const shared = new Set(sharedCards);
/** Payees are chosen from this many earlier payers of a merchant. */
const maxPayees = 64;

/**
 * Recipients of payouts: customers whose card has paid the merchant. Without random numbers, so that a payout
 * does not change the rest of the plan.
 */
export class DemoPayees {
  readonly #byMerchant = new Map<number, { recent: Payer[]; settled: Payer[] }>();

  /** Records a payment that is certain to be authorised. */
  recordPayment(merchant: number, customer: DemoCustomer, { minor, digits }: Price, at: Date): void {
    const isTrigger = digits === 2 && [33, 51, 77, 91].includes(minor % 100);
    if (isTrigger || shared.has(customer.card.pan)) return;
    const { recent } = this.#payersOf(merchant);
    if (recent.length < maxPayees) recent.push({ customer, at: at.getTime() });
  }

  /** A customer who paid days before, when that payment is final; none in the first days of a plan. */
  findPayee(merchant: number, number: number, at: Date): DemoCustomer | undefined {
    const { recent, settled } = this.#payersOf(merchant);
    while (recent[0] && at.getTime() - recent[0].at > 3 * dayMs) {
      settled.push(...recent.splice(0, 1));
      if (settled.length > maxPayees) settled.shift();
    }
    return settled[number % settled.length]?.customer;
  }

  #payersOf(merchant: number) {
    const payers = this.#byMerchant.get(merchant) ?? { recent: [], settled: [] };
    this.#byMerchant.set(merchant, payers);
    return payers;
  }
}
