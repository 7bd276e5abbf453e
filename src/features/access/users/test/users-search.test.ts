import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { organisationFilter, organisationInFilter } from '#shared/org-path.ts';
import { defaultUsersSearch, readUsersSearch } from '../users-search.ts';

describe('query parameters of the users screen', () => {
  test.each([
    ['nothing', {}, {}],
    ['a page', { offset: '100', pageSize: '50' }, { offset: 100, pageSize: 50 }],
    ['an offset inside a page', { offset: '7', pageSize: '50' }, {}],
    ['a page size that is not offered', { pageSize: '13' }, {}],
    ['a negative offset', { offset: '-25' }, {}],
    ['a sort', { field: 'lastLogon', direction: 'DESC' }, { field: 'lastLogon', direction: 'DESC' }],
    ['a field without a direction', { field: 'lastName' }, {}],
    ['a direction that is none', { field: 'lastName', direction: 'desc' }, {}],
    ['a field that is none', { field: 'toString', direction: 'ASC' }, {}],
    [
      'a bad page keeps the sort',
      { offset: 'x', field: 'active', direction: 'ASC' },
      { field: 'active', direction: 'ASC' },
    ],
  ])('%s', (_name, raw, expected) => {
    expect(readUsersSearch(raw)).toEqual({ ...defaultUsersSearch, ...expected });
  });

  test.each([
    ['a text without spaces around it', { text: ' ada ' }, { text: 'ada' }],
    ['an empty text', { text: ' ' }, {}],
    ['a text of at most 100 characters', { text: 'a'.repeat(120) }, { text: 'a'.repeat(100) }],
    ['a status', { status: 'locked' }, { status: 'locked' }],
    ['a status that is none', { status: 'toString' }, {}],
  ])('filter by %s', (_name, raw, expected) => {
    expect(readUsersSearch(raw)).toEqual({ ...defaultUsersSearch, ...expected });
  });

  test('reads back its own result for any address', () => {
    const text = fc.option(fc.string(), { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({ offset: text, pageSize: text, field: text, direction: text, text, status: text }),
        (raw) => {
          const read = readUsersSearch(raw);
          const repeated = Object.fromEntries(
            Object.entries(read).map(([name, value]) => [name, String(value)]),
          );
          expect(readUsersSearch(repeated)).toEqual(read);
        },
      ),
    );
  });
});

test.each([
  [organisationFilter(1100), 1100],
  ['extraInfo.organisationId eq 1100', 1100],
  ['extraInfo.organisationId eq "1100" or id pr', undefined],
  ['extraInfo.organisationId eq ""', undefined],
  ['', undefined],
])("reads organisation %j's filter %j", (filter, organisation) => {
  expect(organisationInFilter(filter)).toBe(organisation);
});
