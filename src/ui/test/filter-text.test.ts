import { describe, expect, test } from 'vitest';
import {
  filterRefusal,
  filterText,
  filterValue,
  isPastable,
  finishFilter,
  typedFilter,
} from '../grid/filter-text.ts';

describe('typing in a filter', () => {
  test.each([
    ['number', '123', '123'],
    ['number', '1e5', undefined],
    ['number', '-1', undefined],
    ['number', '1.5', undefined],
    ['decimal', '1.5', '1.5'],
    ['decimal', '.', '.'],
    ['decimal', '1.5.2', undefined],
    ['decimal', '-1', undefined],
    ['decimal', '1.2345', '1.2345'],
    ['decimal', '1.23456', undefined],
    ['decimal', '123456789012345', undefined],
    ['decimal', '1e5', undefined],
    ['date', '21/1', '21/1'],
    ['date', '21-11', undefined],
    ['text', 'any =1+1 text', 'any =1+1 text'],
  ] as const)('%s takes %s as %s', (kind, text, expected) => {
    expect(typedFilter({ kind }, text)).toBe(expected);
  });

  test.each([
    ['>10', '>10'],
    ['≥ 10', '≥ 10'],
    ['10-20', '10-20'],
    ['-20', undefined],
    ['1e5', undefined],
  ])('a decimal with an order takes %s as %s', (text, expected) => {
    expect(typedFilter({ kind: 'decimal', hasOrder: true }, text)).toBe(expected);
  });

  test('rejected text sends no filter and gives the reason', () => {
    const refusal = (text: string) => (text === 'no' ? 'Say yes' : undefined);
    const filter = { kind: 'text', refusal } as const;
    expect([filterValue(filter, ' no '), filterRefusal(filter, ' no ')]).toEqual(['', 'Say yes']);
    expect([filterValue(filter, 'yes'), filterRefusal(filter, 'yes')]).toEqual(['yes', undefined]);
    expect(filterRefusal({ kind: 'date' }, 'no')).toBeUndefined();
  });

  test('takes no more digits than the field holds', () => {
    expect(typedFilter({ kind: 'number', maxLength: 3 }, '1234')).toBeUndefined();
    expect(typedFilter({ kind: 'number', maxLength: 3 }, '123')).toBe('123');
    expect(typedFilter({ kind: 'text', maxLength: 3 }, 'abcd')).toBe('abc');
  });
});

test.each([
  ['number', '42', true],
  ['number', '4e2', false],
  ['number', '-42', false],
  ['number', '4.2', false],
  ['number', 'forty', false],
  ['decimal', '4.2', true],
  ['decimal', '4e2', false],
  ['decimal', '-4.2', false],
  ['decimal', '4.2.1', false],
  ['date', '21/11/2026', true],
  ['date', '2026-11-21', false],
  ['text', '-4e2', true],
] as const)('pasting into %s: %s', (kind, pasted, may) => {
  expect(isPastable({ kind }, pasted)).toBe(may);
});

describe('the value of a filter', () => {
  test.each([
    ['text', '  ORD-1 ', 'ORD-1'],
    ['text', '   ', ''],
    ['decimal', '12.', '12'],
    ['decimal', '.', undefined],
    ['date', '29/02/2024', '2024-02-29'],
    ['date', '29/02/2026', undefined],
    ['date', '21/1', undefined],
    ['date', '21/11/0026', undefined],
    ['date', '', ''],
  ] as const)('%s: %j is %j', (kind, text, value) => {
    expect(filterValue({ kind }, text)).toBe(value);
  });

  test.each([
    ['date', '12/05/202', { text: '12/05/202', value: '', isWrong: true }],
    ['date', '31/02/2026', { text: '31/02/2026', value: '', isWrong: true }],
    ['date', '12/05/2026', { text: '12/05/2026', value: '2026-05-12', isWrong: false }],
    ['date', '', { text: '', value: '', isWrong: false }],
    ['decimal', '.', { text: '', value: '', isWrong: false }],
    ['decimal', '12.', { text: '12.', value: '12', isWrong: false }],
    ['text', ' a ', { text: ' a ', value: 'a', isWrong: false }],
  ] as const)('%s left as %j is %j', (kind, text, expected) => {
    expect(finishFilter({ kind }, text)).toEqual(expected);
  });

  test.each([
    ['decimal', '> 100', '>100'],
    ['decimal', '≥100.5', '>=100.5'],
    ['decimal', '=<5', '<=5'],
    ['decimal', '10-20', '10..20'],
    ['decimal', '20 – 10.5', '10.5..20'],
    ['decimal', '10..20', '10..20'],
    ['number', '10...20', '10..20'],
    ['number', '10.5-20', undefined],
    ['decimal', '>', undefined],
    ['decimal', '10-', undefined],
    ['decimal', '>1.23456', undefined],
    ['decimal', '>=<5', undefined],
  ] as const)('%s with an order: %j is %j', (kind, text, value) => {
    expect(filterValue({ kind, hasOrder: true }, text)).toBe(value);
    if (value === undefined) {
      expect(finishFilter({ kind, hasOrder: true }, text)).toEqual({ text, value: '', isWrong: true });
    }
  });

  test.each([
    ['en', '>1,250.50', '>1250.5', '>1250.5'],
    ['de', '>1.250,5', '>1250.5', '>1250,5'],
    ['de', '12,505', '12.505', '12,505'],
    ['fr', '1 250-2 500', '1250..2500', '1250..2500'],
    ['en', '1,25,0', undefined, ''],
  ])('amounts are read in the language of the page: %s %s', (locale, text, value, expected) => {
    const filter = { kind: 'decimal', hasOrder: true } as const;
    expect(filterValue(filter, text, locale)).toBe(value);
    if (value === undefined) return;
    expect(filterText(filter, value, locale)).toBe(expected);
    expect(filterValue(filter, expected, locale)).toBe(value);
  });

  test('a day is written as it was typed', () => {
    expect(filterText({ kind: 'date' }, '2024-02-29')).toBe('29/02/2024');
    expect(filterText({ kind: 'text' }, '2024-02-29')).toBe('2024-02-29');
  });
});
