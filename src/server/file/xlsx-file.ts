import type { Rows } from './row-source.ts';
import type { ClosingCell, ClosingTable, FileOptions, Tally } from './csv-file.ts';
import { splitIntoSheets, escapeXml } from './sheets.ts';
import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Maximum rows of an XLSX sheet. */
const sheetRows = 1_048_576;

/** An XLSX file from rows in XML. A new sheet starts when one is full. */
export function writeXlsxFile(
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
  options: FileOptions = {},
): AsyncGenerator<Uint8Array> {
  return zipFile(writeParts(fields, rows, tally, options));
}

async function* writeParts(
  fields: readonly string[] | undefined,
  rows: AsyncIterable<Rows>,
  tally: Tally,
  { rowsOfSheet = sheetRows, title = 'Transactions', closing }: FileOptions,
): AsyncGenerator<ZipEntry | string | Uint8Array> {
  const rowSheets = yield* splitIntoSheets<ZipEntry | string>(
    rows,
    {
      rowsOfSheet,
      beginSheet: (number) => [{ name: `xl/worksheets/sheet${number}.xml` }, beginSheet(fields)],
      endSheet: () => [sheetEnd],
    },
    tally,
  );
  const names = Array.from({ length: rowSheets }, (_, at) => (at === 0 ? title : `${title} ${at + 1}`));
  if (closing) {
    names.push(closing.name);
    yield { name: `xl/worksheets/sheet${names.length}.xml` };
    yield closingSheet(closing);
  }
  const numbers = names.map((_, at) => at + 1);
  yield { name: 'xl/styles.xml' };
  yield styles;
  yield { name: 'xl/workbook.xml' };
  yield `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
    .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;
  yield { name: 'xl/_rels/workbook.xml.rels' };
  yield `${head}<Relationships xmlns="${packageRelations}">${numbers
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
  yield { name: '_rels/.rels' };
  yield `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
  yield { name: '[Content_Types].xml' };
  yield `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>${numbers
    .map(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${contentType}.worksheet+xml"/>`,
    )
    .join('')}<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`;
}

const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** The start of a sheet, with its heading row. */
function beginSheet(fields: readonly string[] | undefined): string {
  const heading = (fields ?? []).map(
    (field) => `<c s="1" t="inlineStr"><is><t>${escapeXml(field)}</t></is></c>`,
  );
  return (
    `${head}<worksheet xmlns="${main}">${fields ? frozen : ''}<sheetFormatPr defaultRowHeight="15"/>` +
    `<cols><col min="1" max="${Math.max(1, fields?.length ?? 1)}" width="20" customWidth="1"/></cols><sheetData>` +
    (fields ? `<row>${heading.join('')}</row>` : '')
  );
}

const sheetEnd = '</sheetData></worksheet>';

function closingSheet({ headings, rows }: ClosingTable): string {
  const cell = ({ text, number }: ClosingCell): string =>
    number
      ? `<c s="${number.style}"><v>${number.value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
  const lines = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`);
  return `${beginSheet(headings)}${lines.join('')}${sheetEnd}`;
}

/** Numbers with 0 to 4 decimals, then date and time, date, time. The line writers name them by index. */
const formats = ['0', '0.0', '0.00', '0.000', '0.0000', 'dd/mm/yyyy hh:mm:ss', 'dd/mm/yyyy', 'hh:mm:ss'];

const styles =
  `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">` +
  formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>`).join('') +
  '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  formats
    .map(
      (_, at) =>
        `<xf numFmtId="${164 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  '</cellXfs></styleSheet>';

/** Begins the next file of the archive. */
interface ZipEntry {
  name: string;
}

/** Beyond this, the format needs its 64-bit form, which the library doesn't write. */
const maxBytes = 0xffff_ffff;
/** So much is compressed at a time: other requests run in between. */
const minChunkBytes = 64 * 1024;

/** A ZIP archive in pieces, compressed while the reader takes them. Holds one piece of the input at a time. */
async function* zipFile(parts: AsyncIterable<ZipEntry | string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let sent = 0;
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  function* take(): Generator<Uint8Array> {
    const bytes = ready;
    ready = [];
    for (const one of bytes) {
      sent += one.length;
      if (sent > maxBytes) throw new RangeError('the archive is larger than 4 GB');
      yield one;
    }
  }
  let file: { entry: ZipDeflate; size: number } | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const compress = (isLast: boolean): void => {
    const chunk = Buffer.concat(pending);
    [pending, pendingBytes] = [[], 0];
    if (!file) return;
    file.size += chunk.length;
    if (file.size > maxBytes) throw new RangeError('a file of the archive is larger than 4 GB');
    file.entry.push(chunk, isLast);
  };
  for await (const part of parts) {
    if (typeof part === 'object' && 'name' in part) {
      compress(true);
      // The same rows make the same file: no time of the day is written.
      const entry = Object.assign(new ZipDeflate(part.name, { level: 6 }), { mtime: '1980-01-02' });
      archive.add(entry);
      file = { entry, size: 0 };
    } else {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= minChunkBytes) {
        compress(false);
        await setImmediate();
      }
    }
    yield* take();
  }
  compress(true);
  archive.end();
  yield* take();
}
