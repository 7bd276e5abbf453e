import type { Rows } from '../rows/row-source.ts';
import type { Tally } from './csv-file.ts';

/** What a kind of spreadsheet is made of; `file` begins a file of the archive where there is one. */
interface SheetShape<Part> {
  /** The heading included. */
  rowsOfSheet: number;
  beginSheet(number: number): Part[];
  endSheet(): Part[];
}

const lineEnd = 0x0a;

/**
 * Rows, each ended by LF and without one inside, as sheets that are full one after the other; at least one sheet, and
 * the number of them to whoever ends the file.
 */
export async function* inSheets<Part>(
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
      // Only here is it sure that there is a row for the next sheet.
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

/** Text between the tags of an XML document. */
export const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
