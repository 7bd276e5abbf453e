import { maskCardNumbers } from '#shared/card-number.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { isTextFile } from '#server/file/read-table.ts';
import { type FileError, type RowError, maxRowLength, maxUploadRows } from '../list-item-rules.ts';

/** A row of a file that is not empty. */
export interface FileRow {
  /** From 1, empty rows included. */
  line: number;
  /** Readable text, even of a faulty row. */
  text: string;
  /** yyyy-MM-dd, of a row of the product's own file; '' for a value that never expires. */
  expiryDate?: string;
  error?: RowError;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const [lf, cr] = [0x0a, 0x0d];
/** Characters of a faulty row that are reported. */
const maxTextLength = 200;

/** The rows of a CSV file with one value a row, in UTF-8. Takes time in proportion to the bytes. */
export function parseListFile(bytes: Uint8Array): Result<FileRow[]> {
  if (!isTextFile(bytes)) return refuse<FileError>('not_a_text_file');
  const rows: FileRow[] = [];
  let line = 0;
  for (const part of splitLines(bytes)) {
    line += 1;
    const row = parseListRow(part);
    if (row === undefined || (rows.length === 0 && isHeading(row.text))) continue;
    if (rows.length === maxUploadRows) return refuse<FileError>('too_many_rows');
    rows.push({ line, ...row });
  }
  return rows.length === 0 ? refuse<FileError>('empty_file') : ok(rows);
}

/** The heading of a column of values, as people write it. */
const isHeading = (text: string): boolean =>
  /^(?:values?|e-?mails?|e-?mail address|ip|ip address|bin|post ?code|telephone|phone)$/i.test(text.trim());

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
  if ('error' in cell) return toInvalidRow(bytes, cell.error);
  return cell.text.trim() === '' ? undefined : cell;
}

/** Files of the product mark a value that begins like a formula with a quote. */
const marked = /^\s*'(?=[=+\-@＝＋－＠])/;

/**
 * The value of a row. Empty cells after it are ignored: spreadsheets write them. A row of the product's own file has the
 * source, the time and the expiry beside it, and keeps the expiry.
 */
function parseCell(row: string): { text: string; expiryDate?: string } | { error: RowError } {
  const cells = splitCells(row);
  if (!cells) return { error: 'quote' };
  const [first = '', ...others] = cells;
  const text = first.replace(marked, '');
  if (others.every((cell) => cell.trim() === '')) return { text };
  const [, time = '', expiry = ''] = others;
  if (others.length !== 3 || !exportedTime.test(time) || !exportedDay.test(expiry))
    return { error: 'columns' };
  return { text, expiryDate: expiry.split('/').toReversed().join('-') };
}

/** As list-download.ts writes them. */
const exportedTime = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/;
const exportedDay = /^(?:\d{2}\/\d{2}\/\d{4})?$/;

/** The cells of a row between commas, semicolons or tabs; undefined when a quote is open or in the middle. */
function splitCells(row: string): string[] | undefined {
  const cells: string[] = [];
  for (let rest = row; ;) {
    const [all = '', quoted, plain = ''] =
      /^\s*(?:"((?:[^"]|"")*)"\s*|([^,;\t]*))(?=[,;\t]|$)/s.exec(rest) ?? [];
    const isOpen = quoted === undefined && plain.trimStart().startsWith('"');
    if (isOpen || (all === '' && rest !== '' && !/^[,;\t]/.test(rest))) return undefined;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (all.length === rest.length) return cells;
    rest = rest.slice(all.length + 1);
  }
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
