import { expect, test } from 'vitest';
import { explainDecline } from '../payments/declines.ts';

test.each([
  ['D100', '51', '51'],
  ['D100', '5', '05'],
  ['D100', '99', 'other'],
  ['D100', null, 'other'],
  ['X203', '91', '91'],
  ['X203', null, 'X203'],
  ['A116', '00', 'A116'],
  ['A102', undefined, 'unknown'],
])('explains %s with response %s by the texts of %s', (reasonCode, statusCode, decline) => {
  expect(explainDecline({ reasonCode, statusCode })).toBe(decline);
});
