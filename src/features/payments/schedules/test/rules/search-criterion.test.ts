import { describe, expect, test } from 'vitest';
import { type SearchField, criterionError, buildCriterionQuery } from '../../search-criterion.ts';
import { scheduleQuery } from '../../schemas.ts';

const today = '2026-11-20';
const id = 'a0'.repeat(16);

describe('search criteria', () => {
  test.each<[SearchField, string, string | undefined]>([
    ['scheduleId', id, undefined],
    ['scheduleId', ` ${id.toUpperCase()} `, undefined],
    ['scheduleId', id.slice(1), 'scheduleId'],
    ['scheduleId', `${id}0`, 'scheduleId'],
    ['scheduleId', `${id.slice(1)}-`, 'scheduleId'],
    ['scheduleId', '', 'scheduleId'],
    ['customerEmail', 'a@b', undefined],
    ['customerEmail', '@b', 'customerEmail'],
    ['customerEmail', 'a@', 'customerEmail'],
    ['customerEmail', 'ab', 'customerEmail'],
    ['lastFour', '0010', undefined],
    ['lastFour', '010', 'lastFour'],
    ['lastFour', '00100', 'lastFour'],
    ['lastFour', '001a', 'lastFour'],
    ['customerMerchantRef', 'cust 1', undefined],
    ['customerMerchantRef', '   ', 'customerMerchantRef'],
    ['creationDate', '20/11/2026', undefined],
    ['creationDate', '01/01/2000', undefined],
    ['creationDate', '31/12/1999', 'minimum'],
    ['creationDate', '21/11/2026', 'future'],
    ['creationDate', '31/02/2026', 'creationDate'],
    ['creationDate', '2026-11-20', 'creationDate'],
    ['creationDate', '', 'creationDate'],
  ])('%s "%s": %s', (field, value, error) => {
    expect(criterionError(field, value, today)).toBe(error);
    // The server accepts every criterion that the page accepts.
    if (error === undefined) {
      expect(scheduleQuery.safeParse(buildCriterionQuery(field, value, 'UTC')).success).toBe(true);
    }
  });
});

test('the server accepts a reference of the maximum length', () => {
  const value = 'r'.repeat(320);
  expect(criterionError('customerMerchantRef', value, today)).toBeUndefined();
  expect(scheduleQuery.safeParse(buildCriterionQuery('customerMerchantRef', value, 'UTC')).success).toBe(
    true,
  );
});

test('builds the query of each field, trimmed', () => {
  expect(buildCriterionQuery('scheduleId', ` ${id} `, 'UTC')).toEqual({ searchFields: { scheduleId: id } });
  expect(buildCriterionQuery('customerEmail', ' a@b ', 'UTC')).toEqual({
    metaDataFields: { customerEmail: 'a@b' },
  });
  expect(buildCriterionQuery('lastFour', '0010', 'UTC')).toEqual({ metaDataFields: { lastFour: '0010' } });
  expect(buildCriterionQuery('creationDate', '20/11/2026', 'Pacific/Auckland')).toEqual({
    searchFields: {
      creationDate: { start: '2026-11-19T11:00:00.000Z', end: '2026-11-20T10:59:59.999Z' },
    },
  });
});
