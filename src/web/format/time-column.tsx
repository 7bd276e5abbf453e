import { TimeText } from './time-text.tsx';
import type { Times } from './use-times.ts';

/** How a column of a grid shows times: short, with the full and the relative time under the pointer. */
export function timeColumn<Row>(
  times: Times,
  timeOf: (row: Row) => string | null | undefined,
  { hasSeconds = false } = {},
) {
  return {
    isNumeric: true,
    isWhole: 'text' as const,
    text: (row: Row) => {
      const at = timeOf(row) ?? '';
      if (at === '') return '';
      return hasSeconds ? times.moment(at) : times.short(at);
    },
    cell: (row: Row) => {
      const at = timeOf(row) ?? '';
      return at === '' ? null : <TimeText at={at} isShort={!hasSeconds} />;
    },
  };
}
