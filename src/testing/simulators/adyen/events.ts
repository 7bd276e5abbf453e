import { createHmac } from 'node:crypto';
import {
  deliverEvents,
  postEvent,
  type DeliveryOptions,
  type DeliveryResult,
  type SimulatedEvent,
} from '../event-delivery.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Amount } from './requests.ts';

/** Adyen's NotificationRequestItem. */
export interface EventItem {
  additionalData?: Record<string, string>;
  amount: Amount;
  eventCode: string;
  eventDate: string;
  merchantAccountCode: string;
  merchantReference: string;
  originalReference?: string;
  operations?: string[];
  paymentMethod?: string;
  pspReference: string;
  reason: string;
  success: 'true' | 'false';
}

export interface Webhook {
  url: string;
  /** Basic authentication. */
  username?: string;
  password?: string;
}

type NewEvent = Omit<EventItem, 'eventDate' | 'merchantAccountCode' | 'success' | 'reason'> & {
  reason?: string;
  isSuccess: boolean;
};

/** Events of one webhook: signed when they happen, delivered until the receiver answers 2xx. */
export class EventQueue {
  readonly #key: string;
  readonly #merchantAccount: string;
  readonly #now: () => Date;
  readonly #random: SeededRandom;
  readonly #events: SimulatedEvent<EventItem>[] = [];
  webhook: Webhook | undefined;
  onEvent: ((event: SimulatedEvent<EventItem>) => void) | undefined;

  constructor(hmacKey: string, merchantAccount: string, now: () => Date, random: SeededRandom) {
    this.#key = hmacKey;
    this.#merchantAccount = merchantAccount;
    this.#now = now;
    this.#random = random;
  }

  all(): readonly SimulatedEvent<EventItem>[] {
    return this.#events;
  }

  add({ isSuccess, additionalData, reason = '', ...rest }: NewEvent): EventItem {
    const item: EventItem = {
      ...rest,
      reason,
      eventDate: this.#now()
        .toISOString()
        .replace(/\.\d+Z$/, '+00:00'),
      merchantAccountCode: this.#merchantAccount,
      success: isSuccess ? 'true' : 'false',
    };
    item.additionalData = { ...additionalData, hmacSignature: signEvent(item, this.#key) };
    const event: SimulatedEvent<EventItem> = { item, attempts: 0, isAccepted: false };
    this.#events.push(event);
    this.onEvent?.(event);
    return item;
  }

  async deliver(options?: DeliveryOptions<EventItem>): Promise<DeliveryResult<EventItem>> {
    const { webhook } = this;
    if (!webhook) throw new Error('The simulator has no webhook: call setWebhook first');
    const { url, username, password } = webhook;
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    const headers: Record<string, string> =
      username === undefined ? {} : { authorization: `Basic ${credentials}` };
    const send = (items: EventItem[]) => postEvent(url, headers, JSON.stringify(wrapEvents(items)));
    return deliverEvents(this.#events, send, this.#random, options);
  }
}

/** HMAC-SHA256 over eight fields. Reason, additional data and dates are not signed. */
export function signEvent(item: EventItem, hexKey: string): string {
  const signed = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':');
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(signed, 'utf8').digest('base64');
}

export function wrapEvents(items: readonly EventItem[]): object {
  return {
    live: 'false',
    notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
  };
}
