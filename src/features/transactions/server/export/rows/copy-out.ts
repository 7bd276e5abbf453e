import type { Readable } from 'node:stream';
import { backendOf, stopBackend } from '#database/stoppable.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Services } from '#server/services.ts';
import type { RowSource } from './row-source.ts';

/** Quotes and commas mean nothing to XML: signs that no row has take their place. */
const raw = String.raw`, quote E'\x01', delimiter E'\x02'`;

/** Rows as PostgreSQL writes them, at the reader's pace, in the transaction of `sql`, which must last until `over`. */
export class CopyOut implements RowSource {
  readonly over: Promise<void>;
  readonly cancel: () => void;
  readonly #stream: Readable;
  readonly #waiting: (() => void)[] = [];

  private constructor(stream: Readable, cancel: () => void) {
    this.#stream = stream;
    for (const event of ['readable', 'end', 'error', 'close']) {
      stream.on(event, () => this.#waiting.splice(0).forEach((go) => go()));
    }
    this.cancel = cancel;
    this.over = new Promise<void>((resolve) => stream.once('close', resolve)).then(() => letGo(stream));
  }

  /**
   * `statement` is a query whose every row is a line of CSV, or, with `isRaw`, one text that holds neither line ends nor
   * control characters and is sent as it is.
   */
  static async begin(
    sql: TenantSql,
    services: Services,
    statement: string,
    isRaw: boolean,
  ): Promise<CopyOut> {
    const cancel = await cancelOf(sql, services);
    const stream = await sql
      .unsafe(`copy (${statement}) to stdout (format csv${isRaw ? raw : ''})`)
      .readable();
    return new CopyOut(stream as unknown as Readable, cancel);
  }

  async read(): Promise<Uint8Array | undefined> {
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
