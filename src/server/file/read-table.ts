import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';

type TableError = 'not_a_text_file' | 'quote' | 'too_many_rows' | 'empty_file';
type TableEncoding = 'UTF-8' | 'Latin-1';

interface TableRow {
  /** From 1, where the row begins. */
  line: number;
  cells: string[];
}

interface Table {
  encoding: TableEncoding;
  separator: ',' | ';' | '\t';
  /** Rows with text in a cell, the heading included. */
  rows: TableRow[];
}

const strict = new TextDecoder('utf-8', { fatal: true });
// The browsers' Latin-1: Windows-1252.
const latin = new TextDecoder('windows-1252');

/** A file that begins like UTF-16, a spreadsheet or an archive. */
export function isTextFile([first, second, third, fourth]: Uint8Array): boolean {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isZip = first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
  const isOldOffice = first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;
  return !isUtf16 && !isZip && !isOldOffice;
}

/**
 * A CSV file (RFC 4180) with commas, semicolons or tabs, in UTF-8 with or without a mark, otherwise in Latin-1. The heading decides
 * the separator. At most `maxRows` rows are read beside the heading.
 */
export function readTable(bytes: Uint8Array, maxRows: number): Result<Table, Refusal<TableError>> {
  if (!isTextFile(bytes)) return refuse('not_a_text_file');
  const { text, encoding } = decode(bytes);
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001f\u0080-\u009f]/.test(text)) return refuse('not_a_text_file');
  const separator = findSeparator(text);
  const rows: TableRow[] = [];
  for (const row of splitRows(text, separator)) {
    if (row === 'open quote') return refuse('quote');
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length > maxRows) return refuse('too_many_rows');
    rows.push(row);
  }
  return rows.length < 2 ? refuse('empty_file') : ok({ encoding, separator, rows });
}

function decode(bytes: Uint8Array): { text: string; encoding: TableEncoding } {
  try {
    return { text: strict.decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: latin.decode(bytes), encoding: 'Latin-1' };
  }
}

/** The one that the first line has most of. */
function findSeparator(text: string): Table['separator'] {
  const heading = (/^[^\r\n]*/.exec(text.trimStart()) ?? [''])[0].replaceAll(/"[^"]*"/g, '');
  const count = (sign: string): number => heading.split(sign).length;
  return ([',', ';', '\t'] as const).reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

/** Each row with the line where it begins. A quote that is not closed ends the file. */
function* splitRows(text: string, separator: string): Generator<TableRow | 'open quote'> {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  );
  let line = 1;
  let row: TableRow = { line, cells: [] };
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const found = cell.exec(text);
    if (!found) return yield 'open quote';
    const [all, quoted, plain = '', end] = found;
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += all.replaceAll('\r\n', '\n').split(/[\r\n]/).length - 1;
    if (end === separator) {
      // A separator at the end of the text begins an empty cell.
      if (cell.lastIndex === text.length) {
        row.cells.push('');
        yield row;
        return;
      }
      continue;
    }
    yield row;
    row = { line, cells: [] };
    if (end === '') return;
  }
}
