import type { Readable } from 'node:stream';
import type { TenantSql } from '#database/tenant.ts';
import { literalText } from '#database/literal-text.ts';
import { readBackend, stopBackend } from '#database/cancellable.ts';
import type { ReportCaller } from '#features/record/reporting/server/routing/search-report.ts';
import type { ReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import { conditions, ordering } from '#features/record/reporting/server/postgres-query.ts';
import type { Services } from '#server/services.ts';
import type { FileShape } from '../lines/file-shape.ts';
import { buildPostgresLine } from '../lines/postgres-lines.ts';
import type { RowSource, Rows } from '#server/file/row-source.ts';

/**
 * The rows of a query as lines of the file. PostgreSQL writes every file: it has all fields, and its COPY of
 * a million rows took a quarter of the warehouse's time (docs/benchmarks.md).
 */
export async function openRows(
  { sql, services }: Pick<ReportCaller, 'sql' | 'services'>,
  query: ReportQuery,
  shape: FileShape,
): Promise<RowSource> {
  const statement = await literalText(sql, buildStatement(sql, query, shape));
  return PostgresCopySource.begin(sql, services, statement, shape.format !== 'CSV');
}

const buildStatement = (sql: TenantSql, query: ReportQuery, shape: FileShape) =>
  sql`select ${buildPostgresLine(sql, shape)} from txn where ${conditions(sql, query)}
    order by ${ordering(sql, query)} limit ${query.limit} offset ${query.offset}`;

/** XML needs no CSV quoting: characters that occur in no row replace quote and delimiter. */
const raw = String.raw`, quote E'\x01', delimiter E'\x02'`;

/** Rows from PostgreSQL at the reader's pace, in the transaction of `sql`, which must last until `ended`. */
class PostgresCopySource implements RowSource {
  readonly ended: Promise<void>;
  readonly cancel: () => void;
  readonly #lines: AsyncGenerator<Rows>;

  private constructor(stream: Readable, isCrlf: boolean, cancel: () => void) {
    this.#lines = isCrlf ? withCrlf(stream) : withRowCounts(stream);
    this.cancel = cancel;
    this.ended = new Promise((resolve) => stream.once('close', resolve));
  }

  /**
   * Every row of `statement` is a CSV line, ended by CRLF here, or, with `isRaw`, one text without line ends
   * or control characters, ended by LF.
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

/** On another connection, because its own one is running the copy. */
async function prepareCancel(sql: TenantSql, { database, log }: Services): Promise<() => void> {
  const backend = await readBackend(sql);
  return () => {
    stopBackend(database, backend).catch((err: unknown) =>
      log.warn({ err }, 'an export could not be cancelled'),
    );
  };
}

const [quote, lineEnd] = [0x22, 0x0a];

/** Lines without an inner line end, counted. */
async function* withRowCounts(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  for await (const bytes of lines) {
    yield { bytes, count: countLineEnds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) };
  }
}

/** Ends CSV lines with CRLF instead of LF. An LF within quotes belongs to the cell and stays. */
async function* withCrlf(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  let isQuoted = false;
  for await (const chunk of lines) {
    let count = 0;
    const from = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const to = Buffer.allocUnsafe(chunk.length + countLineEnds(from));
    let [read, written] = [0, 0];
    // A search is many times faster than a loop over the bytes.
    let [end, mark] = [from.indexOf(lineEnd), from.indexOf(quote)];
    while (end >= 0) {
      // A doubled quote toggles twice, with no effect.
      for (; mark >= 0 && mark < end; mark = from.indexOf(quote, mark + 1)) isQuoted = !isQuoted;
      if (!isQuoted) {
        written += from.copy(to, written, read, end);
        to[written++] = 0x0d;
        to[written++] = lineEnd;
        read = end + 1;
        count += 1;
      }
      end = from.indexOf(lineEnd, end + 1);
    }
    for (; mark >= 0; mark = from.indexOf(quote, mark + 1)) isQuoted = !isQuoted;
    written += from.copy(to, written, read);
    yield { bytes: to.subarray(0, written), count };
  }
}

function countLineEnds(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) count += 1;
  return count;
}
