import { describe, expect, test } from 'vitest';
import { searchRequest } from '#features/record/reporting/search-schema.ts';
import { exportRequest } from '#features/reports/exports/schemas.ts';
import { buildGridExport } from '#features/reports/exports/export-request.ts';
import { toExportState, buildStatementRequest } from '../statement-request.ts';
import { toInterval } from '../statement-interval.ts';
import { filterChoices } from '../statement-filters.ts';
import { parseDays, noFilters, type StatementFilters } from '../statement-params.ts';

const setting = {
  columns: ['txn_datetime', 'txn_id'],
  sort: { field: 'txn_datetime', direction: 'DESC' },
  isWarehouse: false,
  timeZone: 'UTC',
  merchants: [1111, 1112],
  orgId: 1100,
  snapshot: undefined,
} as const;
const params = (filters: Partial<StatementFilters> = {}) => ({
  offset: 50,
  pageSize: 50,
  date: '2026-11-01,2026-11-21',
  ...filters,
});
const between = {
  operation: 'BETWEEN',
  value: [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 22) - 1],
};

describe('the request of a statement', () => {
  test('has the interval, the page from one and the merchants', () => {
    expect(buildStatementRequest(params(), setting)).toEqual({
      startFrom: 51,
      limit: 50,
      dataSource: 'REAL-TIME',
      orgIds: [1111, 1112],
      fields: [
        { field: 'txn_datetime', display: true, sort: 'DESC', filter: between },
        { field: 'txn_id', display: true },
      ],
      includeFieldNames: true,
    });
  });
  test('filters by EQUALS or IN without showing those columns', () => {
    const filters = { status: ['FAILED'], type: ['PAYMENT', 'REFUND'], selectedNodes: ['1150'] };
    const sort = { field: 'amount', direction: 'ASC' } as const;
    const request = buildStatementRequest(params(filters), { ...setting, sort, isWarehouse: true });
    expect(request.dataSource).toBe('REPORT');
    expect(request.orgIds).toEqual([1150]);
    expect(request.fields.slice(2)).toEqual([
      { field: 'txn_status', display: false, filter: { operation: 'EQUALS', value: ['FAILED'] } },
      { field: 'txn_type', display: false, filter: { operation: 'IN', value: ['PAYMENT', 'REFUND'] } },
      { field: 'amount', display: false, sort: 'ASC' },
    ]);
  });
  test('requests lists by their older names', () => {
    const request = buildStatementRequest(
      params({ optimize360Outcome: ['BLOCK', 'NEGATIVE_LIST', 'BLACKLIST', 'POSITIVE_LIST'] }),
      setting,
    );
    expect(request.fields.at(-1)).toEqual({
      field: 'OPTIMIZE360_OUTCOME',
      display: false,
      filter: { operation: 'IN', value: ['BLOCK', 'BLACKLIST', 'WHITELIST'] },
    });
  });
  test('uses the current organisation without merchants or with too many', () => {
    expect(buildStatementRequest(params(), { ...setting, merchants: [] }).orgIds).toEqual([1100]);
    const many = Array.from({ length: 5001 }, (_, index) => index + 1);
    expect(buildStatementRequest(params(), { ...setting, merchants: many }).orgIds).toEqual([1100]);
  });
  test('limits further pages to the snapshot', () => {
    const request = buildStatementRequest(params(), { ...setting, snapshot: '2026-11-21T09:00:00.000Z' });
    expect(request.fields.at(-1)).toEqual({
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: ['2026-11-21T09:00:00.000Z'] },
    });
    expect(searchRequest.safeParse(request).success).toBe(true);
  });
});

describe('a statement as a file', () => {
  test('exports all pages under the name of its days', () => {
    const page = buildStatementRequest(params(), { ...setting, snapshot: '2026-11-21T09:00:00.000Z' });
    const request = buildGridExport(page, toInterval(parseDays(params()), 'UTC'), 'UTC', 'XLSX');
    expect(request).toMatchObject({
      startFrom: 1,
      fields: page.fields,
      orgIds: page.orgIds,
      outputFormat: 'XLSX',
      outputFileName: 'TransactionReport_20261101_20261121',
      timezone: 'UTC',
    });
    expect('limit' in request).toBe(false);
    expect(exportRequest.safeParse(request).success).toBe(true);
  });
  test('passes its filters to the export screen', () => {
    expect(toExportState(params({ status: ['FAILED'], selectedNodes: ['1150'] }), 'UTC')).toEqual({
      fromDate: Date.UTC(2026, 10, 1),
      toDate: Date.UTC(2026, 10, 22) - 1,
      selectedNodes: [1150],
      status: ['FAILED'],
      type: [],
      optimize360Outcome: [],
    });
    expect(toExportState({ ...params(), 'filter.amount': '5' }, 'UTC')).toMatchObject({
      columnFilters: { amount: '5' },
    });
  });
});

describe('the choices of the filters', () => {
  const fields = [
    { field: 'txn_status', filters: [], values: ['SUCCESS', 'SUSPENDED', 'SUSPENDED_PAYPAL'] },
    { field: 'txn_type', filters: [], values: ['PAYMENT', 'REFUND'] },
    {
      field: 'OPTIMIZE360_OUTCOME',
      filters: [],
      values: ['BLOCK', 'NEGATIVE_LIST', 'POSITIVE_LIST', 'BLACKLIST', 'WHITELIST'],
    },
  ];
  test.each([
    [false, true, ['SUCCESS', 'SUSPENDED', 'SUSPENDED_PAYPAL'], []],
    [true, false, ['SUCCESS'], []],
    [true, true, ['SUCCESS'], ['BLOCK', 'NEGATIVE_LIST', 'POSITIVE_LIST']],
  ])('warehouse %s, fraud rules %s', (isWarehouse, seesFraudRules, status, optimize360Outcome) => {
    expect(filterChoices({ fields, isWarehouse, seesFraudRules })).toEqual({
      status,
      type: ['PAYMENT', 'REFUND'],
      optimize360Outcome,
    });
  });
  test('are empty without metadata', () => {
    expect(filterChoices({ fields: [], isWarehouse: true, seesFraudRules: true })).toEqual({
      status: [],
      type: [],
      optimize360Outcome: [],
    });
    expect(noFilters.selectedNodes).toEqual([]);
  });
});
