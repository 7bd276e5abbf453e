/**
 * Spreadsheets evaluate a cell that starts like this (docs/domain.md#exports), some also with full-width
 * signs.
 */
const formula = /^[=+\-@＝＋－＠\t\r\0]/;

/** One line of RFC 4180 with CRLF. A leading quote escapes formulas. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell of such a line. */
export function csvCell(cell: string | number | null | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of each line of RFC 4180, formulas with their leading quote. */
export function csvLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    // The match after the last line end.
    if (end === '' && line.length === 0 && quoted === undefined && bare === '') break;
    line.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
