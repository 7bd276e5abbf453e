import { expect, test } from 'vitest';
import { validateDay } from '../date/validate-day.ts';

test.each([
  ['21/11/2026', { day: '2026-11-21' }],
  ['01/01/2000', { day: '2000-01-01' }],
  ['22/11/2026', { error: 'future' }],
  ['31/12/1999', { error: 'minimum' }],
  ['31/11/2026', { error: 'invalid' }],
  ['2026-11-21', { error: 'invalid' }],
  ['', { error: 'invalid' }],
])('%j between 1 January 2000 and today', (text, judgement) => {
  expect(validateDay(text, '2000-01-01', '2026-11-21')).toEqual(judgement);
});
