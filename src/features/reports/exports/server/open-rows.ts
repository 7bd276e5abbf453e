import type { Readable } from 'node:stream';
import type { TenantSql } from '#database/tenant.ts';
import { literalText } from '#database/literal-text.ts';
import { readBackend, stopBackend } from '#database/cancellable.ts';
import type { ReportCaller } from '#features/record/reporting/server/search-report.ts';
import type { ReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import { conditions, ordering } from '#features/record/reporting/server/postgres-query.ts';
import type { Services } from '#server/services.ts';
import { type FileShape, type TimeKind, isTime, timeStyles } from './file-shape.ts';
import type { RowSource, Rows } from '#server/file/row-source.ts';
import type { Fragment } from '#database/connection.ts';
import type { Column } from '#features/record/reporting/server/columns/postgres-column.ts';
import { fileKind, findColumn } from '#features/record/reporting/server/columns/transaction-columns.ts';

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

type LineOf = (sql: TenantSql, fields: readonly string[], timezone: string) => Fragment;

/** One line of a file as an SQL expression: the columns of a CSV line, otherwise one text. */
const buildPostgresLine = (sql: TenantSql, { format, fields, timezone }: FileShape): Fragment =>
  (format === 'CSV' ? csvLine : xlsxRow)(sql, fields, timezone);

/**
 * Columns of a CSV line: times in the reader's zone, amounts with their currency's digits, formulas escaped.
 */
const csvLine: LineOf = (sql, fields, timezone) =>
  join(
    sql,
    fields.map((field) => {
      const column = findColumn(field);
      const kind = fileKind(field);
      if (kind === 'text') return escapeFormula(sql, column.select(sql));
      if (isTime(kind)) return timeText(sql, field, column, timezone);
      return (column.export ?? column.select)(sql);
    }),
    sql`, `,
  );

/** A row of an XLSX sheet. */
const xlsxRow: LineOf = (sql, fields, timezone) =>
  row(sql, '<row>', '</row>', fields, (field, column) => {
    const value = column.select(sql);
    const kind = fileKind(field);
    const number = (digits: Fragment, text: Fragment) =>
      sql`coalesce('<c s="' || ${digits} || '"><v>' || ${text} || '</v></c>', '<c/>')`;
    // Styles of xlsx-file.ts: 2 to 6 are numbers with 0 to 4 decimals, then date and time, date, time.
    if (kind === 'money') return number(sql`(2 + ccy_digits)`, value);
    if (kind === 'number') return number(sql`2`, sql`(${value})::text`);
    if (isTime(kind)) return number(sql`${timeStyles[kind]}::text`, serial(sql, field, column, timezone));
    return sql`coalesce('<c t="inlineStr"><is><t xml:space="preserve">' || ${xmlText(sql, value)} || '</t></is></c>', '<c/>')`;
  });

const textFormats = { instant: 'DD/MM/YYYY HH24:MI:SS', date: 'DD/MM/YYYY', time: 'HH24:MI:SS' } as const;

/**
 * A spreadsheet evaluates a cell that starts like this as a formula (docs/domain.md#exports). A leading quote
 * prevents it.
 */
function escapeFormula(sql: TenantSql, text: Fragment): Fragment {
  // Letters sort between these signs and their full-width forms: two byte comparisons settle most cells.
  return sql`case when (${text} < 'A'::text collate "C" or ${text} >= '＋'::text collate "C")
    and ascii(${text}) in (61, 43, 45, 64, 9, 10, 13, 65309, 65291, 65293, 65312) then '''' || ${text} else ${text} end`;
}

/** The local time in the zone, without an offset. */
function moment(sql: TenantSql, field: string, column: Column, timezone: string): Fragment {
  if (field === 'txn_date' || field === 'txn_time') return sql`(txn_datetime at time zone ${timezone}::text)`;
  if (column.as === 'instant') return sql`(${column.compare(sql)} at time zone ${timezone}::text)`;
  return column.as === 'time'
    ? sql`(date '1899-12-31' + ${column.compare(sql)})`
    : sql`${column.compare(sql)}::timestamp`;
}

function timeText(sql: TenantSql, field: string, column: Column, timezone: string): Fragment {
  return sql`to_char(${moment(sql, field, column, timezone)}, ${textFormats[column.as as TimeKind]})`;
}

/** Days since the end of 1899, the unit of spreadsheets. A time alone is a fraction of a day. */
function serial(sql: TenantSql, field: string, column: Column, timezone: string): Fragment {
  const at = moment(sql, field, column, timezone);
  const serialNumber = sql`(extract(epoch from date_trunc('second', ${at})) / 86400 + 25569)`;
  if (column.as === 'date') return sql`floor(${serialNumber})::text`;
  return column.as === 'time'
    ? sql`round(mod(${serialNumber}, 1), 10)::text`
    : sql`round(${serialNumber}, 10)::text`;
}

/**
 * Drops characters that XML cannot contain, and escapes what a spreadsheet reads as its own escape
 * (`_x0041_`).
 */
function xmlText(sql: TenantSql, value: Fragment): Fragment {
  const clean = sql`translate(left(${value}, 32767), ${forbidden}, '')`;
  const unescaped = sql`case when strpos(${clean}, '_x') > 0
    then regexp_replace(${clean}, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g') else ${clean} end`;
  const marks: [string, string][] = [
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['\t', '&#9;'],
    ['\n', '&#10;'],
    ['\r', '&#13;'],
  ];
  const safe = marks.reduce(
    (text, [mark, name]) => sql`replace(${text}, ${mark}, ${name})`,
    sql`(${unescaped})`,
  );
  // Most cells need no escaping, and the test is much cheaper.
  return sql`case when ${value} ~ ${special} or octet_length(${value}) > 32767 then ${safe} else ${value} end`;
}

/** Anything that XML cannot contain unescaped. */
const special = String.raw`_x|[&<>\u0001-\u001f\ufffe\uffff]`;

/** Control characters other than tab and line ends, and the two noncharacters. */
const forbidden = `${Array.from({ length: 31 }, (_, at) => at + 1)
  .filter((code) => ![9, 10, 13].includes(code))
  .map((code) => String.fromCharCode(code))
  .join('')}\uFFFE\uFFFF`;

function row(
  sql: TenantSql,
  open: string,
  close: string,
  fields: readonly string[],
  cellOf: (field: string, column: Column) => Fragment,
): Fragment {
  const cells = fields.map((field) => cellOf(field, findColumn(field)));
  return sql`${open}::text || ${join(sql, cells, sql` || `)} || ${close}::text`;
}

function join(sql: TenantSql, parts: readonly Fragment[], separator: Fragment): Fragment {
  const [first = sql`''`, ...rest] = parts;
  return rest.reduce((all, part) => sql`${all}${separator}${part}`, first);
}
