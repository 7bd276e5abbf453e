export type Cell = string | number | boolean | Date | null | undefined;

/** One line of COPY's text format: tabs between cells, \N for null, the format's own characters escaped. */
export function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '\\N';
  if (typeof cell === 'string') return /[\\\t\n\r]/.test(cell) ? escaped(cell) : cell;
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  return String(cell);
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}
