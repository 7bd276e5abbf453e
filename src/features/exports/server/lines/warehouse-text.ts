import { type ClickHouseSql, clause } from '#warehouse/clickhouse-sql.ts';

/** What a spreadsheet would run as a formula gets a quote before it, as in PostgreSQL's files. */
export const runsAsFormula = (text: ClickHouseSql): ClickHouseSql =>
  // Bytes: a full-width sign has three.
  clause`if(substring(${text}, 1, 1) in ('=', '+', '-', '@', '\\t', '\\n', '\\r') or substring(${text}, 1, 3) in ('＝', '＋', '－', '＠'), concat('''', ${text}), ${text})`;

/** A cell of CSV, as COPY writes it: empty text is quoted, what is missing is nothing. */
export const csvText = (text: ClickHouseSql): ClickHouseSql =>
  clause`ifNull(if(empty(${text}) or match(${text}, '[",\\r\\n]'), concat('"', replaceAll(${text}, '"', '""'), '"'), ${text}), '')`;

/** Text between the tags of XML; most cells need none of it, and one look is cheaper. */
export const xmlText = (text: ClickHouseSql): ClickHouseSql =>
  clause`if(length(${text}) > 32767 or match(${text}, '_x|[&<>\\x01-\\x1F]|\uFFFE|\uFFFF'), ${escaped(text)}, ${text})`;

function escaped(text: ClickHouseSql): ClickHouseSql {
  // Characters that XML cannot hold go.
  const clean = clause`replaceRegexpAll(substringUTF8(${text}, 1, 32767), '[\\x01-\\x08\\x0B\\x0C\\x0E-\\x1F]|\uFFFE|\uFFFF', '')`;
  // The store's expressions cannot look ahead: an underscore becomes two signs that are free now, so that neighbours
  // do not share one.
  const split = clause`replaceAll(${clean}, '_', '\\x01\\x02')`;
  const marked = clause`replaceRegexpAll(${split}, '\\x02(x[0-9A-Fa-f]{4})\\x01', '\\x03\\\\1\\x01')`;
  const kept = clause`replaceAll(replaceAll(${marked}, '\\x01\\x03', '_x005F_'), '\\x01\\x02', '_')`;
  return marks.reduce((all, [mark, name]) => clause`replaceAll(${all}, ${mark}, ${name})`, kept);
}

const marks: [mark: ClickHouseSql, name: ClickHouseSql][] = [
  [clause`'&'`, clause`'&amp;'`],
  [clause`'<'`, clause`'&lt;'`],
  [clause`'>'`, clause`'&gt;'`],
  [clause`'\\t'`, clause`'&#9;'`],
  [clause`'\\n'`, clause`'&#10;'`],
  [clause`'\\r'`, clause`'&#13;'`],
];
