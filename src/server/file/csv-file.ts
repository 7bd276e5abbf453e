import { csvLine } from '#shared/text/csv.ts';
import { byteOrderMark } from '../http/stream-csv.ts';
import type { Rows } from './row-source.ts';

/** Rows written so far. */
export interface Tally {
  rows: number;
}

/** A cell that is no row of a query. A number has a style of xlsx-file.ts and its value there. */
export interface ClosingCell {
  text: string;
  number?: { style: number; value: string };
}

/** A short table after the rows: lines at the end of a CSV file, a sheet of its own in a spreadsheet. */
export interface ClosingTable {
  name: string;
  headings: readonly string[];
  rows: readonly (readonly ClosingCell[])[];
}

export interface FileOptions {
  rowsOfSheet?: number;
  /** Names the sheets. */
  title?: string;
  closing?: ClosingTable | undefined;
}

/** A CSV file: UTF-8 with a byte order mark, CRLF after every line. Closing lines begin with the name of their table. */
export async function* writeCsvFile(
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
  { closing }: FileOptions = {},
): AsyncGenerator<string | Uint8Array> {
  yield `${byteOrderMark}${fields ? csvLine(fields) : ''}`;
  for await (const { bytes, count } of rows) {
    tally.rows += count;
    yield bytes;
  }
  if (!closing) return;
  const lines = [closing.headings, ...closing.rows.map((cells) => cells.map(({ text }) => text))];
  // Written by this product: no cell needs quotes, and a negative number is no formula.
  yield `\r\n${lines.map((cells) => `${[closing.name, ...cells].join(',')}\r\n`).join('')}`;
}
