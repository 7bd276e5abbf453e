import type { Endpoint } from '#shared/define-endpoint.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import type { RowSource, Rows } from './row-source.ts';

/** Exports of one person at once (docs/domain.md#limits), and of one process: each holds a connection of its pool. */
const atOncePerUser = 2;
const shareOfPool = 4;
/** A reader slower than this is cut off: no store must wait for it (docs/domain.md#slow-readers). */
export const maxExportMs = 10 * minuteMs;

/**
 * Rows of a file at the reader's pace. One transaction begins before the first row and ends with the last, with `stop`, or
 * when `ask.request.over` says that nobody reads any more.
 */
export class ExportRows implements AsyncIterable<Rows> {
  readonly #source: RowSource;
  readonly #ended: Promise<void>;

  private constructor(source: RowSource, ended: Promise<void>) {
    this.#source = source;
    this.#ended = ended;
  }

  /** Throws 429 or 503 when there is no place, and what `open` throws. */
  static async begin(
    ctx: Pick<HandlerContextWithoutTransaction<Endpoint>, 'caller' | 'services' | 'request' | 'inTenant'>,
    open: (sql: TenantSql) => Promise<RowSource>,
  ): Promise<ExportRows> {
    const { config, state } = ctx.services;
    const max = Math.max(1, Math.floor(config.poolSize / shareOfPool));
    if (!state.exportSlots.take(max)) throw problems.busy();
    const begun = Promise.withResolvers<ExportRows>();
    const ended = Promise.withResolvers<void>();
    // Whoever reads is told by the source; this only says that the transaction is over.
    ended.promise.catch(() => {});
    const { signal: over } = ctx.request;
    ctx
      .inTenant(async (sql) => {
        await reserveExportSlot(sql, ctx.caller.id);
        // Helpers of its own would take the cores from payments, and hand every row over once more.
        await sql.unsafe(
          `set local statement_timeout = ${maxExportMs}; set local max_parallel_workers_per_gather = 0`,
        );
        over.throwIfAborted();
        const source = await open(sql);
        const cancel = (): void => source.cancel();
        over.addEventListener('abort', cancel, { once: true });
        if (over.aborted) void emptied(source);
        begun.resolve(new ExportRows(source, ended.promise));
        await source.over;
        over.removeEventListener('abort', cancel);
      })
      .then(
        () => ended.resolve(),
        (error: unknown) => {
          begun.reject(error);
          ended.reject(error);
        },
      )
      .finally(() => state.exportSlots.release());
    return begun.promise;
  }

  /** Ends early when left early. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Rows> {
    let isWhole = false;
    try {
      for (let rows = await this.#source.read(); rows; rows = await this.#source.read()) yield rows;
      isWhole = true;
    } finally {
      if (!isWhole) await this.stop();
    }
    await this.#ended;
  }

  /** When nobody wants the rest. */
  async stop(): Promise<void> {
    await emptied(this.#source);
    await this.#ended.catch(() => {});
  }
}

/**
 * Cancelled, and what is already on its way thrown away: a connection whose rows nobody takes would wait for ever, and so
 * would the database, which looks up from its writing only when it can write.
 */
async function emptied(source: RowSource): Promise<void> {
  source.cancel();
  while (await source.read().catch(() => undefined));
}

/** A place is a lock of the transaction: it counts in all processes, and goes with the connection that holds it. */
async function reserveExportSlot(sql: TenantSql, userId: string): Promise<void> {
  for (let place = 1; place <= atOncePerUser; place += 1) {
    const [row] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export:${userId}:${place}`}, 0)) as taken`;
    if (row?.taken) return;
  }
  throw problems.tooManyRequests(10);
}
