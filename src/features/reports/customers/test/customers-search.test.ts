import { expect, test } from 'vitest';
import { readCustomersSearch } from '../customers-search.ts';

test.each([
  [{}, {}],
  [{ text: '  Ada  Lovell ' }, { text: 'Ada  Lovell' }],
  [{ text: ' ' }, {}],
  [{ text: '4242 4242 4242 4242' }, {}],
  [{ text: 'x'.repeat(120) }, { text: 'x'.repeat(100) }],
  [{ other: 'y' }, {}],
])('%o', (raw, expected) => {
  const read = readCustomersSearch(raw as Record<string, string>);
  expect(read).toEqual(expected);
  expect(readCustomersSearch({ ...read })).toEqual(read);
});
