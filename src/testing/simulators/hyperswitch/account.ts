import { createHmac } from 'node:crypto';
import {
  deliverEvents,
  postEvent,
  type DeliveryOptions,
  type DeliveryResult,
  type SimulatedEvent,
} from '../event-delivery.ts';
import { SeededRandom } from '../seeded-random.ts';
import type { Decide } from './decide-payment.ts';
import type { Dispute, OutgoingWebhook, Payment, Payout, Refund, StoredMethod } from './objects.ts';

/** How a payment will end that is `processing`, or whose card holder is at the issuer's page. */
interface Unfinished {
  behaviour: string;
  savesCard: boolean;
}

/** The state of one merchant account of a router. */
export class HyperswitchAccount {
  readonly now: () => Date;
  readonly random: SeededRandom;
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly payouts = new Map<string, Payout>();
  /** Payouts by how often they were paid. */
  readonly paidOut = new Map<string, number>();
  readonly methods = new Map<string, StoredMethod>();
  readonly disputes = new Map<string, Dispute>();
  readonly unfinished = new Map<string, Unfinished>();
  /** Payments that a request works on. The router locks them. */
  readonly locked = new Set<string>();
  /** Payments by how often they were approved. */
  readonly approvals = new Map<string, number>();
  readonly authorised = new Map<string, number>();
  readonly events: SimulatedEvent<OutgoingWebhook>[] = [];
  readonly merchantId: string;
  readonly webhookKey: string;
  decide: Decide = () => undefined;
  decideRefund: (refund: Refund) => Refund['status'] = () => 'succeeded';
  decidePayout: (payout: Payout) => Payout['status'] = () => 'success';
  onEvent: ((event: OutgoingWebhook) => void) | undefined;
  webhookUrl: string | undefined;
  /** The address of the simulator, where card holders authenticate. */
  baseUrl = '';

  constructor(webhookKey: string, now: () => Date, seed: number) {
    this.webhookKey = webhookKey;
    this.now = now;
    this.random = new SeededRandom(seed);
    this.merchantId = this.newId('merchant');
  }

  newId(prefix: string, length = 20): string {
    return `${prefix}_${this.random.text('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', length)}`;
  }

  time(): string {
    return this.now().toISOString();
  }

  /** Makes an event with a copy of the object as it is now. */
  report(
    event_type: string,
    type: OutgoingWebhook['content']['type'],
    object: OutgoingWebhook['content']['object'],
  ) {
    const item: OutgoingWebhook = {
      merchant_id: this.merchantId,
      event_id: this.newId('evt'),
      event_type,
      content: { type, object: structuredClone(object) },
      timestamp: this.time(),
    };
    this.events.push({ item, attempts: 0, isAccepted: false });
    this.onEvent?.(item);
  }

  async deliver(options?: DeliveryOptions<OutgoingWebhook>): Promise<DeliveryResult<OutgoingWebhook>> {
    const { webhookUrl: url } = this;
    if (url === undefined) throw new Error('The simulator has no webhook: call setWebhook first');
    const send = ([event]: OutgoingWebhook[]) => {
      const body = JSON.stringify(event);
      return postEvent(url, { 'x-webhook-signature-512': signWebhook(body, this.webhookKey) }, body);
    };
    return deliverEvents(this.events, send, this.random, { ...options, batch: 1 });
  }
}

/** The header `x-webhook-signature-512` of a body. */
export const signWebhook = (body: string | Buffer, key: string): string =>
  createHmac('sha512', key).update(body).digest('hex');
