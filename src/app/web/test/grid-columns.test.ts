import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that define the columns of grids. */
const files = globSync('src/features/*/*/web/**/*.{ts,tsx}')
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))
  .filter(({ code }) => /GridColumn<\w+>\[\]/.test(code));
const matching = (pattern: RegExp): string[] =>
  files.filter(({ code }) => pattern.test(code)).map(({ file }) => file);

test('every grid has a title for its cards on a phone', () => {
  expect(files.length).toBeGreaterThan(15);
  expect(matching(/^(?!.*'title')/s)).toEqual([]);
});

test('columns of times show the full time under the pointer', () => {
  expect(matching(/(text|cell|cardText): .*times\.(short|moment|long)\(/)).toEqual([]);
});

test('columns of amounts have sign, currency and colour from one place', () => {
  expect(matching(/\bformatMoney\(|(text|cell|cardText): .*\bmoney\(/)).toEqual([]);
});

test('names no time zone above a column', () => {
  expect(matching(/header: .*zone/i)).toEqual([]);
});
