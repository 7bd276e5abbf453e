import type { Readable } from 'node:stream';
import { readBackend, stopBackend } from '#database/cancellable.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Services } from '#server/services.ts';
import { counted, withCrlf } from './line-ends.ts';
import type { RowSource, Rows } from './row-source.ts';

/** Quotes and commas mean nothing to XML: signs that no row has take their place. */
const raw = String.raw`, quote E'\x01', delimiter E'\x02'`;

/** Rows as PostgreSQL writes them, at the reader's pace, in the transaction of `sql`, which must last until `over`. */
export class PostgresCopySource implements RowSource {
  readonly over: Promise<void>;
  readonly cancel: () => void;
  readonly #lines: AsyncGenerator<Rows>;

  private constructor(stream: Readable, isCrlf: boolean, cancel: () => void) {
    this.#lines = isCrlf ? withCrlf(stream) : counted(stream);
    this.cancel = cancel;
    this.over = new Promise((resolve) => stream.once('close', resolve));
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
  ): Promise<PostgresCopySource> {
    const cancel = await prepareCancel(sql, services);
    const copy = sql.unsafe(`copy (${statement}) to stdout (format csv${isRaw ? raw : ''})`);
    return new PostgresCopySource(await copy.readable(), !isRaw, cancel);
  }

  async read(): Promise<Rows | undefined> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : value;
  }
}

/** From another connection: on its own the copy is under way. */
async function prepareCancel(sql: TenantSql, { database, log }: Services): Promise<() => void> {
  const backend = await readBackend(sql);
  return () => {
    stopBackend(database, backend).catch((err: unknown) =>
      log.warn({ err }, 'an export could not be cancelled'),
    );
  };
}
