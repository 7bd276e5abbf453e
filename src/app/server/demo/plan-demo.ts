import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { FollowUpAction } from '#features/payments/payments/follow-up.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { demoCustomer } from './demo-customers.ts';
import type { Merchant } from './demo-merchants.ts';
import { type Price, decimal, price } from './demo-price.ts';
import { type Random, seededRandom } from './bulk/random.ts';
import { DemoPayees } from './people/demo-payees.ts';
import { demoSale } from './people/demo-sale.ts';

/** An action of a merchant's system or its staff. Bodies are those of the merchant API. */
export type DemoEvent =
  | {
      kind: 'new';
      number: number;
      at: Date;
      merchant: Merchant;
      operation: 'payment' | 'payout' | 'verify';
      body: object;
      /** The number of follow-ups in the plan, also those after its end. */
      follows: number;
    }
  | {
      kind: 'follow-up';
      originalId: number;
      at: Date;
      merchant: Merchant;
      action: FollowUpAction;
      body: object;
      /** Number of repetitions, one period apart. */
      repetitions?: number;
    };

const periodMs = 30 * dayMs;

export interface DemoPlan {
  seed: number;
  merchants: readonly Merchant[];
  /** A midnight, UTC. */
  from: Date;
  to: Date;
  /** The number of new payments, without follow-ups. */
  payments: number;
  /** More events, sorted by time. */
  more?: readonly DemoEvent[];
}

/**
 * Realistic trade in order of time, deterministic for a plan: growth, weekly and daily rhythm, regulars,
 * declines, refunds, captures, voids, subscriptions and fraud bursts. Generated day by day, so that memory
 * use is constant.
 */
export function* planDemo(plan: DemoPlan): Generator<DemoEvent> {
  const random = seededRandom(plan.seed);
  const days = Math.max(1, Math.ceil((plan.to.getTime() - plan.from.getTime()) / dayMs));
  const eventsByDay: DemoEvent[][] = [];
  const more = [...(plan.more ?? [])];
  const payees = new DemoPayees();
  const unit = plan.payments / weightOfAll(plan, days);
  const dayOf = (instant: Date) => Math.floor((instant.getTime() - plan.from.getTime()) / dayMs);
  let number = 0;
  let owed = 0;
  for (let day = 0; day < days; day += 1) {
    const start = plan.from.getTime() + day * dayMs;
    owed += unit * dayWeight(plan, day, days);
    const count = Math.floor(owed);
    owed -= count;
    const today: DemoEvent[] = eventsByDay[day] ?? [];
    delete eventsByDay[day];
    const burstAt = random.chance(0.012) ? random.between(0, Math.max(0, count - 1)) : -1;
    for (let index = 0; index < count; index += 1) {
      const merchant = pickMerchant(plan.merchants, random);
      const planned =
        index >= burstAt && burstAt >= 0 && index < burstAt + 25
          ? burstPayment(number, merchant, start, index, random)
          : ordinaryPayment(number, merchant, start, random, payees);
      number += 1;
      today.push(planned.event);
      for (const follow of planned.follows) {
        const on = dayOf(follow.at);
        if (follow.at >= plan.to) continue;
        if (on === day) today.push(follow);
        else (eventsByDay[on] ??= []).push(follow);
      }
    }
    while (more[0] && dayOf(more[0].at) <= day) today.push(more.shift() as DemoEvent);
    today.sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const event of today) {
      if (event.at >= plan.to) continue;
      yield event;
      // One at a time: years of subscriptions generated ahead would fill the memory.
      if (event.kind !== 'follow-up' || !event.repetitions) continue;
      const at = new Date(event.at.getTime() + periodMs);
      const next = { ...event, at, repetitions: event.repetitions - 1 };
      if (next.at < plan.to) (eventsByDay[dayOf(next.at)] ??= []).push(next);
    }
  }
}

type FollowUp = DemoEvent & { kind: 'follow-up' };

