import { expect, test } from 'vitest';
import { codeErrors } from '../code-form.ts';

test('asks for a code', () => {
  expect(codeErrors({ code: '  ' })).toEqual({ code: 'factor.code_required' });
  expect(codeErrors({ code: '123 456' })).toEqual({});
});
