import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Random, seededRandom } from '../bulk/random.ts';
import { type DemoCustomer, approvedPan, demoCustomer } from '../demo-customers.ts';
import { type Merchant, demoMerchants } from '../demo-merchants.ts';
import { decimal } from '../demo-price.ts';
import type { DemoEvent } from '../plan-demo.ts';

/** Their numbers follow those of the plan. */
const firstNumber = 1_000_000;
const days = 60;
/** Deferred orders of these days still wait: the longest deferral is seven days. */
const waitingDays = 7;

type NewPayment = DemoEvent & { kind: 'new' };

/**
 * Orders of the last two months that the demo's rules and lists block, defer, accept or only count, sorted by time.
 * Deterministic for `to`.
 */
export function suspiciousOrders(to: Date): DemoEvent[] {
  const orders = new SuspiciousOrders(to);
  for (let ago = days; ago >= 0; ago -= 1) {
    const isWaiting = ago < waitingDays;
    if (ago < 3) orders.addOrdersFromAbroad(ago, 10);
    else orders.addOrdersFromAbroad(ago, ago % 2 === 0 ? 3 : 1);
    if (isWaiting || ago % 10 === 0) orders.addCardTesting(ago, isWaiting ? 26 : 22);
    if (ago % 9 === 4) orders.addKnownFraud(ago);
    if (ago % 8 === 3) orders.throwAwayMailbox(ago);
    if (ago % 10 === 7) orders.addNightOrders(ago);
    if (ago % 5 === 2) orders.addGoldMemberOrders(ago);
    if (ago === 25 || ago === 11) orders.addRepeatedCard(ago);
  }
  for (const ago of [2, 4, 9, 12, 14, 30, 41]) orders.addDisputed(ago);
  return orders.inOrderOfTime();
}

class SuspiciousOrders {
  readonly #events: DemoEvent[] = [];
  readonly #random: Random = seededRandom(77_013);
  readonly #to: Date;

  constructor(to: Date) {
    this.#to = to;
  }

  inOrderOfTime(): DemoEvent[] {
    return this.#events
      .filter(({ at }) => at < this.#to)
      .toSorted((left, right) => left.at.getTime() - right.at.getTime());
  }

  /** "Large orders from abroad": the card is British, the billing address is not. */
  addOrdersFromAbroad(ago: number, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const customer = {
        ...this.#customer(5300003, 5000 + ago * 10 + index),
        address: foreignAddress(this.#random),
      };
      const minor = this.#random.between(501_000, 938_000);
      // The sandbox declines the capture of one order in twelve, and the release of one order a day
      // (docs/domain.md#sandbox).
      const cents = this.#random.chance(0.08) ? 65 : ago < waitingDays && index === 1 ? 66 : undefined;
      const amount = decimal(cents === undefined ? minor : minor - (minor % 100) + cents, 2);
      const description = this.#random.pick([
        'First edition, signed',
        'School order, 340 books',
        'Atlas of 1780',
      ]);
      const order = this.#pay(ago, 5300003, customer, { amount, description }, [8, 21]);
      if (this.#random.chance(0.15)) this.#refundLater(order);
    }
  }

  /** Many customers and cards from one address within an hour: "High fraud score" and the tests of morphing. */
  addCardTesting(ago: number, count: number): void {
    const ip = `203.0.113.${this.#random.between(1, 254)}`;
    const hour = this.#random.between(9, 19);
    for (let index = 0; index < count; index += 1) {
      const customer = {
        ...this.#customer(5300004, 7000 + ago * 40 + index),
        ip,
        address: foreignAddress(this.#random),
      };
      const amount = decimal(this.#random.between(18_000, 89_000), 2);
      this.#pay(ago, 5300004, customer, { amount, description: 'Two nights', currency: 'EUR' }, [hour, hour]);
    }
  }

  /** On a list of a rule, and one also on the block list. */
  addKnownFraud(ago: number): void {
    const email = this.#random.pick([
      'mule-07@fraud.example',
      'reship@fraud.example',
      'drop.box@fraud.example',
    ]);
    const customer = { ...this.#customer(5300001, 9000 + ago), email };
    this.#pay(ago, 5300001, customer, { amount: '64.00', description: 'Gift card' }, [1, 23]);
  }

  throwAwayMailbox(ago: number): void {
    const customer = this.#customer(5300003, 9100 + ago);
    const email = customer.email.replace(/@.*/, '@mailinator.com');
    this.#pay(
      ago,
      5300003,
      { ...customer, email },
      { amount: '38.50', description: 'Order checkout' },
      [1, 23],
    );
  }

