import type { ReportRefusal } from './settlements.ts';

/** A line of a CSV file: its cells, and the text as it came, without its line end. */
export interface CsvRow {
  cells: string[];
  text: string;
}

/** Longer than any line of a report: a file without line ends is not read into memory. */
const maxLineLength = 65_536;

/** A wrong file. */
export class WrongCsv extends Error {
  readonly refusal: ReportRefusal;

  constructor(refusal: ReportRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * The rows of a CSV file (RFC 4180; LF or CRLF) as it arrives, with constant memory. Throws WrongCsv for quotes that do not end and for a
 * last line without a line end, which a file that was cut off has.
 */
export async function* readCsvLines(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let rest = '';
  let line = 0;
  for await (const chunk of chunks) {
    const text = rest + chunk;
    let start = 0;
    for (let end = endOfRow(text, start); end >= 0; end = endOfRow(text, start)) {
      line += 1;
      yield readRow(text.slice(start, text[end - 1] === '\r' ? end - 1 : end), line);
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > maxLineLength) throw new WrongCsv({ code: 'QUOTES', line: line + 1 });
  }
  if (rest !== '') throw new WrongCsv({ code: 'CUT_OFF', line: line + 1 });
}

/** The position of the line end that is in no quotes; -1 where the row goes on. */
function endOfRow(text: string, start: number): number {
  let end = text.indexOf('\n', start);
  let quote = text.indexOf('"', start);
  if (quote < 0 || quote > end) return end;
  let isQuoted = false;
  while (end >= 0) {
    // A doubled quote toggles twice, with no effect.
    for (; quote >= 0 && quote < end; quote = text.indexOf('"', quote + 1)) isQuoted = !isQuoted;
    if (!isQuoted) return end;
    end = text.indexOf('\n', end + 1);
  }
  return -1;
}

function readRow(text: string, line: number): CsvRow {
  if (!text.includes('"')) return { cells: text.split(','), text };
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy;
  for (let isOpen = true; isOpen;) {
    const found = cell.exec(text);
    if (!found) throw new WrongCsv({ code: 'QUOTES', line });
    const [, quoted, plain = '', separator] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    isOpen = separator === ',';
  }
  return { cells, text };
}
