import { describe, expect, test } from 'vitest';
import { exportRequest } from '../schemas.ts';
import { exportColumns } from '../export-columns.ts';
import { type ExportChoice, buildExportRequest, availableSearchFields } from '../export-request.ts';
import { readExportState } from '../export-state.ts';
import { defaultColumns, transactionFields } from '#features/record/reporting/fields/transaction-fields.ts';

const plain = transactionFields.filter(({ needs }) => !needs);
const choice: ExportChoice = {
  interval: { from: new Date('2026-03-28T11:00:00.000Z'), to: new Date('2026-03-31T10:59:59.999Z') },
  orgIds: [1111],
  types: [],
  statuses: [],
  outcomes: [],
  search: undefined,
  exportType: 'basic',
  format: 'CSV',
};
const setting = { availableFields: transactionFields, isWarehouse: true, timeZone: 'Pacific/Auckland' };

describe('columns', () => {
  test("exports the grid's columns and the original payment as basic ones", () => {
    expect(exportColumns('basic', transactionFields)).toEqual([
      ...defaultColumns,
      'original_reference',
      'original_txn_id',
    ]);
  });

  test('includes the smaller column set in each larger one', () => {
    const sets = (['basic', 'intermediate', 'extensive'] as const).map((type) =>
      exportColumns(type, transactionFields),
    );
    for (const [at, set] of sets.entries()) {
      expect(new Set(set).size).toBe(set.length);
      expect(set).toEqual(expect.arrayContaining(sets[at - 1] ?? []));
      expect(set.length).toBeGreaterThan(sets[at - 1]?.length ?? 0);
    }
  });

  test('exports fraud and rules columns in the extensive set only', () => {
    const fraud = ['OPTIMIZE360_OUTCOME', 'fg_score', 'fg_advice'];
    expect(exportColumns('intermediate', transactionFields)).not.toEqual(
      expect.arrayContaining(fraud.slice(0, 1)),
    );
    expect(exportColumns('extensive', transactionFields)).toEqual(expect.arrayContaining(fraud));
    expect(exportColumns('extensive', plain).filter((field) => fraud.includes(field))).toEqual([]);
    expect(exportColumns('extensive', transactionFields)).not.toContain('card_fingerprint');
  });
});

describe('the request', () => {
  test('fits the contract and is named by days of the zone', () => {
    const request = buildExportRequest(choice, setting);
    expect(exportRequest.safeParse(request).success).toBe(true);
    expect(request).toMatchObject({
      outputFileName: 'TransactionReport_20260329_20260331',
      timezone: 'Pacific/Auckland',
      dataSource: 'REPORT',
      orgIds: [1111],
    });
    expect(request.fields.filter(({ filter }) => filter)).toEqual([
      {
        field: 'txn_datetime',
        display: false,
        filter: {
          operation: 'BETWEEN',
          value: [choice.interval.from.getTime(), choice.interval.to.getTime()],
        },
      },
    ]);
    expect(buildExportRequest(choice, { ...setting, isWarehouse: false }).dataSource).toBe('REAL-TIME');
  });

  test('filters by EQUALS or IN, with older names of outcomes', () => {
    const request = buildExportRequest(
      {
        ...choice,
        types: ['REFUND'],
        statuses: ['SUCCESS', 'FAILED'],
        outcomes: ['NEGATIVE_LIST', 'ACCEPT'],
        search: { field: 'merch_ref', value: 'A-1' },
      },
      setting,
    );
    const filters = Object.fromEntries(
      request.fields.flatMap(({ field, filter }) => (filter ? [[field, filter]] : [])),
    );
    expect(filters).toMatchObject({
      txn_type: { operation: 'EQUALS', value: ['REFUND'] },
      txn_status: { operation: 'IN', value: ['SUCCESS', 'FAILED'] },
      OPTIMIZE360_OUTCOME: { operation: 'IN', value: ['BLACKLIST', 'ACCEPT'] },
      merch_ref: { operation: 'EQUALS', value: ['A-1'] },
    });
  });

  test.each([
    ['20.51', 'IN', ['20.51', '-20.51']],
    ['>100', 'BETWEEN', ['-99999999999999.9999', '-100.0001', '100.0001', '99999999999999.9999']],
    ['10..20', 'BETWEEN', ['-20', '-10', '10', '20']],
  ])('finds payments and refunds of the amount %s', (value, operation, expected) => {
    const search = { field: 'requested_amount', value };
    const { fields } = buildExportRequest({ ...choice, search }, setting);
    expect(fields.filter(({ field, filter }) => field === 'requested_amount' && filter)).toEqual([
      { field: 'requested_amount', display: false, filter: { operation, value: expected } },
    ]);
  });

  test('sends the transaction of the same card in the path', () => {
    const request = buildExportRequest(
      { ...choice, search: { field: 'SAME_CARD', value: '10000000001' } },
      setting,
    );
    expect(JSON.stringify(request)).not.toContain('10000000001');
  });
});

test('offers card fields by permission and data source', () => {
  expect(availableSearchFields(true, () => true)).toEqual([
    'txn_id',
    'merch_ref',
    'customer_email',
    'requested_amount',
    'last_four',
    'IP_address',
    'SAME_CARD',
  ]);
  expect(availableSearchFields(true, () => false)).toEqual([
    'txn_id',
    'merch_ref',
    'customer_email',
    'requested_amount',
    'last_four',
  ]);
  expect(availableSearchFields(false, () => true)).toEqual([
    'txn_id',
    'merch_ref',
    'customer_email',
    'requested_amount',
  ]);
});

test('reads valid state of another screen only', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const draft = readExportState(
    {
      fromDate: '2026-11-01T00:00:00Z',
      toDate: Date.parse('2026-11-02T23:59:59.999Z'),
      selectedNodes: [1111, -1, 'x'],
      type: ['REFUND', 3],
      searchField: 'merch_ref',
      searchValue: 'A-1',
      columnFilters: { merch_ref: ' =1+1 ', amount: 5 },
    },
    now,
    'UTC',
  );
  expect(draft).toEqual({
    interval: { startDate: '01/11/2026', startTime: '00:00', endDate: '02/11/2026', endTime: '23:59' },
    orgIds: [1111],
    types: ['REFUND'],
    statuses: [],
    outcomes: [],
    searchField: 'merch_ref',
    searchValue: 'A-1',
    columnFilters: { merch_ref: '=1+1' },
  });
  for (const invalid of [undefined, null, 'x', 7, { fromDate: 'soon', type: 'REFUND' }]) {
    expect(readExportState(invalid, now, 'UTC')).toMatchObject({
      interval: { startDate: '21/11/2026', endTime: '23:59' },
      types: [],
      orgIds: [],
      columnFilters: {},
    });
  }
});

test("applies the statement's column filters where offered", () => {
  const filtersOf = (availableFields: readonly { field: string }[]) =>
    buildExportRequest(
      { ...choice, columnFilters: { merch_ref: 'A-1', fg_score: '7' } },
      { ...setting, availableFields },
    )
      .fields.filter(({ filter }) => filter?.operation === 'EQUALS')
      .map(({ field, filter, display }) => [field, filter?.value, display]);
  expect(filtersOf(transactionFields)).toEqual([
    ['merch_ref', ['A-1'], false],
    ['fg_score', ['7'], false],
  ]);
  expect(filtersOf(plain)).toEqual([['merch_ref', ['A-1'], false]]);
});
