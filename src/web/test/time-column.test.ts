import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { timeColumn } from '../format/time-column.tsx';
import { TimeText } from '../format/time-text.tsx';
import { timesIn } from '../format/use-times.ts';

const column = timeColumn(timesIn('Asia/Kolkata', 'en-GB'), ({ at }: { at: string | null }) => at);

test('a column of times has the full time under the pointer', () => {
  const at = '2020-03-29T00:59:59.000Z';
  expect(column.text({ at })).toBe('29 Mar 2020, 06:29');
  const cell = column.cell({ at });
  expect(isValidElement(cell) && cell.type).toBe(TimeText);
});

test.each([null, ''])('a column of times is empty without a time: %j', (at) => {
  expect(column.text({ at })).toBe('');
  expect(column.cell({ at })).toBeNull();
});
