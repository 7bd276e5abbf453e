import { expect, test } from 'vitest';
import { checkRule } from '../password-policy.ts';

test('a rule is open until something is typed', () => {
  expect(checkRule('LENGTH', '', 'ada@example.org')).toBe('open');
  expect(checkRule('NOT_COMMON', 'Password1234', 'ada@example.org')).toBe('open');
});

test('each rule shows its own result', () => {
  const resultOf = (id: Parameters<typeof checkRule>[0]) => checkRule(id, 'adamant', 'ada@example.org');
  expect([resultOf('LENGTH'), resultOf('LOWER_CASE'), resultOf('DIGIT'), resultOf('NOT_USERNAME')]).toEqual([
    'failed',
    'passed',
    'failed',
    'failed',
  ]);
  expect(checkRule('LENGTH', 'adamant', '', { min: 4, max: 8 })).toBe('passed');
});
