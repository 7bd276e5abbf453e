import { csvLine } from '#shared/text/csv.ts';
import { byteOrderMark } from '../http/stream-csv.ts';
import type { Rows } from './row-source.ts';

/** Rows written so far. */
export interface Tally {
  rows: number;
}

/** A CSV file: UTF-8 with a byte order mark, CRLF after every line. */
export async function* writeCsvFile(
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
): AsyncGenerator<string | Uint8Array> {
  yield `${byteOrderMark}${fields ? csvLine(fields) : ''}`;
  for await (const { bytes, count } of rows) {
    tally.rows += count;
    yield bytes;
  }
}
