import { expect, test } from 'vitest';
import { isNewPasswordValid, ruleState } from '../new-password-form.ts';

const all = (passed: boolean) => [
  { id: 'LENGTH', passed: true },
  { id: 'DIGIT', passed },
];
const validResult = { text: 'abc', checks: all(true) };

test.each([
  ['every check passed for the text in the box, typed twice', 'abc', 'abc', validResult, true],
  ['a check failed', 'abc', 'abc', { text: 'abc', checks: all(false) }, false],
  ['the answer is about an earlier text', 'abcd', 'abcd', validResult, false],
  ['the answer is about a later text', 'ab', 'ab', validResult, false],
  ['the confirmation differs', 'abc', 'abd', validResult, false],
  ['the confirmation is missing', 'abc', '', validResult, false],
  ['nothing was checked yet', 'abc', 'abc', undefined, false],
  ['the answer names no check', 'abc', 'abc', { text: 'abc', checks: [] }, false],
  ['the box is empty', '', '', undefined, false],
])('%s', (_title, candidate, confirmation, result, expected) => {
  expect(isNewPasswordValid({ candidate, confirmation, result })).toBe(expected);
});

test('shows rules as open for an unchecked text', () => {
  const result = { text: 'abc', checks: all(false) };
  const form = { candidate: 'abc', confirmation: '', result };
  expect(ruleState(form, 'LENGTH')).toBe('passed');
  expect(ruleState(form, 'DIGIT')).toBe('failed');
  expect(ruleState(form, 'UNKNOWN')).toBe('failed');
  expect(ruleState({ ...form, candidate: 'abcd' }, 'DIGIT')).toBe('open');
  expect(ruleState({ ...form, result: undefined }, 'DIGIT')).toBe('open');
});
