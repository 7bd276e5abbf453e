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
  rows: AsyncIterable<Uint8Array>,
  shape: SheetShape<Part>,
  tally: Tally,
): AsyncGenerator<Part | Uint8Array, number> {
  const most = shape.rowsOfSheet - 1;
  let sheet = 1;
  let inSheet = 0;
  yield* shape.beginSheet(sheet);
  for await (const chunk of rows) {
    // A chunk is whole rows: the database sends each in a message of its own.
    let [from, row] = [0, 0];
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, row)) {
      // Only here is it sure that there is a row for the next sheet.
      if (inSheet === most) {
        yield chunk.subarray(from, row);
        from = row;
        yield* shape.endSheet();
        sheet += 1;
        inSheet = 0;
        yield* shape.beginSheet(sheet);
      }
      inSheet += 1;
      tally.rows += 1;
      row = end + 1;
    }
    yield chunk.subarray(from);
  }
  yield* shape.endSheet();
  return sheet;
}
