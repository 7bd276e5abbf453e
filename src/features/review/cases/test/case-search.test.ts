import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flatText } from '#web/search-codec.ts';
import { cleanFileName, findFileType, headerFileName } from '#shared/attached-file.ts';
import { buildCaseSearch, defaultCaseSearch, isCaseSearch, readCaseSearchParams } from '../case-search.ts';

const validSearch = { searchField: 'customerEmail', value: 'ada@', searchRange: 'ANY_TIME' };

describe('the address of the case search', () => {
  test.each([
    { searchField: 'transactionId' },
    { value: '10000000001' },
    { searchField: 'ownerName', value: 'Noor' },
    { searchField: 'transactionId', value: 'ada@example.org' },
    { searchField: 'transactionId', value: '0123' },
    { searchField: 'customerEmail', value: 'ab' },
    { searchField: 'customerEmail', value: ' a ' },
    { searchField: 'customerEmail', value: 'x'.repeat(321) },
    { searchField: 'customerEmail', value: '9900000000000010' },
  ])('with %j resets everything', (search) => {
    const raw = { ...search, offset: '25', pageSize: '100', searchRange: 'ANY_TIME' };
    expect(readCaseSearchParams(raw)).toEqual(defaultCaseSearch);
  });

  test.each([
    { offset: '10', pageSize: '25' },
    { offset: '-25', pageSize: '25' },
    { pageSize: '30' },
    { offset: '100025', pageSize: '25' },
    { offset: 'x' },
  ])('with the page %j resets the page and keeps the search', (page) => {
    expect(readCaseSearchParams({ ...validSearch, ...page })).toMatchObject({
      ...validSearch,
      offset: 0,
      pageSize: 25,
    });
  });

  test('drops an unknown order and range', () => {
    const raw = { ...validSearch, field: 'ownerName', direction: 'ASC', searchRange: 'TOMORROW' };
    expect(readCaseSearchParams(raw)).toMatchObject({
      field: 'transactionTime',
      direction: 'DESC',
      searchRange: 'TODAY',
    });
  });

  test('reads its own result back', () => {
    const optionalText = fc.option(fc.string(), { nil: undefined });
    const names = ['searchField', 'value', 'searchRange', 'offset', 'pageSize', 'field', 'direction'];
    fc.assert(
      fc.property(fc.record(Object.fromEntries(names.map((name) => [name, optionalText]))), (raw) => {
        const read = readCaseSearchParams(raw);
        expect(readCaseSearchParams(flatText({ ...read }))).toEqual(read);
      }),
    );
    const read = readCaseSearchParams({
      ...validSearch,
      offset: '50',
      pageSize: '50',
      field: 'customerName',
      direction: 'ASC',
    });
    expect(readCaseSearchParams(flatText({ ...read }))).toEqual(read);
  });
});

test('a search by email names the days in the reader’s time zone', () => {
  const params = { ...defaultCaseSearch, value: 'ada@' };
  const now = new Date('2026-11-20T23:30:00Z');
  const { filters } = buildCaseSearch(params, { orgId: 1100, now, timeZone: 'Europe/Berlin' });
  expect(filters).toEqual([
    { field: 'customerEmail', operator: 'like', value: ['ada@'] },
    {
      field: 'transactionTime',
      operator: 'between',
      value: ['2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    },
  ]);
});

test('three characters are enough of an email', () => {
  expect([isCaseSearch('customerEmail', 'a@b'), isCaseSearch('customerEmail', 'a@')]).toEqual([true, false]);
});

describe('a file of a case', () => {
  test('has no type when its bytes are random', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const firstBytes = [0x89, 0xff, 0x47, 0x52, 0x25];
        fc.pre(!firstBytes.includes(bytes[0] ?? 0));
        expect(findFileType(bytes)).toBeUndefined();
      }),
    );
  });

  test('always gets a name that is safe in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const name = cleanFileName(`${text}.png`, 'image/png');
        if (name === undefined) return;
        expect(name.length).toBeLessThanOrEqual(120);
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
        expect(headerFileName(name)).toMatch(/^[\w.-]+\.png$/);
      }),
    );
  });
});
