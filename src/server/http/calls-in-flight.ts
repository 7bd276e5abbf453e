import { problems } from '#shared/problem.ts';
import { type LimitState, rateLimitHeaders } from './rate-limit-headers.ts';

/** Calls that a gateway works on at once: of one API key, and changes of one payment (docs/decisions/0137). */
export const inFlightLimits = { key: 100, payment: 20 };

/** The calls of one process. One over a limit is 429, so that a key cannot occupy the database alone. */
export class CallsInFlight {
  readonly #counts = new Map<string, number>();
  readonly #countersByRequest = new WeakMap<object, string[]>();

  /** Counts a request of a key, and of the payment that it changes. Returns how much of the key's limit is left. */
  enter(request: object, apiId: string, transactionId: string | undefined): LimitState {
    const key = `key:${apiId}`;
    const payment = `payment:${apiId}:${transactionId}`;
    const isPaymentBusy = transactionId !== undefined && this.#countOf(payment) >= inFlightLimits.payment;
    if (isPaymentBusy || this.#countOf(key) >= inFlightLimits.key)
      throw problems.tooManyRequests(1, rateLimitHeaders([this.#stateOf(key)]));
    const counters = transactionId === undefined ? [key] : [key, payment];
    for (const counter of counters) this.#counts.set(counter, this.#countOf(counter) + 1);
    this.#countersByRequest.set(request, counters);
    return this.#stateOf(key);
  }

  /** Without effect on a request that was not counted. */
  leave(request: object): void {
    for (const counter of this.#countersByRequest.get(request) ?? []) {
      const count = this.#countOf(counter) - 1;
      if (count > 0) this.#counts.set(counter, count);
      else this.#counts.delete(counter);
    }
    this.#countersByRequest.delete(request);
  }

  #stateOf(key: string): LimitState {
    return { name: 'calls', quota: inFlightLimits.key, remaining: inFlightLimits.key - this.#countOf(key) };
  }

  #countOf(counter: string): number {
    return this.#counts.get(counter) ?? 0;
  }
}
