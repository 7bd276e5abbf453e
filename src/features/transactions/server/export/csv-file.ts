import { csvLine } from '#contract/csv.ts';

const [quote, lineEnd] = [0x22, 0x0a];

/** Rows that have gone by so far. */
export interface Tally {
  rows: number;
}

/** A CSV file: UTF-8 with its mark, which spreadsheets go by, CRLF after every line. */
export async function* csvFile(
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Uint8Array>,
  tally: Tally,
): AsyncGenerator<string | Uint8Array> {
  yield `\uFEFF${fields ? csvLine(fields) : ''}`;
  yield* withCrlf(rows, tally);
}

/** PostgreSQL ends a line with LF alone; an LF within quotes belongs to the cell and stays what it is. */
export async function* withCrlf(rows: AsyncIterable<Uint8Array>, tally: Tally): AsyncGenerator<Uint8Array> {
  let isQuoted = false;
  for await (const chunk of rows) {
    const from = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const to = Buffer.allocUnsafe(chunk.length + lineEnds(chunk));
    let [read, written] = [0, 0];
    for (let at = 0; at < from.length; at += 1) {
      const byte = from[at];
      // Doubled quotes turn twice, and so change nothing.
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineEnd && !isQuoted) {
        written += from.copy(to, written, read, at);
        to[written++] = 0x0d;
        to[written++] = lineEnd;
        read = at + 1;
        tally.rows += 1;
      }
    }
    written += from.copy(to, written, read);
    yield to.subarray(0, written);
  }
}

function lineEnds(chunk: Uint8Array): number {
  let found = 0;
  for (const byte of chunk) if (byte === lineEnd) found += 1;
  return found;
}
