import { afterEach, expect, test } from 'vitest';
import {
  resolveLeaveQuestion,
  hasUnsavedForms,
  isUnsaved,
  mayLeave,
  registerUnsaved,
  releaseUnsavedForms,
} from '../form/unsaved-forms.ts';

afterEach(releaseUnsavedForms);

test('leaves without a question when no form has changes', async () => {
  expect(await mayLeave()).toBe(true);
});

test('a form is unsaved until it is saved or closed', () => {
  const [first, second] = [{}, {}];
  const saved = registerUnsaved(first);
  registerUnsaved(second);
  saved();
  expect([isUnsaved(first), isUnsaved(second), hasUnsavedForms()]).toEqual([false, true, true]);
});

test('asks once: staying keeps unsaved changes, leaving discards them', async () => {
  const form = {};
  registerUnsaved(form);
  const first = mayLeave();
  resolveLeaveQuestion(false);
  expect(await first).toBe(false);
  expect(isUnsaved(form)).toBe(true);
  const second = mayLeave();
  resolveLeaveQuestion(true);
  expect(await second).toBe(true);
  expect(isUnsaved(form)).toBe(false);
});

test('a second question answers the first with staying', async () => {
  registerUnsaved({});
  const first = mayLeave();
  const second = mayLeave();
  expect(await first).toBe(false);
  resolveLeaveQuestion(true);
  expect(await second).toBe(true);
});
