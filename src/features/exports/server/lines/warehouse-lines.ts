import { ClickHouseSql, param, clause, join } from '#warehouse/clickhouse-sql.ts';
import type { CustomName } from '#features/reporting/server/columns/custom-columns.ts';
import { comparedColumn, selectedColumn } from '#features/reporting/server/warehouse-query.ts';
import type { FileKind } from '#features/reporting/server/columns/field-columns.ts';
import { fileKind } from '#features/reporting/server/columns/transaction-columns.ts';
import type { ExportFormat } from '../../endpoints.ts';
import { type FileShape, type TimeKind, isTime, timeStyles } from './file-shape.ts';

/** A line of a file as one text, byte for byte equal to PostgreSQL's (postgres-lines.ts). */
export function buildWarehouseLine(
  { format, fields, timezone }: FileShape,
  names: readonly CustomName[],
): ClickHouseSql {
  const cells = fields.map((field) => {
    const kind = fileKind(field);
    const value: Value = {
      text: clause`toString(${selectedColumn(field, names)})`,
      digits: kind === 'money' ? clause`toString(2 + ccy_digits)` : clause`'2'`,
      local: isTime(kind) ? localTime(field, kind, comparedColumn(field, names), timezone) : undefined,
    };
    return cellOf[format](value, kind);
  });
  const [open, between, close] = frames[format];
  const line = clause`concat('', ${open}, ${join(cells, between)}, ${close})`;
  // COPY quotes a lone line that it would read as the end of data.
  return format === 'CSV' && cells.length === 1 ? clause`if(${line} = '\\\\.', '"\\\\."', ${line})` : line;
}

interface Value {
  /** The value of the grid; null when missing. */
  text: ClickHouseSql;
  /** The style of a number. */
  digits: ClickHouseSql;
  local: Local | undefined;
}

/** A time in the reader's zone: formatted, and as days since the end of 1899. */
interface Local {
  text(kind: 'csv' | 'iso'): ClickHouseSql;
  serial: ClickHouseSql;
}

const frames: Record<ExportFormat, [open: ClickHouseSql, between: string, close: ClickHouseSql]> = {
  CSV: [clause`''`, `, ',', `, clause`''`],
  XLSX: [clause`'<row>'`, ', ', clause`'</row>'`],
  XLS: [clause`'<Row>'`, ', ', clause`'</Row>'`],
};

const cellOf: Record<ExportFormat, (value: Value, kind: FileKind) => ClickHouseSql> = {
  CSV({ text, local }, kind) {
    if (local) return clause`ifNull(${local.text('csv')}, '')`;
    return csvText(kind === 'text' ? runsAsFormula(text) : text);
  },
  XLSX({ text, digits, local }, kind) {
    const number = (style: ClickHouseSql, of: ClickHouseSql) =>
      clause`ifNull(concat('<c s="', ${style}, '"><v>', ${of}, '</v></c>'), '<c/>')`;
    if (isTime(kind) && local) return number(keyword(timeStyles[kind]), local.serial);
    if (kind === 'money' || kind === 'number') return number(digits, text);
    return clause`ifNull(concat('<c t="inlineStr"><is><t xml:space="preserve">', ${xmlText(text)}, '</t></is></c>'), '<c/>')`;
  },
  XLS({ text, digits, local }, kind) {
    const cell = (style: ClickHouseSql, type: ClickHouseSql, of: ClickHouseSql) =>
      clause`ifNull(concat('<Cell ss:StyleID="s', ${style}, '"><Data ss:Type="', ${type}, '">', ${of}, '</Data></Cell>'), '<Cell/>')`;
    if (isTime(kind) && local) return cell(keyword(timeStyles[kind]), keyword('DateTime'), local.text('iso'));
    if (kind === 'money' || kind === 'number') return cell(digits, keyword('Number'), text);
    return cell(keyword('0'), keyword('String'), xmlText(text));
  },
};

/** Text that this product writes. */
function keyword(text: string): ClickHouseSql {
  if (!/^\w+$/.test(text)) throw new Error(`not a word: ${text}`);
  return new ClickHouseSql([`'${text}'`]);
}

const formats: Record<TimeKind, Record<'csv' | 'iso', ClickHouseSql>> = {
  instant: { csv: clause`'%d/%m/%Y %H:%i:%S'`, iso: clause`'%Y-%m-%dT%H:%i:%S.000'` },
  date: { csv: clause`'%d/%m/%Y'`, iso: clause`'%Y-%m-%dT00:00:00.000'` },
  time: { csv: clause`'%H:%i:%S'`, iso: clause`'1899-12-31T%H:%i:%S.000'` },
};

