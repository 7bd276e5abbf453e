import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flatText, parseSearch, stringifySearch } from '#web/search-codec.ts';
import {
  criteriaKey,
  parseDays,
  noFilters,
  readStatementParams,
  type StatementParams,
  withFilters,
} from '../statement-params.ts';
import { withinMetadata } from '../statement-filters.ts';

const now = new Date('2026-11-21T15:30:00Z');
const read = (raw: Record<string, string>, zone = 'UTC') => readStatementParams(raw, now, zone);
const usual: StatementParams = { offset: 0, pageSize: 50, date: '2026-11-21' };

describe('query parameters of the statements screen', () => {
  test.each([
    ['nothing', {}, {}],
    ['a day', { date: '2026-11-02' }, { date: '2026-11-02' }],
    ['an interval of one day', { date: '2026-11-02,2026-11-02' }, { date: '2026-11-02' }],
    ['an interval', { date: '2026-11-02,2026-11-05' }, { date: '2026-11-02,2026-11-05' }],
    ['a bad date is today', { date: 'x' }, {}],
    ['a bad date falls back to fromDate', { date: 'x', fromDate: '02/11/2026' }, { date: '2026-11-02' }],
    [
      'a good date wins over fromDate',
      { date: '2026-11-03', fromDate: '2026-11-02' },
      { date: '2026-11-03' },
    ],
    ['a bad fromDate is today', { fromDate: '2027-01-01' }, {}],
    ['a page', { offset: '100', pageSize: '25' }, { offset: 100, pageSize: 25 }],
    ['an offset that is no page', { offset: '7', pageSize: '25' }, {}],
    ['a page size that is not offered', { offset: '26', pageSize: '13' }, {}],
    ['an offset past all counting', { offset: '999999900', pageSize: '50' }, {}],
    ['a bad page keeps the rest', { offset: '-1', status: 'SUCCESS' }, { status: ['SUCCESS'] }],
    [
      'filters, each value once',
      { status: 'SUCCESS,FAILED,SUCCESS', type: 'REFUND' },
      { status: ['SUCCESS', 'FAILED'], type: ['REFUND'] },
    ],
    ['words that cannot be values', { status: '<b>,,SUCCESS', type: '' }, { status: ['SUCCESS'] }],
    ['node ids', { selectedNodes: '1100,1111,1100' }, { selectedNodes: ['1100', '1111'] }],
    [
      'node ids that are none',
      { selectedNodes: '-1,a,1e9,0,1100,2147483648,١' },
      { selectedNodes: ['1100'] },
    ],
    ['a sort in any case', { field: 'amount', direction: 'DeSC' }, { field: 'amount', direction: 'desc' }],
    ['a sort without a direction', { field: 'amount' }, {}],
    ['a direction that is none', { field: 'amount', direction: 'up' }, {}],
    ['a filter of a column', { 'filter.amount': '5', 'filter.': 'x' }, { 'filter.amount': '5' }],
  ])('%s', (_name, raw, expected) => {
    expect(read(raw)).toEqual({ ...usual, ...expected });
  });

  test('uses today in the chosen zone', () => {
    expect(read({}, 'Pacific/Auckland').date).toBe('2026-11-22');
    expect(read({ date: '2026-11-22' }, 'Pacific/Auckland').date).toBe('2026-11-22');
    expect(read({ date: '2026-11-22' }, 'America/Los_Angeles').date).toBe('2026-11-21');
  });
  test('keeps days and order when the filters change', () => {
    const params = read({ offset: '50', status: 'FAILED', field: 'amount', direction: 'asc' });
    expect(withFilters(params, { ...noFilters, type: ['REFUND'] })).toEqual({
      ...usual,
      type: ['REFUND'],
      field: 'amount',
      direction: 'asc',
    });
    expect(criteriaKey(params)).toBe(criteriaKey({ ...params, offset: 100, direction: 'desc' }));
    expect(parseDays(params)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  });
});

describe("the metadata's values", () => {
  const fields = [
    { field: 'txn_status', filters: ['IN'], values: ['SUCCESS', 'FAILED', 'SUSPENDED_PAYPAL'] },
    { field: 'txn_type', filters: ['IN'], values: ['PAYMENT'] },
    {
      field: 'OPTIMIZE360_OUTCOME',
      filters: ['IN'],
      values: ['BLOCK', 'NEGATIVE_LIST', 'POSITIVE_LIST', 'BLACKLIST', 'WHITELIST'],
    },
    { field: 'fg_advice', filters: [] },
  ];
  const setting = { fields, isWarehouse: false, seesFraudRules: true };

  test('drops values outside the lists only', () => {
    const params = read({
      offset: '50',
      status: 'SUCCESS,NEVER,SUSPENDED_PAYPAL',
      type: 'NOTHING',
      optimize360Outcome: 'BLOCK',
      selectedNodes: '1100',
      field: 'txn_type',
      direction: 'asc',
    });
    expect(withinMetadata(params, setting)).toEqual({
      ...usual,
      offset: 50,
      status: ['SUCCESS', 'SUSPENDED_PAYPAL'],
      selectedNodes: ['1100'],
      field: 'txn_type',
      direction: 'asc',
    });
  });
  test('drops filters of unlisted columns and impossible values', () => {
    const params = read({ 'filter.txn_status': 'FAILED', 'filter.txn_type': 'X', 'filter.amount': '5' });
    expect(withinMetadata(params, setting)).toEqual({ ...usual, 'filter.txn_status': 'FAILED' });
    expect(criteriaKey(params)).not.toBe(criteriaKey(read({})));
  });
  test('drops suspended statuses with the warehouse, keeps outcomes', () => {
    const params = read({ status: 'SUSPENDED_PAYPAL', optimize360Outcome: 'BLOCK,NEGATIVE_LIST' });
    expect(withinMetadata(params, { ...setting, isWarehouse: true })).toEqual({
      ...usual,
      optimize360Outcome: ['BLOCK', 'NEGATIVE_LIST'],
    });
    expect(withinMetadata(params, { ...setting, isWarehouse: true, seesFraudRules: false })).toEqual(usual);
  });
  test('drops column filters by the warehouse and the permission', () => {
    const params = read({ 'filter.txn_status': 'SUSPENDED_PAYPAL', 'filter.OPTIMIZE360_OUTCOME': 'BLOCK' });
    expect(withinMetadata(params, setting)).toEqual({ ...usual, 'filter.txn_status': 'SUSPENDED_PAYPAL' });
    expect(withinMetadata(params, { ...setting, isWarehouse: true })).toEqual({
      ...usual,
      'filter.OPTIMIZE360_OUTCOME': 'BLOCK',
    });
    expect(withinMetadata(params, { ...setting, isWarehouse: true, seesFraudRules: false })).toEqual(usual);
  });
  test('drops nodes outside the current organisation', () => {
    const params = read({ selectedNodes: '1100,1211' });
    const nodes = new Set(['1100', '1111']);
    expect(withinMetadata(params, { ...setting, nodes })).toEqual({ ...usual, selectedNodes: ['1100'] });
    expect(withinMetadata(params, { ...setting, nodes: undefined })).toBe(params);
  });
  test("reads a list's older name", () => {
    const params = read({ optimize360Outcome: 'BLACKLIST,BLOCK,NEGATIVE_LIST,WHITELIST' });
    expect(withinMetadata(params, { ...setting, isWarehouse: true })).toEqual({
      ...usual,
      optimize360Outcome: ['NEGATIVE_LIST', 'BLOCK', 'POSITIVE_LIST'],
    });
  });
  test('sorts by live columns only without the warehouse', () => {
    const params = read({ field: 'fg_advice', direction: 'asc' });
    expect(withinMetadata(params, setting)).toEqual(usual);
    expect(withinMetadata(params, { ...setting, isWarehouse: true })).toBe(params);
  });
  test('returns valid parameters unchanged', () => {
    const params = read({ status: 'FAILED,SUCCESS', type: 'PAYMENT' });
    expect(withinMetadata(params, setting)).toBe(params);
  });

  const word = fc.oneof(
    fc.constantFrom(
      'SUCCESS',
      'SUSPENDED_PAYPAL',
      'PAYMENT',
      'BLOCK',
      'BLACKLIST',
      'txn_type',
      'asc',
      'DESC',
    ),
    fc.constantFrom('0', '25', '50', '100', '-1', '1100', '2026-11-02', '2026-11-01,2026-11-03', 'x'),
    fc.string(),
  );
  const part = fc.array(word, { maxLength: 4 }).map((words) => words.join(','));
  const names = [
    'offset',
    'pageSize',
    'date',
    'fromDate',
    'type',
    'status',
    'optimize360Outcome',
    'selectedNodes',
    'field',
    'direction',
    'filter.txn_type',
    'filter.amount',
    'filter.fg_advice',
  ];
  test('settles after one reading for any address', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), part),
        fc.boolean(),
        fc.boolean(),
        (raw, isWarehouse, seesFraudRules) => {
          const setting = { fields, isWarehouse, seesFraudRules };
          const clean = withinMetadata(read(raw), setting);
          // As the router does: writes the result as an address and reads it again.
          const repeated = read(parseSearch(stringifySearch({ ...clean })));
          expect(repeated).toEqual(clean);
          expect(withinMetadata(repeated, setting)).toBe(repeated);
          expect(read(flatText({ ...clean }))).toEqual(clean);
        },
      ),
      { numRuns: 600 },
    );
  });
});

test('cuts a range that ends in the future to today, and keeps the day that was asked for', () => {
  const read = (raw: Record<string, string>) =>
    readStatementParams(raw, new Date('2026-11-26T09:00:00Z'), 'UTC');
  const cut = read({ date: '2026-09-01,2026-11-27' });
  expect(cut).toMatchObject({ date: '2026-09-01,2026-11-26', cut: '2026-11-27' });
  expect(read({ date: cut.date, cut: cut.cut ?? '' })).toEqual(cut);
  expect(read({ date: '2026-09-01,2026-11-26' })).not.toHaveProperty('cut');
  expect(read({ date: '2026-09-01,2026-11-25', cut: '2026-11-27' })).not.toHaveProperty('cut');
  // All of it is in the future: today.
  expect(read({ date: '2026-11-27,2026-11-28' })).toMatchObject({ date: '2026-11-26' });
});
