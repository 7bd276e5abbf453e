import { problems } from '#shared/problem.ts';

/** Calls that a gateway works on at once: of one API key, and changes of one payment (docs/decisions/0137). */
export const inFlightLimits = { key: 100, payment: 20 };

/** The calls of one process. One over a limit is 429, so that a key cannot occupy the database alone. */
export class CallsInFlight {
  readonly #counts = new Map<string, number>();
  readonly #countersByRequest = new WeakMap<object, string[]>();

  /** Counts a request of a key, and of the payment that it changes. Returns the headers that name the limit. */
  enter(request: object, apiId: string, transactionId: string | undefined): Record<string, string> {
    const key = `key:${apiId}`;
    const payment = `payment:${apiId}:${transactionId}`;
    if (this.#countOf(key) >= inFlightLimits.key) throw problems.tooManyRequests(1);
    if (transactionId !== undefined && this.#countOf(payment) >= inFlightLimits.payment)
      throw problems.tooManyRequests(1);
    const counters = transactionId === undefined ? [key] : [key, payment];
    for (const counter of counters) this.#counts.set(counter, this.#countOf(counter) + 1);
    this.#countersByRequest.set(request, counters);
    return {
      'ratelimit-policy': `"calls";q=${inFlightLimits.key};qu="concurrent-requests"`,
      ratelimit: `"calls";r=${inFlightLimits.key - this.#countOf(key)}`,
    };
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

  #countOf(counter: string): number {
    return this.#counts.get(counter) ?? 0;
  }
}
