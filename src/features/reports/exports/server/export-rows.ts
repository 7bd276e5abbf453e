import { problems } from '#shared/problem.ts';
import { type TenantSql, inSnapshot } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';
import type { RequestInfo } from '#server/handler.ts';
import type { RowSource, Rows } from '#server/file/row-source.ts';

/**
 * Simultaneous exports of one user (docs/domain.md#limits) and of one process. Each holds a pool connection.
 */
const maxPerUser = 2;
const shareOfPool = 4;
/** Slower readers are disconnected, so that no store waits for them (docs/domain.md#slow-readers). */
const maxExportMs = 10 * minuteMs;

/** The caller of a file. An abort of the signal ends it. */
export interface ExportCaller {
  caller: Caller;
  services: CoreServices;
  request: Pick<RequestInfo, 'signal'>;
}

/**
 * Rows of a file at the reader's pace, in one transaction. It ends with the last row, with `stop`, or when
 * the request's signal is aborted.
 */
export class ExportRows implements AsyncIterable<Rows> {
  readonly #source: RowSource;
  readonly #ended: Promise<void>;

  private constructor(source: RowSource, ended: Promise<void>) {
    this.#source = source;
    this.#ended = ended;
  }

  /** Throws 429 or 503 when no slot is free, and the errors of `open`. */
  static async begin(ctx: ExportCaller, open: (sql: TenantSql) => Promise<RowSource>): Promise<ExportRows> {
    const { config, state } = ctx.services;
    const max = Math.max(1, Math.floor(config.poolSize / shareOfPool));
    if (!state.exportSlots.take(max)) throw problems.busy();
    const opened = Promise.withResolvers<ExportRows>();
    const ended = Promise.withResolvers<void>();
    // The source reports the error to its reader. This only reports the end of the transaction.
    ended.promise.catch(() => {});
    const { signal } = ctx.request;
    // One snapshot: the totals of the file are of the same transactions as its rows.
    inSnapshot(ctx.services.database, ctx.caller.tenantIds, async (sql) => {
      await reserveExportSlot(sql, ctx.caller.id);
      // Parallel workers would take cores from payments and copy every row once more.
      await sql.unsafe(
        `set local statement_timeout = ${maxExportMs}; set local max_parallel_workers_per_gather = 0`,
      );
      signal.throwIfAborted();
      const source = await open(sql);
      const cancel = (): void => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) void drain(source);
      opened.resolve(new ExportRows(source, ended.promise));
      await source.ended;
      signal.removeEventListener('abort', cancel);
    })
      .then(
        () => ended.resolve(),
        (error: unknown) => {
          opened.reject(error);
          ended.reject(error);
        },
      )
      .finally(() => state.exportSlots.release());
    return opened.promise;
  }

  /** Ends early when the caller stops reading. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Rows> {
    let isComplete = false;
    try {
      for (let rows = await this.#source.read(); rows; rows = await this.#source.read()) yield rows;
      isComplete = true;
    } finally {
      if (!isComplete) await this.stop();
    }
    await this.#ended;
  }

  /** Resolves when the rest is not needed. */
  async stop(): Promise<void> {
    await drain(this.#source);
    await this.#ended.catch(() => {});
  }
}

/**
 * Cancels the query and drains the connection: a connection with unread rows would wait for ever, and so
 * would PostgreSQL, which notices the cancellation only when it can write.
 */
async function drain(source: RowSource): Promise<void> {
  source.cancel();
  while (await source.read().catch(() => undefined));
}

/** A slot is a transaction-level lock: it counts across processes and is released with its connection. */
async function reserveExportSlot(sql: TenantSql, userId: string): Promise<void> {
  for (let slot = 1; slot <= maxPerUser; slot += 1) {
    const [row] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export:${userId}:${slot}`}, 0)) as taken`;
    if (row?.taken) return;
  }
  throw problems.tooManyRequests(10);
}