  /** "Night orders" only counts them. */
  addNightOrders(ago: number): void {
    const amount = decimal(this.#random.between(41_000, 69_000), 2);
    this.#pay(
      ago,
      5300003,
      this.#customer(5300003, 9200 + ago),
      { amount, description: 'First edition' },
      [2, 3],
    );
  }

  /** The sandbox disputes them for fraud, some as not received (docs/domain.md#sandbox). */
  addDisputed(ago: number): void {
    const isInquiry = ago % 9 === 4;
    const amount = `${this.#random.between(24, 180)}.${isInquiry ? '89' : '88'}`;
    const description = this.#random.pick(['Signed print', 'Coffee machine', 'Two paperbacks']);
    const installation = this.#random.pick([5300001, 5300003]);
    this.#pay(ago, installation, this.#customer(installation, 9600 + ago), { amount, description }, [9, 20]);
  }

  addGoldMemberOrders(ago: number): void {
    const customFields = { fieldState: [{ name: 'loyalty_tier', value: 'gold' }] };
    const sale = { amount: '24.50', description: 'Breakfast for two', more: { customFields } };
    this.#pay(ago, 5300001, this.#customer(5300001, 9300 + ago), sale, [7, 11]);
  }

  /** "Card velocity" blocks all but the first. */
  addRepeatedCard(ago: number): void {
    const customer = this.#customer(5300005, 9400 + ago);
    for (let index = 0; index < 14; index += 1)
      this.#pay(ago, 5300005, customer, { amount: `${index + 2}.50`, description: 'Card check' }, [3, 3]);
  }

  #customer(installationId: number, number: number): DemoCustomer {
    const customer = demoCustomer(installationId, number);
    return { ...customer, card: { ...customer.card, pan: approvedPan(this.#random) } };
  }

  #pay(ago: number, installationId: number, customer: DemoCustomer, sale: Sale, hours: [number, number]) {
    const { amount, description, currency = 'GBP', more = {} } = sale;
    const number = firstNumber + this.#events.length;
    const today = Math.floor(this.#to.getTime() / dayMs) * dayMs;
    const hour = this.#random.between(...hours);
    const order: NewPayment = {
      kind: 'new',
      number,
      at: new Date(today - ago * dayMs + hour * hourMs + this.#random.between(0, 59 * minuteMs)),
      merchant: findMerchant(installationId),
      follows: 1,
      operation: 'payment',
      body: {
        transaction: {
          currency,
          amount,
          merchantRef: `WEB-${number - firstNumber + 1000}`,
          description,
          commerceType: 'ECOM',
          channel: 'WEB',
        },
        paymentMethod: { card: { ...customer.card, cv2: '123' }, billingAddress: customer.address },
        customer: {
          merchantRef: customer.reference,
          displayName: customer.name,
          email: customer.email,
          telephone: customer.telephone,
          ip: customer.ip,
        },
        ...more,
      },
    };
    this.#events.push(order);
    return order;
  }

  /** Refunds an accepted order later. The refund of any other order is refused. */
  #refundLater({ number, at, merchant }: NewPayment): void {
    const reportedAt = new Date(at.getTime() + this.#random.between(5, 12) * dayMs);
    this.#events.push({
      kind: 'follow-up',
      originalId: number,
      at: reportedAt,
      merchant,
      action: 'refund',
      body: {},
    });
  }
}

interface Sale {
  amount: string;
  description: string;
  currency?: string;
  more?: object;
}

function findMerchant(installationId: number): Merchant {
  const found = demoMerchants.find((merchant) => merchant.installationId === installationId);
  if (!found) throw new Error(`the demo has no installation ${installationId}`);
  return found;
}

function foreignAddress(random: Random): DemoCustomer['address'] {
  const houseNumber = random.between(1, 180);
  return random.pick([
    { line1: `${houseNumber} Rue des Carmes`, city: 'Lyon', postcode: '69002', countryCode: 'FRA' },
    { line1: `Kastanienallee ${houseNumber}`, city: 'Berlin', postcode: '10435', countryCode: 'DEU' },
    { line1: `${houseNumber} Beacon Street`, city: 'Boston', postcode: '02108', countryCode: 'USA' },
    { line1: `Calle del Pez ${houseNumber}`, city: 'Madrid', postcode: '28004', countryCode: 'ESP' },
  ]);
}
