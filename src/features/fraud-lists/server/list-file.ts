import { maskCardNumbers } from '#shared/card-number.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { type FileError, type RowError, maxRowLength, maxUploadRows } from '../list-item-rules.ts';

/** A row of a file that is not empty. */
export interface FileRow {
  /** From 1, empty rows included. */
  line: number;
  /** Readable text, even of a faulty row. */
  text: string;
  error?: RowError;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const [lf, cr] = [0x0a, 0x0d];
/** Characters of a faulty row that are reported. */
const maxTextLength = 200;

/** The rows of a CSV file with one value a row, in UTF-8. Takes time in proportion to the bytes. */
export function parseListFile(bytes: Uint8Array): Result<FileRow[]> {
  if (!isText(bytes)) return refuse<FileError>('not_a_text_file');
  const rows: FileRow[] = [];
  let line = 0;
  for (const part of splitLines(bytes)) {
    line += 1;
    const row = parseListRow(part);
    if (row === undefined) continue;
    if (rows.length === maxUploadRows) return refuse<FileError>('too_many_rows');
    rows.push({ line, ...row });
  }
  return rows.length === 0 ? refuse<FileError>('empty_file') : ok(rows);
}

/** A file that begins like UTF-16, a spreadsheet or an archive. */
function isText([first, second, third, fourth]: Uint8Array): boolean {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isZip = first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
  const isOldOffice = first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;
  return !isUtf16 && !isZip && !isOldOffice;
}

/** Lines end with LF, CRLF or CR. */
function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let from = isMarked ? 3 : 0;
  for (let index = from; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte !== lf && byte !== cr) continue;
    yield bytes.subarray(from, index);
    if (byte === cr && bytes[index + 1] === lf) index += 1;
    from = index + 1;
  }
  if (from < bytes.length) yield bytes.subarray(from);
}

/** The value of a row; undefined for an empty one. Also reads the rows of an operator's file. */
export function parseListRow(bytes: Uint8Array): Omit<FileRow, 'line'> | undefined {
  // Four bytes are the longest character.
  if (bytes.length > 4 * maxRowLength) return toInvalidRow(bytes, 'too_long');
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    return toInvalidRow(bytes, 'encoding');
  }
  if (text.includes('\0')) return toInvalidRow(bytes, 'nul');
  if (text.length > maxRowLength) return toInvalidRow(bytes, 'too_long');
  const cell = parseCell(text);
  if (typeof cell !== 'string') return toInvalidRow(bytes, cell.error);
  return cell.trim() === '' ? undefined : { text: cell };
}

/** Files of the product mark a value that begins like a formula with a quote. */
const marked = /^\s*'(?=[=+\-@＝＋－＠])/;

/** The one cell of a row. Empty cells after it are ignored: spreadsheets write them. */
function parseCell(row: string): string | { error: RowError } {
  const cell = splitCell(row);
  return typeof cell === 'string' ? cell.replace(marked, '') : cell;
}

function splitCell(row: string): string | { error: RowError } {
  if (!row.trimStart().startsWith('"')) {
    const [cell = '', ...extraCells] = row.split(',');
    return extraCells.every((extraCell) => extraCell.trim() === '') ? cell : { error: 'columns' };
  }
  const [, quoted, afterQuote = ''] = /^\s*"((?:[^"]|"")*)"(.*)$/s.exec(row) ?? [];
  if (quoted === undefined) return { error: 'quote' };
  if (!/^[\s,]*$/.test(afterQuote))
    return { error: afterQuote.trimStart().startsWith(',') ? 'columns' : 'quote' };
  return quoted.replaceAll('""', '"');
}

function toInvalidRow(bytes: Uint8Array, error: RowError): Omit<FileRow, 'line'> {
  return { text: lenient.decode(bytes.subarray(0, 4 * maxTextLength)), error };
}

/** Shortens a rejected row for the report, masks card numbers and replaces control characters. */
export function shortenText(text: string): string {
  const masked = maskCardNumbers(text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);
  // oxlint-disable-next-line no-control-regex
  return masked.replaceAll(/[\u0000-\u001f\u007f]/g, '�').toWellFormed();
}
