import type { Readable } from 'node:stream';
import { copyStream, goOn } from '#database/copy-stream.ts';
import { backendOf, stopBackend } from '#database/stoppable.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Services } from '#server/services.ts';
import { RowPages } from './row-pages.ts';
import type { RowSource, Rows } from './row-source.ts';

/** Quotes and commas mean nothing to XML: signs that no row has take their place. */
const raw = String.raw`, quote E'\x01', delimiter E'\x02'`;

/** Rows as PostgreSQL writes them, at the reader's pace, in the transaction of `sql`, which must last until `over`. */
export class CopyOut implements RowSource {
  readonly over: Promise<void>;
  readonly cancel: () => void;
  readonly #stream: Readable;
  readonly #pages: RowPages;
  readonly #waiting: (() => void)[] = [];

  private constructor(stream: Readable, isCrlf: boolean, cancel: () => void) {
    this.#stream = stream;
    this.#pages = new RowPages(isCrlf);
    const end = stream.push.bind(stream);
    // The driver puts in row by row: thousands of little pieces a second, put together and taken apart again.
    stream.push = (row: Buffer | null) => {
      if (row === null) return end(null);
      const isWelcome = this.#pages.add(row);
      this.#wake();
      return isWelcome;
    };
    for (const event of ['readable', 'end', 'error', 'close']) stream.on(event, () => this.#wake());
    this.cancel = cancel;
    this.over = new Promise<void>((resolve) => stream.once('close', resolve)).then(() => letGo(stream));
  }

  /**
   * `statement` is a query whose every row is a line of CSV, which is ended by CRLF, or, with `isRaw`, one text that
   * holds neither line ends nor control characters, is sent as it is, and is ended by LF.
   */
  static async begin(
    sql: TenantSql,
    services: Services,
    statement: string,
    isRaw: boolean,
  ): Promise<CopyOut> {
    const cancel = await cancelOf(sql, services);
    let out: CopyOut | undefined;
    await copyStream(sql, `copy (${statement}) to stdout (format csv${isRaw ? raw : ''})`, (stream) => {
      out = new CopyOut(stream, !isRaw, cancel);
    });
    if (!out) throw new Error('the database began no copy');
    return out;
  }

  async read(): Promise<Rows | undefined> {
    const stream = this.#stream;
    for (;;) {
      const rows = this.#pages.take();
      if (this.#pages.isLow && !stream.readableEnded) goOn(stream);
      if (rows) return rows;
      // Only so does the stream find its end.
      stream.read();
      if (stream.errored) throw stream.errored;
      if (stream.readableEnded) return undefined;
      if (stream.destroyed) throw new Error('the connection to the database was lost');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
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

/** When the connection itself is lost its end ends the transaction: a commit sent after it would find no socket. */
async function letGo(stream: Readable): Promise<void> {
  const { errored } = stream as { errored: { severity?: string } | null };
  const isLost = errored != null && errored.severity !== 'ERROR';
  if (isLost) await new Promise<never>(() => {});
}
