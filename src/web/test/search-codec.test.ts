import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../search-codec.ts';

test('keeps ids of twenty digits and texts that look like numbers', () => {
  expect(parseSearch('?value=12345678901234567890&x=1e5&y=007')).toEqual({
    value: '12345678901234567890',
    x: '1e5',
    y: '007',
  });
});

test('joins repeated names and writes lists with commas', () => {
  expect(parseSearch('status=SUCCESS&status=FAILED')).toEqual({ status: 'SUCCESS,FAILED' });
  expect(stringifySearch({ status: ['SUCCESS', 'FAILED'], offset: 0 })).toBe(
    '?status=SUCCESS,FAILED&offset=0',
  );
});

test('drops empty parts, and writes nothing when all are empty', () => {
  expect(stringifySearch({ a: undefined, b: null, c: '', d: [] })).toBe('');
});

test('reads back any text that it wrote', () => {
  const names = fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/);
  const texts = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.dictionary(names, texts), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
    }),
  );
});
