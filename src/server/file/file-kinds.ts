import type { ExportFormat } from '#shared/export-formats.ts';
import type { Rows } from './row-source.ts';
import { type Tally, writeCsvFile } from './csv-file.ts';
import { writeXlsxFile } from './xlsx-file.ts';
import { splitIntoSheets, escapeXml } from './sheets.ts';

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

/** Maximum rows of an XLS sheet. */
const sheetRows = 65_536;

/** A SpreadsheetML file from rows in XML (docs/decisions/0068 explains why not BIFF). */
export async function* writeXlsFile(
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
  rowsOfSheet = sheetRows,
  title = 'Transactions',
): AsyncGenerator<string | Uint8Array> {
  const heading = (fields ?? []).map(
    (field) => `<Cell ss:StyleID="s1"><Data ss:Type="String">${escapeXml(field)}</Data></Cell>`,
  );
  yield opening;
  yield* splitIntoSheets<string>(
    rows,
    {
      rowsOfSheet,
      beginSheet: (number) => [
        `<Worksheet ss:Name="${title}${number > 1 ? ` ${number}` : ''}"><Table ss:DefaultColumnWidth="110">`,
        fields ? `<Row>${heading.join('')}</Row>` : '',
      ],
      endSheet: () => ['</Table></Worksheet>\n'],
    },
    tally,
  );
  yield '</Workbook>\n';
}

/** The styles of xlsx-file.ts with the same numbers. */
const formats = ['0', '0.0', '0.00', '0.000', '0.0000', 'dd/mm/yyyy\\ hh:mm:ss', 'dd/mm/yyyy', 'hh:mm:ss'];

const opening =
  '<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Excel.Sheet"?>\n' +
  '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
  '<Styles><Style ss:ID="s0"/><Style ss:ID="s1"><Font ss:Bold="1"/></Style>' +
  formats
    .map((format, at) => `<Style ss:ID="s${at + 2}"><NumberFormat ss:Format="${format}"/></Style>`)
    .join('') +
  '</Styles>\n';
