import { csvLine } from '#shared/text/csv.ts';
import type { ExportFormat } from '#shared/export-formats.ts';
import { escapeXml } from './sheets.ts';

/** A row of text cells in a format, with its line end. A spreadsheet never evaluates a cell of it. */
export function formatRow(format: ExportFormat, cells: readonly (string | null)[]): string {
  return format === 'CSV' ? csvLine(cells) : `<row>${cells.map(formatXlsxCell).join('')}</row>\n`;
}

const formatXlsxCell = (cell: string | null): string =>
  cell === null ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`;

/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Drops what XML cannot contain, and escapes what a spreadsheet reads as its own escape (`_x0041_`). */
function cellText(text: string): string {
  const clean = text.toWellFormed().slice(0, 32_767).replaceAll(forbidden, '');
  return escapeXml(clean.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')).replaceAll(
    /[\t\n\r]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
}
