import { setTimeout as sleep } from 'node:timers/promises';
import type { Link } from './link.ts';
import { DatabaseUnavailable } from './unavailable.ts';

interface PulseOptions {
  connect(): Promise<Link>;
  /** The time of the pool's last response, by performance.now(). */
  lastResponse(): number;
  onDown(reason: DatabaseUnavailable): void;
  onUp(downMs: number): void;
}

/** The interval of the health check, and its time limit. */
const everyMs = 400;
const responseTimeoutMs = 1000;

const readClock = {
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  values: [],
  types: [],
  isPrepared: false,
};

/**
 * Checks the server over its own connection, so that a hanging server is detected before the time limit of a statement. A
 * server that responds to any statement in that time is slow, not down.
 */
export class Pulse {
  readonly #options: PulseOptions;
  readonly #end = new AbortController();
  #link: Link | undefined;
  #downSince: number | undefined;
  /** How far the server's clock is ahead of this machine's; undefined before the first response. */
  clockOffsetMs: number | undefined;

  constructor(options: PulseOptions) {
    this.#options = options;
    void this.#watch();
  }

  get isDown(): boolean {
    return this.#downSince !== undefined;
  }

  stop(): void {
    this.#end.abort();
    this.#link?.destroy(new DatabaseUnavailable('the pool was closed'));
  }

  async #watch(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      const failure = await this.#check();
      if (signal.aborted) return;
      if (failure) this.#markDown(failure);
      else this.#markUp();
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** The failure, or undefined. */
  async #check(): Promise<Error | undefined> {
    const startedAt = performance.now();
    const response = this.#probe().then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    const timedOut = new DatabaseUnavailable('the database does not respond');
    const withTimeout = (ms: number) => Promise.race([response, sleep(ms, timedOut, { ref: false })]);
    const remainingMs = () =>
      Math.max(startedAt, this.#options.lastResponse()) + responseTimeoutMs - performance.now();
    for (let ms = remainingMs(); ms > 0; ms = remainingMs()) {
      const first = await withTimeout(ms);
      if (first !== timedOut) return first;
    }
    // This process may have been delayed: the response has then arrived and only has to be read.
    return withTimeout(20);
  }

  async #probe(): Promise<void> {
    const link = this.#link?.isReusable ? this.#link : await this.#options.connect();
    this.#link = link;
    const sentAt = Date.now();
    const { rows } = await link.run(readClock);
    const receivedAt = Date.now();
    // The offset of a slow response is not exact enough.
    if (receivedAt - sentAt > responseTimeoutMs) return;
    this.clockOffsetMs = Number((rows[0] as { now: number }).now) - (sentAt + receivedAt) / 2;
  }

  #markDown(failure: Error): void {
    this.#link?.destroy(failure);
    this.#link = undefined;
    if (this.#downSince !== undefined) return;
    this.#downSince = performance.now();
    this.#options.onDown(new DatabaseUnavailable(failure.message, failure));
  }

  #markUp(): void {
    if (this.#downSince === undefined) return;
    const downMs = performance.now() - this.#downSince;
    this.#downSince = undefined;
    this.#options.onUp(downMs);
  }
}
