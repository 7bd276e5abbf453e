import { expect, test } from 'vitest';
import { groupDecimal } from '#ui/layout/money-text.tsx';

test('grouping keeps every digit of an amount that no float could hold', () => {
  expect(groupDecimal('1234567890123456789.01', 'en')).toBe('1,234,567,890,123,456,789.01');
  expect(groupDecimal('-0.5', 'de')).toBe('-0,5');
  expect(groupDecimal('n/a', 'en')).toBe('n/a');
});
