import type { Rows } from './row-source.ts';

const [quote, lineEnd] = [0x22, 0x0a];

/** Lines without a line end inside, counted. */
export async function* counted(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  for await (const bytes of lines) {
    yield { bytes, count: lineEndsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) };
  }
}

/** Lines of CSV that end with LF alone, with CRLF; an LF within quotes belongs to the cell and stays what it is. */
export async function* withCrlf(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  let isQuoted = false;
  for await (const chunk of lines) {
    let count = 0;
    const from = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const to = Buffer.allocUnsafe(chunk.length + lineEndsIn(from));
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
        count += 1;
      }
      end = from.indexOf(lineEnd, end + 1);
    }
    for (; mark >= 0; mark = from.indexOf(quote, mark + 1)) isQuoted = !isQuoted;
    written += from.copy(to, written, read);
    yield { bytes: to.subarray(0, written), count };
  }
}

function lineEndsIn(chunk: Buffer): number {
  let found = 0;
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) found += 1;
  return found;
}