interface PlannedEvent {
  event: DemoEvent;
  follows: FollowUp[];
}

function ordinaryPayment(
  number: number,
  merchant: Merchant,
  dayStart: number,
  random: Random,
  payees: DemoPayees,
): PlannedEvent {
  const { industry } = merchant;
  const at = new Date(dayStart + pickHour(industry.hours, random) * hourMs + random.between(0, hourMs - 1));
  const newCustomer = demoCustomer(merchant.installationId, random.skewed(merchant.customers));
  const currency = random.pick(merchant.currencies);
  const payout = random.chance(industry.payouts);
  const payee = payout ? payees.findPayee(merchant.installationId, number, at) : undefined;
  const customer = payee ?? newCustomer;
  const deferred = !payout && random.chance(industry.deferred);
  const subscribes = !payout && !deferred && random.chance(industry.subscription);
  const amount = price(industry.prices, currency, random);
  const verify = !payout && !deferred && !subscribes && random.chance(0.01);
  const operation = payee ? 'payout' : verify ? 'verify' : 'payment';
  if (operation === 'payment') payees.recordPayment(merchant.installationId, customer, amount, at);
  const description = random.pick(industry.descriptions);
  const isSecure = merchant.channel !== 'MOTO' && !payout && random.chance(industry.secure);
  const event: DemoEvent & { kind: 'new' } = {
    kind: 'new',
    number,
    at,
    merchant,
    follows: 0,
    operation,
    body: {
      transaction: {
        currency,
        ...(verify ? {} : { amount: amount.text }),
        merchantRef: `TXN-${String(number).padStart(4, '0')}`,
        description,
        commerceType: merchant.channel === 'MOTO' ? 'MOTO' : 'ECOM',
        channel: merchant.channel,
        ...(deferred ? { deferred: true } : {}),
        ...(subscribes ? { recurring: true } : {}),
        ...(isSecure ? { do3DSecure: true } : {}),
      },
      paymentMethod: {
        card: {
          ...customer.card,
          ...(random.chance(0.95) ? { cv2: random.chance(0.97) ? '123' : '000' } : {}),
        },
        billingAddress: customer.address,
      },
      customer: {
        merchantRef: customer.reference,
        displayName: customer.name,
        email: customer.email,
        telephone: customer.telephone,
        ip: customer.ip,
        registered: subscribes || random.chance(0.3),
      },
      ...demoSale({ number, operation, customer, amount, description, isSecure }),
    },
  };
  const follows =
    payout || verify ? [] : followUps(event, { amount, currency, deferred, subscribes }, random);
  event.follows = follows.reduce((sum, { repetitions = 0 }) => sum + 1 + repetitions, 0);
  return { event, follows };
}

interface Sale {
  amount: Price;
  currency: string;
  deferred: boolean;
  subscribes: boolean;
}

/** Some merchants do not give one. */
const statedReasons: readonly (RefundReason | undefined)[] = [
  'CUSTOMER_REQUEST',
  'GOODS_RETURNED',
  undefined,
  'ORDER_CANCELLED',
  'GOODS_NOT_RECEIVED',
  'DUPLICATE',
  'CUSTOMER_REQUEST',
];

