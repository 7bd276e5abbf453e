import { expect, test } from 'vitest';
import { checkRule } from '../password-policy.ts';

test('a rule is open until something is typed', () => {
  expect(checkRule('LENGTH', '', 'ada@example.org')).toBe('open');
  expect(checkRule('NOT_COMMON', 'Password1234', 'ada@example.org')).toBe('open');
});

test('each rule shows its own result', () => {
  const resultOf = (id: Parameters<typeof checkRule>[0]) => checkRule(id, 'adamant', 'adam@example.org');
  expect([resultOf('LENGTH'), resultOf('LOWER_CASE'), resultOf('DIGIT'), resultOf('NOT_USERNAME')]).toEqual([
    'failed',
    'passed',
    'failed',
    'failed',
  ]);
  expect(checkRule('LENGTH', 'adamant', '', { min: 4, max: 8 })).toBe('passed');
});

test.each([
  ['a@b.example', 'passed'],
  ['ada@b.example', 'passed'],
  ['adam@b.example', 'failed'],
])('a password may contain a mailbox of up to three characters: %s', (username, state) => {
  expect(checkRule('NOT_USERNAME', 'Adamant-2026', username)).toBe(state);
});
