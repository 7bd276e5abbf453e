import type { ExportFormat } from '#shared/export-formats.ts';
import type { Rows } from './row-source.ts';
import { type FileOptions, type Tally, writeCsvFile } from './csv-file.ts';
import { writeXlsxFile } from './xlsx-file.ts';

type FileOf = (
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
  options?: FileOptions,
) => AsyncGenerator<string | Uint8Array>;

interface FileKind {
  contentType: string;
  file: FileOf;
}

const spreadsheet: FileKind = {
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  file: writeXlsxFile,
};

/** The writer of each format. */
export const fileKinds: Record<ExportFormat, FileKind> = {
  CSV: { contentType: 'text/csv; charset=utf-8', file: writeCsvFile },
  XLSX: spreadsheet,
  XLS: spreadsheet,
};
