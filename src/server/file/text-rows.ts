import { csvCell } from '#shared/text/csv.ts';
import type { ExportFormat } from '#shared/export-formats.ts';
import { escapeXml } from './sheets.ts';

/** A decimal number with a dot, and how many digits of it are after that. */
export interface NumberCell {
  number: string;
  digits: number;
}
type Cell = string | null | NumberCell;

/** A row in a format, with its line end. A spreadsheet never evaluates a text of it; numbers stay numbers. */
export function formatRow(format: ExportFormat, cells: readonly Cell[]): string {
  if (format !== 'CSV') return `<row>${cells.map(formatXlsxCell).join('')}</row>\n`;
  return `${cells.map((cell) => (isNumber(cell) ? cell.number : csvCell(cell))).join(',')}\r\n`;
}

const isNumber = (cell: Cell): cell is NumberCell => typeof cell === 'object' && cell !== null;

/** Styles 2 to 6 of xlsx-file.ts are numbers with 0 to 4 decimals. */
function formatXlsxCell(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (isNumber(cell)) return `<c s="${2 + cell.digits}"><v>${cell.number}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`;
}

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
