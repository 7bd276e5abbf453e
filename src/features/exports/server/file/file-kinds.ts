import type { ExportFormat } from '../../endpoints.ts';
import type { Rows } from '../rows/row-source.ts';
import { type Tally, writeCsvFile } from './csv-file.ts';
import { writeXlsFile } from './xls-file.ts';
import { writeXlsxFile } from './xlsx-file.ts';

/** `title` names the sheets. */
type FileOf = (
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
  rowsOfSheet?: number,
  title?: string,
) => AsyncGenerator<string | Uint8Array>;

/** The writer of each format. */
export const fileKinds: Record<ExportFormat, { extension: string; contentType: string; file: FileOf }> = {
  CSV: { extension: 'csv', contentType: 'text/csv; charset=utf-8', file: writeCsvFile },
  XLSX: {
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    file: writeXlsxFile,
  },
  XLS: { extension: 'xls', contentType: 'application/vnd.ms-excel', file: writeXlsFile },
};
