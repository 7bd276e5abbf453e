import { expect, test } from 'vitest';
import { wholeNumber } from '../whole-number.ts';

const schema = wholeNumber(0, 100);

test('reads numbers and their digits', () => {
  expect([0, 7, '7', '100', '0'].map((value) => schema.parse(value))).toEqual([0, 7, 7, 100, 0]);
});

test.each([
  true,
  [1],
  ['1'],
  null,
  '',
  ' 5',
  '5 ',
  '1e1',
  '0x10',
  '07',
  '+7',
  1.5,
  '1.0',
  101,
  -1,
  '-1',
  'NaN',
  {},
])('rejects %j', (value) => {
  expect(schema.safeParse(value).success).toBe(false);
});
