import { dayMs } from '#server/clock.ts';
import { type DemoCustomer, sharedCards } from '../demo-customers.ts';
import type { Price } from '../demo-price.ts';

interface Payer {
  customer: DemoCustomer;
  at: number;
}

const shared = new Set(sharedCards);
/** Of so many earlier payers of a shop payees are chosen. */
const mostPayees = 64;

/**
 * Who can be paid out to: customers of a shop whose card has paid. Without dice, so that the story around a payout stays
 * as it is.
 */
export class DemoPayees {
  readonly #byShop = new Map<number, { recent: Payer[]; settled: Payer[] }>();

  /** A customer pays; only a payment that is sure to be authorised is remembered. */
  paid(shop: number, customer: DemoCustomer, { minor, digits }: Price, at: Date): void {
    const isTrigger = digits === 2 && [33, 51, 77, 91].includes(minor % 100);
    if (isTrigger || shared.has(customer.card.pan)) return;
    const { recent } = this.#payersOf(shop);
    if (recent.length < mostPayees) recent.push({ customer, at: at.getTime() });
  }

  /** Somebody who paid days before, when all that began then is over; nobody in the first days of a story. */
  payee(shop: number, number: number, at: Date): DemoCustomer | undefined {
    const { recent, settled } = this.#payersOf(shop);
    while (recent[0] && at.getTime() - recent[0].at > 3 * dayMs) {
      settled.push(...recent.splice(0, 1));
      if (settled.length > mostPayees) settled.shift();
    }
    return settled[number % settled.length]?.customer;
  }

  #payersOf(shop: number) {
    const known = this.#byShop.get(shop) ?? { recent: [], settled: [] };
    this.#byShop.set(shop, known);
    return known;
  }
}
