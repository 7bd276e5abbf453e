import { createHmac } from 'node:crypto';
import {
  deliverEvents,
  postEvent,
  type DeliveryOptions,
  type DeliveryResult,
  type SimulatedEvent,
} from '../event-delivery.ts';
import { SeededRandom } from '../seeded-random.ts';
import type {
  AnyObject,
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Payout,
  Refund,
  SetupIntent,
  StoredFile,
  StripeEvent,
  Token,
} from './objects.ts';
import { missing } from './stripe-error.ts';
import type { CardBehaviour } from './test-cards.ts';

export const apiVersion = '2026-10-28.endive';

/** Objects of one kind by id, newest last. */
export type Store<T> = Map<string, T>;

/** The state of one account in test mode. */
export class StripeAccount {
  readonly now: () => Date;
  readonly random: SeededRandom;
  readonly intents: Store<PaymentIntent> = new Map();
  readonly charges: Store<Charge> = new Map();
  readonly refunds: Store<Refund> = new Map();
  readonly methods: Store<PaymentMethod> = new Map();
  readonly tokens: Store<Token> = new Map();
  /** The test cards in tokens of wallets. */
  readonly tokenNumbers = new Map<string, string>();
  readonly customers: Store<Customer> = new Map();
  readonly setups: Store<SetupIntent> = new Map();
  readonly balance: Store<BalanceTransaction> = new Map();
  readonly disputes: Store<Dispute> = new Map();
  readonly files: Store<StoredFile> = new Map();
  readonly payouts: Store<Payout> = new Map();
  /** The card numbers are gone; what they do in tests stays. */
  readonly behaviours = new Map<string, CardBehaviour>();
  /** Payment methods that were charged without a customer, which works once. */
  readonly used = new Set<string>();
  /** Payment methods that were authenticated for later charges. */
  readonly setUp = new Set<string>();
  /** Balance transactions by the payout that contains them. */
  readonly paidOut = new Map<string, string>();
  readonly events: SimulatedEvent<StripeEvent>[] = [];
  readonly id: string;
  readonly webhookSecret: string;
  readonly holdsRefunds: boolean;
  webhookUrl: string | undefined;
  onEvent: ((event: StripeEvent) => void) | undefined;
  /** The request that is being processed; its events name it. */
  request: StripeEvent['request'] = { id: null, idempotency_key: null };
  /** The address of the simulator, where cardholders authenticate. */
  baseUrl = '';
  readonly #work: (() => void)[] = [];

  constructor(webhookSecret: string, now: () => Date, seed: number, holdsRefunds: boolean) {
    this.webhookSecret = webhookSecret;
    this.now = now;
    this.random = new SeededRandom(seed);
    this.id = this.newId('acct');
    this.holdsRefunds = holdsRefunds;
  }

  newId(prefix: string): string {
    return `${prefix}_${this.random.text('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 24)}`;
  }

  /** Seconds since 1970. */
  seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  /** Makes an event with a copy of the object as it is now. */
  report(type: string, object: AnyObject | object): void {
    const item: StripeEvent = {
      id: this.newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: this.request,
      type,
    };
    this.events.push({ item, attempts: 0, isAccepted: false });
    this.onEvent?.(item);
  }

  /** What a bank does later: at once, or when a test lets it. */
  later(work: () => void): void {
    if (this.holdsRefunds) this.#work.push(work);
    else work();
  }

  processRefunds(): number {
    const work = this.#work.splice(0);
    for (const each of work) each();
    return work.length;
  }

  /** Each event in a request of its own, with a signature that is made when it is sent. */
  async deliver(options?: DeliveryOptions<StripeEvent>): Promise<DeliveryResult<StripeEvent>> {
    const { webhookUrl: url } = this;
    if (url === undefined) throw new Error('The simulator has no webhook: call setWebhook first');
    const send = ([event]: StripeEvent[]) => {
      const body = JSON.stringify(event);
      const signature = signPayload(body, this.webhookSecret, this.seconds());
      return postEvent(url, { 'stripe-signature': signature }, body);
    };
    return deliverEvents(this.events, send, this.random, { ...options, batch: 1 });
  }
}

/** The `Stripe-Signature` header of a payload. */
export function signPayload(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** Throws Stripe's 404. */
export function requireObject<T>(store: Store<T>, name: string, id: string, param?: string): T {
  const object = store.get(id);
  if (!object) throw missing(name, id, param);
  return object;
}
