import { useEffect, useMemo, useState } from 'react';
import { columnWidth, type GridColumn } from '#ui/grid/grid-column.ts';

/** Padding of a cell on both sides. */
const padding = 24;
/** The gutter of the page, before the first column of a filling grid, is wider than the padding by this. */
const gutter = 12;
/** Around the word of a badge: its icon, gap and own padding. */
const badge = 34;
/** Text on screen may be a little wider than measured. */
const slack = 6;

/** Least widths of columns that are never cut, by what their cells say in the language in use; pixels by column id. */
export function useWholeWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): Readonly<Record<string, number>> {
  // Before the font has come, another one would be measured.
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    let isGone = false;
    void document.fonts.ready.then(() => isGone || setFonts((count) => count + 1));
    return () => {
      isGone = true;
    };
  }, []);
  return useMemo(() => {
    const measure = measurer();
    const whole = columns.filter((column) => column.isWhole != null);
    return Object.fromEntries(
      whole.map((column) => {
        const texts = new Set(rows.map((row) => column.text(row)));
        const widest = Math.max(0, ...[...texts].map((text) => measure(text, column)));
        const around = padding + slack + (column === columns[0] ? gutter : 0);
        const needed = widest + around + (column.isWhole === 'badge' ? badge : 0);
        return [column.id, Math.min(columnWidth.most, Math.ceil(needed))];
      }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the fonts change what is measured
  }, [columns, rows, fonts]);
}

function measurer(): <Row>(text: string, column: GridColumn<Row>) => number {
  const context = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily;
  return (text, { isWhole }) => {
    if (context == null) return 0;
    context.font = isWhole === 'badge' ? `600 12px ${family}` : `13px ${family}`;
    return context.measureText(text).width;
  };
}
