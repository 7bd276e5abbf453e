import { describe, expect, test } from 'vitest';
import { readRuleSearch, readRulesSearch, readTerritoriesSearch } from '../rules-search.ts';

const first = {
  offset: 0,
  pageSize: 50,
  sortField: 'ruleAuditData.lastUpdatedTime',
  direction: 'DESC',
} as const;

const texts = (search: object) =>
  Object.fromEntries(Object.entries(search).map(([key, value]) => [key, String(value)]));

describe('the address of the manager', () => {
  test('has 50 rules a page, the last changed first', () => {
    expect(readRulesSearch({})).toEqual(first);
  });

  test.each([
    ['a page size that is not offered', { pageSize: '10' }],
    ['an offset between pages', { offset: '7' }],
    ['an unknown sort field', { sortField: 'merchantIds', direction: 'ASC' }],
    ['an unknown direction', { sortField: 'name', direction: 'UP' }],
  ])('resets page and order for %s', (_title, part) => {
    const raw = { offset: '100', pageSize: '100', sortField: 'name', direction: 'ASC', ...part };
    expect(readRulesSearch(raw)).toEqual(first);
  });

  test('keeps valid criteria, also when the page is reset', () => {
    const search = readRulesSearch({
      offset: '7',
      name: ' velocity ',
      action: 'Block',
      lastUpdatedTime: '2026-11-20',
    });
    expect(search).toEqual({ ...first, name: 'velocity', action: 'Block', lastUpdatedTime: '2026-11-20' });
  });

  test('drops invalid criteria', () => {
    const raw = { name: '', action: 'TerritoryBlock', lastUpdatedTime: '2026-02-30' };
    expect(readRulesSearch(raw)).toEqual(first);
    expect(readTerritoriesSearch(raw)).toEqual({ ...first, action: 'TerritoryBlock' });
  });

  test('reads its own result back', () => {
    const search = readRulesSearch({
      offset: '100',
      pageSize: '25',
      sortField: 'active',
      direction: 'ASC',
      name: 'a',
    });
    expect(readRulesSearch(texts(search))).toEqual(search);
    expect(search).toMatchObject({ offset: 100, pageSize: 25, sortField: 'active' });
  });
});

test('the address of a rule names a version', () => {
  expect(readRuleSearch({ version: '3' })).toEqual({ version: 3 });
  expect(readRuleSearch({ version: '0' })).toEqual({});
  expect(readRuleSearch({ version: 'x' })).toEqual({});
});
