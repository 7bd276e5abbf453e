import { setTimeout as sleep } from 'node:timers/promises';
import type { Link } from './link.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface PulseOptions {
  connect(): Promise<Link>;
  /** When any statement of the pool was answered last, as performance.now() says it. */
  lastAnswer(): number;
  onDown(reason: DatabaseUnavailable): void;
  onUp(downMs: number): void;
}

/** How often the server is asked for a sign of life, and how long it may take over it. */
const everyMs = 400;
const patienceMs = 1000;

const ping = { text: 'select 1', values: [], types: [], isPrepared: false };

/**
 * Asks the server for a sign of life over a connection of its own, so that a server that hangs is found out before any
 * statement's own time is up. A server that answers anything at all in that time is slow, and not down.
 */
export class Pulse {
  readonly #options: PulseOptions;
  readonly #end = new AbortController();
  #link: Link | undefined;
  #downSince: number | undefined;

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
      const failure = await this.#beat();
      if (signal.aborted) return;
      if (failure) this.#lose(failure);
      else this.#find();
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** What went wrong, or undefined. */
  async #beat(): Promise<Error | undefined> {
    const asked = performance.now();
    const answer = this.#ask().then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    const silence = new DatabaseUnavailable('the database does not answer');
    const within = (ms: number) => Promise.race([answer, sleep(ms, silence, { ref: false })]);
    const left = () => Math.max(asked, this.#options.lastAnswer()) + patienceMs - performance.now();
    for (let ms = left(); ms > 0; ms = left()) {
      const first = await within(ms);
      if (first !== silence) return first;
    }
    // The process itself may have been held up: then the answer has come, and is only to be read.
    return within(20);
  }

  async #ask(): Promise<void> {
    const link = this.#link?.isReusable ? this.#link : await this.#options.connect();
    this.#link = link;
    await link.run(ping);
  }

  #lose(failure: Error): void {
    this.#link?.destroy(failure);
    this.#link = undefined;
    if (this.#downSince !== undefined) return;
    this.#downSince = performance.now();
    this.#options.onDown(new DatabaseUnavailable(failure.message, failure));
  }

  #find(): void {
    if (this.#downSince === undefined) return;
    const downMs = performance.now() - this.#downSince;
    this.#downSince = undefined;
    this.#options.onUp(downMs);
  }
}
