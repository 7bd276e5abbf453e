import { dayMs } from '#server/clock.ts';
import { type DemoCustomer, sharedCards } from '../demo-customers.ts';
import type { Price } from '../demo-price.ts';

interface Payer {
  customer: DemoCustomer;
  at: number;
}

const shared = new Set(sharedCards);
/** Of so many earlier payers of a shop payees are chosen. */
const maxPayees = 64;

/**
 * Who can be paid out to: customers of a shop whose card has paid. Without dice, so that the story around a payout stays
 * as it is.
 */
export class DemoPayees {
  readonly #byShop = new Map<number, { recent: Payer[]; settled: Payer[] }>();

  /** A customer pays; only a payment that is sure to be authorised is remembered. */
  paid(merchant: number, customer: DemoCustomer, { minor, digits }: Price, at: Date): void {
    const isTrigger = digits === 2 && [33, 51, 77, 91].includes(minor % 100);
    if (isTrigger || shared.has(customer.card.pan)) return;
    const { recent } = this.#payersOf(merchant);
    if (recent.length < maxPayees) recent.push({ customer, at: at.getTime() });
  }

  /** Somebody who paid days before, when all that began then is over; nobody in the first days of a story. */
  payee(merchant: number, number: number, at: Date): DemoCustomer | undefined {
    const { recent, settled } = this.#payersOf(merchant);
    while (recent[0] && at.getTime() - recent[0].at > 3 * dayMs) {
      settled.push(...recent.splice(0, 1));
      if (settled.length > maxPayees) settled.shift();
    }
    return settled[number % settled.length]?.customer;
  }

  #payersOf(merchant: number) {
    const known = this.#byShop.get(merchant) ?? { recent: [], settled: [] };
    this.#byShop.set(merchant, known);
    return known;
  }
}
