import { createHmac } from 'node:crypto';
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

export interface SimulatedEvent {
  item: EventItem;
  /** Deliveries that were tried. */
  attempts: number;
  /** Whether a delivery was answered with 2xx. */
  isAccepted: boolean;
}

export interface Webhook {
  url: string;
  /** Basic authentication. */
  username?: string;
  password?: string;
}

export interface DeliveryOptions {
  /** Items in one request; 1 by default. */
  batch?: number;
  /** In a random order of the simulator's seed. */
  shuffled?: boolean;
  /** Each event once more after it was accepted. */
  twice?: boolean;
  /** Deliveries of one event until it stays undelivered; 10 by default. */
  attempts?: number;
  /** Which events; others stay undelivered. */
  only?: (item: EventItem) => boolean;
}

export interface DeliveryResult {
  accepted: number;
  /** Status of the last answer, or the error, for events that were not accepted. */
  rejected: { item: EventItem; answer: number | string }[];
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
  readonly #events: SimulatedEvent[] = [];
  webhook: Webhook | undefined;
  onEvent: ((event: SimulatedEvent) => void) | undefined;

  constructor(hmacKey: string, merchantAccount: string, now: () => Date, random: SeededRandom) {
    this.#key = hmacKey;
    this.#merchantAccount = merchantAccount;
    this.#now = now;
    this.#random = random;
  }

  all(): readonly SimulatedEvent[] {
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
    const event: SimulatedEvent = { item, attempts: 0, isAccepted: false };
    this.#events.push(event);
    this.onEvent?.(event);
    return item;
  }

  /** Delivers what is not accepted yet. Several rounds, without waiting, as long as the receiver refuses. */
  async deliver(options: DeliveryOptions = {}): Promise<DeliveryResult> {
    const { webhook } = this;
    if (!webhook) throw new Error('The simulator has no webhook: call setWebhook first');
    const { batch = 1, attempts = 10, only = () => true } = options;
    const chosen = this.#events.filter((event) => !event.isAccepted && only(event.item));
    const result: DeliveryResult = { accepted: 0, rejected: [] };
    let waiting = options.shuffled ? this.#random.shuffle(chosen) : chosen;
    for (let round = 1; waiting.length > 0 && round <= attempts; round++) {
      result.rejected = [];
      const refused: SimulatedEvent[] = [];
      for (let start = 0; start < waiting.length; start += batch) {
        const part = waiting.slice(start, start + batch);
        const answer = await post(webhook, part);
        const isAccepted = typeof answer === 'number' && answer >= 200 && answer < 300;
        for (const event of part) {
          event.attempts += 1;
          event.isAccepted = isAccepted;
        }
        if (isAccepted) result.accepted += part.length;
        else {
          refused.push(...part);
          result.rejected.push(...part.map(({ item }) => ({ item, answer })));
        }
      }
      waiting = refused;
    }
    if (options.twice) {
      const again = chosen.filter((event) => event.isAccepted);
      for (const event of options.shuffled ? this.#random.shuffle(again) : again) {
        await post(webhook, [event]);
        event.attempts += 1;
      }
    }
    return result;
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

async function post(webhook: Webhook, events: readonly SimulatedEvent[]): Promise<number | string> {
  const { username, password } = webhook;
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(username === undefined ? {} : { authorization: `Basic ${credentials}` }),
      },
      body: JSON.stringify(wrapEvents(events.map(({ item }) => item))),
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return String(error);
  }
}
