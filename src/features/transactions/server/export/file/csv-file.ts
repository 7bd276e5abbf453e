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
    const to = Buffer.allocUnsafe(chunk.length + lineEnds(from));
    let [read, written] = [0, 0];
    // Searching is many times faster than looking at every byte.
    let [end, mark] = [from.indexOf(lineEnd), from.indexOf(quote)];
    while (end >= 0) {
      // Doubled quotes turn twice, and so change nothing.
      for (; mark >= 0 && mark < end; mark = from.indexOf(quote, mark + 1)) isQuoted = !isQuoted;
      if (!isQuoted) {
        written += from.copy(to, written, read, end);
        to[written++] = 0x0d;
        to[written++] = lineEnd;
        read = end + 1;
        tally.rows += 1;
      }
      end = from.indexOf(lineEnd, end + 1);
    }
    for (; mark >= 0; mark = from.indexOf(quote, mark + 1)) isQuoted = !isQuoted;
    written += from.copy(to, written, read);
    yield to.subarray(0, written);
  }
}

function lineEnds(chunk: Buffer): number {
  let found = 0;
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) found += 1;
  return found;
}
