import { expect, test } from 'vitest';
import { countLostZeros } from '../server/upload-list-items.ts';

const fiveDigits = ['10115', '20095', '50667', '80331'];

test('numbers that are one digit shorter than most may have lost a zero', () => {
  expect(countLostZeros([...fiveDigits, '1067', '4109', '99'])).toBe(2);
});

test('does not ask about numbers of one length, text or few numbers', () => {
  expect(countLostZeros(fiveDigits)).toBe(0);
  expect(countLostZeros([...fiveDigits.slice(0, 3), '1067'])).toBe(0);
  expect(countLostZeros(['SW1A 1AA', '1067', ...fiveDigits.slice(0, 2), 'EC1', '1', '22'])).toBe(0);
});
