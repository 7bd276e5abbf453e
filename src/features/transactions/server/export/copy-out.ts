import type { Readable } from 'node:stream';
import type { Call } from '#contract/define-call.ts';
import { problems } from '#contract/problem.ts';
import { backendOf, stopBackend } from '#database/stoppable.ts';
import type { TenantSql } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import type { StepsAsk } from '#server/handler.ts';
import type { Services } from '#server/services.ts';

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

  readonly #waiting: (() => void)[] = [];

  private constructor(stream: Readable, ended: Promise<void>, cancel: () => void) {
    this.#stream = stream;
    for (const event of ['readable', 'end', 'error', 'close']) {
      stream.on(event, () => this.#waiting.splice(0).forEach((go) => go()));
    }
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
        const text = await statement(sql);
        const cancel = await cancelOf(sql, ask.services);
        ask.request.over.throwIfAborted();
        ask.request.over.addEventListener('abort', cancel, { once: true });
        const stream = (await sql
          .unsafe(`copy (${text}) to stdout (format csv${isRaw ? raw : ''})`)
          .readable()) as unknown as Readable;
        const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
        begun.resolve(new CopyOut(stream, ended.promise, cancel));
        await isOver;
        await letGo(stream);
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
      for (let rows = await this.#read(); rows; rows = await this.#read()) yield rows;
      isWhole = true;
    } finally {
      if (!isWhole) await this.stop();
    }
    await this.#ended;
  }

  /**
   * Tells the database to stop, and throws away what is already on its way: a connection whose rows nobody takes would
   * wait for ever, and so would the database, which looks up from its writing only when it can write.
   */
  async stop(): Promise<void> {
    this.#cancel();
    while (await this.#read().catch(() => undefined));
    await this.#ended.catch(() => {});
  }

  /** The rows that have come; undefined after the last. Throws what the stream was broken off with. */
  async #read(): Promise<Uint8Array | undefined> {
    const stream = this.#stream;
    for (;;) {
      const rows = stream.read() as Uint8Array | null;
      if (rows) return rows;
      if (stream.errored) throw stream.errored;
      if (stream.readableEnded) return undefined;
      if (stream.destroyed) throw new Error('the connection to the database was lost');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** The driver takes a copy for done as soon as it has begun: only another connection can stop it. */
async function cancelOf(sql: TenantSql, { database, log }: Services): Promise<() => void> {
  const backend = await backendOf(sql);
  return () => {
    stopBackend(database, backend).catch((err: unknown) =>
      log.warn({ err }, 'an export could not be cancelled'),
    );
  };
}

/**
 * The driver stops its socket while we read nothing, and starts it when the stream asks for more; of a stream that is over
 * nobody asks. When the connection itself is lost its end ends the transaction: a commit sent after it would find no
 * socket.
 */
async function letGo(stream: Readable): Promise<void> {
  const { errored } = stream as { errored: { severity?: string } | null };
  try {
    // The name is Node's.
    // oxlint-disable-next-line no-underscore-dangle
    stream._read(0);
  } catch {
    // No socket any more.
  }
  const isLost = errored != null && errored.severity !== 'ERROR';
  if (isLost) await new Promise<never>(() => {});
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
