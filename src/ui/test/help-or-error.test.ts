import { expect, test } from 'vitest';
import { helpOrError } from '../form/help-or-error.ts';

test('shows the error in place of the help', () => {
  expect(helpOrError('Up to 10.00 GBP', 'Enter an amount')).toEqual({ error: 'Enter an amount' });
});

test('shows no error on a disabled field', () => {
  expect(helpOrError('Up to 10.00 GBP', 'Enter an amount', true)).toEqual({ description: 'Up to 10.00 GBP' });
});
