import type { Rows } from './row-source.ts';
import type { Tally } from './csv-file.ts';

/** A spreadsheet format. `file` starts a file of its archive, if it is one. */
interface SheetShape<Part> {
  /** The heading row included. */
  rowsOfSheet: number;
  beginSheet(number: number): Part[];
  endSheet(): Part[];
}

const lineEnd = 0x0a;

/**
 * Splits rows, each ended by LF, into sheets of the maximum size. There is at least one sheet. The number of
 * sheets is passed to the end of the file.
 */
export async function* splitIntoSheets<Part>(
  rows: AsyncIterable<Rows>,
  shape: SheetShape<Part>,
  tally: Tally,
): AsyncGenerator<Part | Uint8Array, number> {
  const max = shape.rowsOfSheet - 1;
  let sheet = 1;
  let inSheet = 0;
  yield* shape.beginSheet(sheet);
  for await (const { bytes, count } of rows) {
    tally.rows += count;
    inSheet += count;
    if (inSheet <= max) {
      yield bytes;
      continue;
    }
    inSheet -= count;
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let [from, row] = [0, 0];
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, row)) {
      // A new sheet starts only when a row for it exists.
      if (inSheet === max) {
        yield chunk.subarray(from, row);
        from = row;
        yield* shape.endSheet();
        sheet += 1;
        inSheet = 0;
        yield* shape.beginSheet(sheet);
      }
      inSheet += 1;
      row = end + 1;
    }
    yield chunk.subarray(from);
  }
  yield* shape.endSheet();
  return sheet;
}

/** Escapes text for an XML element. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