function localTime(field: string, kind: TimeKind, compared: ClickHouseSql, timezone: string): Local {
  // The transaction's own day follows from its timestamp. Other days have no time zone.
  if (kind === 'date' && field !== 'txn_date') return storedDay(compared);
  const moment =
    kind === 'instant' && field !== 'txn_datetime'
      ? clause`toDateTime64OrNull(replaceOne(substring(${compared}, 1, 19), 'T', ' '), 0, 'UTC')`
      : clause`txn_datetime`;
  const zone = param(timezone, 'String');
  const ms = clause`toUnixTimestamp64Milli(toDateTime64(${moment}, 3, 'UTC'))`;
  const at = clause`(intDiv(${ms} - positiveModulo(${ms}, 1000), 1000) + timezoneOffset(toTimeZone(${moment}, ${zone})))`;
  const secondOfDay = clause`positiveModulo(${at}, 86400)`;
  const day = clause`toString(intDiv(${at} - ${secondOfDay}, 86400) + 25569)`;
  const part = clause`leftPad(toString(intDiv(${secondOfDay} * 20000000000 + 86400, 172800)), 10, '0')`;
  return {
    text: (format) => clause`formatDateTime(${moment}, ${formats[kind][format]}, ${zone})`,
    serial: {
      instant: clause`concat(${day}, '.', ${part})`,
      date: day,
      time: clause`concat('0.', ${part})`,
    }[kind],
  };
}

/** A day stored as yyyy-MM-dd with any four-digit year. ClickHouse's own dates cover fewer years. */
function storedDay(stored: ClickHouseSql): Local {
  const number = (from: string, length: string): ClickHouseSql =>
    clause`toInt32(substring(${stored}, ${new ClickHouseSql([from])}, ${new ClickHouseSql([length])}))`;
  const [year, month, day] = [number('1', '4'), number('6', '2'), number('9', '2')];
  // The year starts in March, so that leap days come last.
  const isBeforeMarch = clause`if(${month} <= 2, 1, 0)`;
  const years = clause`(${year} + 4800 - ${isBeforeMarch})`;
  const months = clause`(${month} + 12 * ${isBeforeMarch} - 3)`;
  const serial = clause`(${day} + intDiv(153 * ${months} + 2, 5) + 365 * ${years} + intDiv(${years}, 4) - intDiv(${years}, 100) + intDiv(${years}, 400) - 2447064)`;
  return {
    text: (format) =>
      format === 'csv'
        ? clause`concat(substring(${stored}, 9, 2), '/', substring(${stored}, 6, 2), '/', substring(${stored}, 1, 4))`
        : clause`concat(${stored}, 'T00:00:00.000')`,
    serial: clause`toString(${serial})`,
  };
}

/** Escapes a formula with a leading quote, as PostgreSQL's files do. */
const runsAsFormula = (text: ClickHouseSql): ClickHouseSql =>
  // In bytes: a full-width sign has three.
  clause`if(substring(${text}, 1, 1) in ('=', '+', '-', '@', '\\t', '\\n', '\\r') or substring(${text}, 1, 3) in ('＝', '＋', '－', '＠'), concat('''', ${text}), ${text})`;

/** A CSV cell as COPY writes it: empty text is quoted, a missing value is empty. */
const csvText = (text: ClickHouseSql): ClickHouseSql =>
  clause`ifNull(if(empty(${text}) or match(${text}, '[",\\r\\n]'), concat('"', replaceAll(${text}, '"', '""'), '"'), ${text}), '')`;

/** Escaped XML text. Most cells need no escaping, and the test is cheaper. */
const xmlText = (text: ClickHouseSql): ClickHouseSql =>
  clause`if(length(${text}) > 32767 or match(${text}, '_x|[&<>\\x01-\\x1F]|\uFFFE|\uFFFF'), ${escapeXml(text)}, ${text})`;

function escapeXml(text: ClickHouseSql): ClickHouseSql {
  // Drops characters that XML cannot contain.
  const clean = clause`replaceRegexpAll(substringUTF8(${text}, 1, 32767), '[\\x01-\\x08\\x0B\\x0C\\x0E-\\x1F]|\uFFFE|\uFFFF', '')`;
  // ClickHouse's regular expressions have no lookahead. Doubling the underscore keeps neighbours from sharing
  // one.
  const split = clause`replaceAll(${clean}, '_', '\\x01\\x02')`;
  const marked = clause`replaceRegexpAll(${split}, '\\x02(x[0-9A-Fa-f]{4})\\x01', '\\x03\\\\1\\x01')`;
  const unescaped = clause`replaceAll(replaceAll(${marked}, '\\x01\\x03', '_x005F_'), '\\x01\\x02', '_')`;
  return marks.reduce((all, [mark, name]) => clause`replaceAll(${all}, ${mark}, ${name})`, unescaped);
}

const marks: [mark: ClickHouseSql, name: ClickHouseSql][] = [
  [clause`'&'`, clause`'&amp;'`],
  [clause`'<'`, clause`'&lt;'`],
  [clause`'>'`, clause`'&gt;'`],
  [clause`'\\t'`, clause`'&#9;'`],
  [clause`'\\n'`, clause`'&#10;'`],
  [clause`'\\r'`, clause`'&#13;'`],
];
