import { expect, test } from 'vitest';
import { joinInterval, splitInterval } from '../list-screen/typed-interval.ts';

test.each([
  ['', 'is', '', ''],
  ['20.51', 'is', '20.51', ''],
  ['>100', 'above', '100', ''],
  ['>=100', 'from', '100', ''],
  ['<100', 'below', '100', ''],
  ['<=1,250.50', 'to', '1,250.50', ''],
  ['10..20.5', 'between', '10', '20.5'],
])('%s has its parts, and is made of them', (text, sign, low, high) => {
  expect(splitInterval(text)).toEqual({ sign, low, high });
  expect(joinInterval(splitInterval(text))).toBe(text);
});
test('is empty without a number, and keeps half an interval to be refused', () => {
  expect(joinInterval({ sign: 'above', low: ' ', high: '7' })).toBe('');
  expect(joinInterval({ sign: 'between', low: '', high: ' ' })).toBe('');
  expect(joinInterval({ sign: 'between', low: '7', high: '' })).toBe('7..');
});
