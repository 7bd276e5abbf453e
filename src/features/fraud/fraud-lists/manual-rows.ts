import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import { type ItemError, cleanValue, findValueError, maxManualRows } from './list-item-rules.ts';

/** A row of the dialog that adds values by hand. `key` keeps its field while rows are removed. */
export interface ManualRow {
  key: number;
  value: string;
}

/** The error of each row, by key. Rows that repeat another value are errors too. */
export function findRowErrors(
  dataField: string,
  rows: readonly ManualRow[],
): Map<number, ItemError | 'repeated'> {
  const errors = new Map<number, ItemError | 'repeated'>();
  const values = new Set<string>();
  for (const { key, value } of rows) {
    const error = findValueError(dataField, value);
    const compared = matchValue(dataField, cleanValue(dataField, value)) ?? '';
    if (error) errors.set(key, error);
    else if (values.has(compared)) errors.set(key, 'repeated');
    values.add(compared);
  }
  return errors;
}

/**
 * Lines pasted into a row fill it and the rows below, up to the maximum. `overflow` is how many had no row. Undefined for
 * one line, which is pasted as usual.
 */
export function pasteLines(
  rows: readonly ManualRow[],
  start: number,
  pasted: string,
): { rows: ManualRow[]; overflow: number } | undefined {
  const lines = pasted
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length < 2) return undefined;
  const index = rows.findIndex(({ key }) => key === start);
  const before = rows.slice(0, index);
  const after = rows.slice(index + 1).filter(({ value }) => value.trim() !== '');
  const room = maxManualRows - before.length - after.length;
  const nextKey = Math.max(...rows.map(({ key }) => key)) + 1;
  const filled = lines.slice(0, room).map((value, offset) => ({ key: nextKey + offset, value }));
  return { rows: [...before, ...filled, ...after], overflow: lines.length - filled.length };
}
