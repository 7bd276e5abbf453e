import type { Sql } from '#database/connection.ts';
import type { NotSent } from '#integrations/processors/adapter.ts';
import { claimProbe, closeBreaker, openBreaker } from './db/breakers.ts';

/** Failed connections in a row that open it. */
const failuresInRow = 5;
/** Of so many calls within the window, half without a result open it. */
const callsInWindow = 20;
const windowMs = 30_000;

interface BreakerOptions {
  connectionId: number;
  database: Sql;
  now(): Date;
  /** Undefined: closed. */
  probeAt(): Date | undefined;
  onChange(state: 'open' | 'closed', reason: string): void;
}

/** What counts of a result: its kind, and why nothing was sent. */
interface CallResult {
  kind: string;
  why?: string;
}

const down: NotSent = { kind: 'not-sent', why: 'unavailable' };

/**
 * Stops calls to a processor that cannot be reached (docs/processors.md#breaker). Each program counts its own calls; the
 * state is in the database, for all. Declines never count.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #inRow = 0;
  #calls: { at: number; hasResult: boolean }[] = [];

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** Makes the call unless the breaker is open; of those that come when a probe is due, one is made. */
  async run<T extends CallResult>(call: () => Promise<T>): Promise<T | NotSent> {
    const { connectionId, database, now, probeAt } = this.#options;
    const due = probeAt();
    const isProbe = due !== undefined;
    if (isProbe && (due > now() || !(await claimProbe(database, connectionId, now())))) return down;
    const result = await call();
    await this.#record(result, isProbe);
    return result;
  }

  async #record(result: CallResult, isProbe: boolean): Promise<void> {
    const hasResult = result.kind !== 'not-sent' && result.kind !== 'no-response';
    if (hasResult && isProbe) return this.#close();
    const reason = this.#count(result, hasResult);
    if (reason !== undefined && !isProbe) await this.#open(reason);
  }

  /** Why the breaker must open now, if it must. */
  #count(result: CallResult, hasResult: boolean): string | undefined {
    const at = this.#options.now().getTime();
    this.#calls = this.#calls.filter((call) => call.at > at - windowMs);
    if (this.#calls.length < 1000) this.#calls.push({ at, hasResult });
    const why = result.kind === 'not-sent' ? result.why : undefined;
    this.#inRow = why === 'connection' || why === 'address' ? this.#inRow + 1 : 0;
    if (why === 'credentials') return 'the processor refuses our credentials';
    if (this.#inRow >= failuresInRow) return 'no connection could be made';
    const failed = this.#calls.filter((call) => !call.hasResult).length;
    return this.#calls.length >= callsInWindow && failed * 2 >= this.#calls.length
      ? 'half of the calls got no result'
      : undefined;
  }

  async #open(reason: string): Promise<void> {
    const { connectionId, database, now, onChange } = this.#options;
    this.#inRow = 0;
    this.#calls = [];
    if (await openBreaker(database, connectionId, reason, now())) onChange('open', reason);
  }

  async #close(): Promise<void> {
    const { connectionId, database, onChange } = this.#options;
    this.#calls = [];
    if (await closeBreaker(database, connectionId)) onChange('closed', '');
  }
}
