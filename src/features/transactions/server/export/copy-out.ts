import type { Readable } from 'node:stream';
import { problems } from '#contract/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import type { StepsAsk } from '#server/handler.ts';
import type { Call } from '#contract/define-call.ts';

/** Exports of one person at once (security #60), and of one process: each holds a connection of its pool. */
const atOncePerUser = 2;
const shareOfPool = 4;
/** A reader slower than this is cut off: the database must not wait for it (security §16). */
const longestMs = 10 * minuteMs;

/** Quotes and commas mean nothing to XML: signs that no row has take their place. */
const raw = String.raw`, quote E'\x01', delimiter E'\x02'`;

let underWay = 0;

/**
 * Rows as PostgreSQL writes them, at the reader's pace, in one transaction that begins with the first row and ends with
 * the last, with `stop`, or when `ask.request.over` says that nobody reads any more.
 */
export class CopyOut implements AsyncIterable<Uint8Array> {
  readonly #stream: Readable;
  readonly #ended: Promise<void>;
  readonly #cancel: () => void;

  private constructor(stream: Readable, ended: Promise<void>, cancel: () => void) {
    this.#stream = stream;
    this.#ended = ended;
    this.#cancel = cancel;
  }

  /**
   * `statement` answers a query whose every row is a line of CSV, or, with `isRaw`, one text that holds neither line
   * ends nor control characters and is sent as it is. Throws 429 or 503 when there is no place, and what `statement`
   * throws.
   */
  static async begin(
    ask: Pick<StepsAsk<Call>, 'caller' | 'services' | 'request' | 'inTenant'>,
    statement: (sql: TenantSql) => Promise<string>,
    isRaw: boolean,
  ): Promise<CopyOut> {
    const most = Math.max(1, Math.floor(ask.services.config.poolSize / shareOfPool));
    if (underWay >= most) throw problems.busy();
    underWay += 1;
    const begun = Promise.withResolvers<CopyOut>();
    const ended = Promise.withResolvers<void>();
    // Whoever reads is told by the stream; this only says that the transaction is over.
    ended.promise.catch(() => {});
    ask
      .inTenant(async (sql) => {
        await takePlace(sql, ask.caller.id);
        await sql.unsafe(`set local statement_timeout = ${longestMs}`);
        const query = sql.unsafe(`copy (${await statement(sql)}) to stdout (format csv${isRaw ? raw : ''})`);
        const cancel = () => void query.cancel();
        ask.request.over.addEventListener('abort', cancel, { once: true });
        if (ask.request.over.aborted) cancel();
        const stream = await query.readable();
        const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
        begun.resolve(new CopyOut(stream as unknown as Readable, ended.promise, cancel));
        await isOver;
        ask.request.over.removeEventListener('abort', cancel);
      })
      .then(
        () => ended.resolve(),
        (error: unknown) => {
          begun.reject(error);
          ended.reject(error);
        },
      )
      .finally(() => (underWay -= 1));
    return begun.promise;
  }

  /** Ends early when left early. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let isWhole = false;
    try {
      // Never destroyed from our side: the connection would wait for a reader that is gone.
      for await (const rows of this.#stream.iterator({ destroyOnReturn: false })) yield rows as Uint8Array;
      isWhole = true;
    } finally {
      if (!isWhole) await this.stop();
    }
    await this.#ended;
  }

  /** Tells the database to stop, and throws away what is already on its way. */
  async stop(): Promise<void> {
    this.#stream.on('error', () => {});
    this.#cancel();
    this.#stream.resume();
    await this.#ended.catch(() => {});
  }
}

/** A place is a lock of the transaction: it counts in all processes, and goes with the connection that holds it. */
async function takePlace(sql: TenantSql, userId: string): Promise<void> {
  for (let place = 1; place <= atOncePerUser; place += 1) {
    const [row] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export:${userId}:${place}`}, 0)) as taken`;
    if (row?.taken) return;
  }
  throw problems.tooManyRequests(10);
}