function followUps(event: DemoEvent & { kind: 'new' }, sale: Sale, random: Random): FollowUp[] {
  const { merchant, number, at } = event;
  const { industry } = merchant;
  const follow = (action: FollowUpAction, ms: number, body: object = {}): FollowUp => ({
    kind: 'follow-up',
    originalId: number,
    at: new Date(at.getTime() + ms),
    merchant,
    action,
    body,
  });
  const found: FollowUp[] = [];
  let charged = 0;
  if (sale.deferred) {
    const draw = random.next();
    const wait = random.between(hourMs, 5 * dayMs);
    if (draw < 0.88) found.push(follow('capture', (charged = wait)));
    else if (draw < 0.95) found.push(follow('cancel', wait));
  }
  if ((!sale.deferred || charged > 0) && random.chance(industry.refunds)) {
    const wait = charged + random.between(20 * minuteMs, 20 * dayMs);
    const partial = random.chance(0.5) && sale.amount.minor > 1;
    const part = Math.max(1, Math.floor(sale.amount.minor * (0.2 + random.next() * 0.6)));
    const transaction = { currency: sale.currency, amount: decimal(part, sale.amount.digits) };
    const refundReason = statedReasons[number % statedReasons.length];
    found.push(follow('refund', wait, { transaction: { ...(partial && transaction), refundReason } }));
    if (partial && random.chance(0.3))
      found.push(
        follow('refund', wait + random.between(hourMs, 5 * dayMs), { transaction: { refundReason } }),
      );
  }
  if (sale.subscribes) {
    const first = follow('repeat', periodMs, { transaction: { recurring: true, commerceType: 'CA' } });
    found.push({ ...first, repetitions: random.between(3, 11) - 1 });
  }
  return found;
}

/** A burst with stolen cards: many in minutes, one address, small amounts, mostly declined. */
function burstPayment(
  number: number,
  merchant: Merchant,
  dayStart: number,
  position: number,
  random: Random,
): PlannedEvent {
  const fraudster = demoCustomer(merchant.installationId + 1, number);
  const at = new Date(dayStart + 3 * hourMs + position * random.between(5, 40) * 1000);
  const currency = merchant.currencies[0] ?? 'GBP';
  const digits = currencyDigits(currency) ?? 2;
  const minor = random.chance(0.85) ? 251 : random.between(100, 900);
  const amount = digits === 2 ? decimal(minor, 2) : decimal(random.between(2, 9) * 10 ** digits, digits);
  return {
    follows: [],
    event: {
      kind: 'new',
      number,
      at,
      merchant,
      follows: 0,
      operation: 'payment',
      body: {
        transaction: {
          currency,
          amount,
          merchantRef: `TXN-${String(number).padStart(4, '0')}`,
          description: 'Order checkout',
          commerceType: 'ECOM',
          channel: 'WEB',
        },
        paymentMethod: {
          card: { ...fraudster.card, cv2: '000' },
          billingAddress: { line1: 'not matched', postcode: 'AVS000', countryCode: 'USA' },
        },
        customer: { displayName: fraudster.name, email: fraudster.email, ip: '203.0.113.66' },
      },
    },
  };
}

function pickMerchant(merchants: readonly Merchant[], random: Random): Merchant {
  const all = totalShare(merchants);
  let rest = random.next() * all;
  for (const merchant of merchants) {
    rest -= merchant.share;
    if (rest < 0) return merchant;
  }
  const [first] = merchants;
  if (!first) throw new Error('a demo needs a merchant');
  return first;
}

const shares = new WeakMap<readonly Merchant[], number>();

function totalShare(merchants: readonly Merchant[]): number {
  const cached = shares.get(merchants) ?? merchants.reduce((sum, merchant) => sum + merchant.share, 0);
  shares.set(merchants, cached);
  return cached;
}

function pickHour(weights: readonly number[], random: Random): number {
  let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [hour, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return hour;
  }
  return 12;
}

function dayWeight({ from, merchants }: DemoPlan, day: number, days: number): number {
  const date = new Date(from.getTime() + day * dayMs);
  const weekday = date.getUTCDay();
  const growth = 1 + day / days;
  // November and December sell more, February less.
  const season = [0.95, 0.85, 0.95, 1, 1, 1, 1.05, 1, 0.95, 1, 1.2, 1.4][date.getUTCMonth()] ?? 1;
  const week = merchants.reduce((sum, { industry, share }) => sum + (industry.days[weekday] ?? 7) * share, 0);
  return (growth * season * week) / totalShare(merchants);
}

function weightOfAll(plan: DemoPlan, days: number): number {
  let sum = 0;
  for (let day = 0; day < days; day += 1) sum += dayWeight(plan, day, days);
  return sum;
}
