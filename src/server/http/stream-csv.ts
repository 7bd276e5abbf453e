import { csvLine } from '#shared/text/csv.ts';

type Cells = Parameters<typeof csvLine>[0];

interface CsvSource<Row> {
  header: Cells;
  /** Loads the rows after one, the first rows for undefined. Fewer than `batchSize` rows are the last. */
  loadAfter: (row: Row | undefined, batchSize: number) => Promise<readonly Row[]>;
  toCells: (row: Row) => Cells;
}

const batchSize = 500;

/** Spreadsheets read a file that begins with it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Streams a CSV file in batches: no database transaction stays open for a slow client, and memory stays constant
 * (docs/domain.md#slow-readers).
 */
export async function* streamCsv<Row>({
  header,
  loadAfter,
  toCells,
}: CsvSource<Row>): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(header)}`;
  let last: Row | undefined;
  for (;;) {
    const rows = await loadAfter(last, batchSize);
    if (rows.length > 0) yield rows.map((row) => csvLine(toCells(row))).join('');
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}
