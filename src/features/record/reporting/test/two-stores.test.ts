import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import type { SearchRequest } from '../search-schema.ts';
import { WarehouseReplication } from '../server/replicate-to-warehouse.ts';
import type { MerchantScope } from '../server/merchant-scope.ts';
import { type ReportQuery, buildReportQuery } from '../server/build-report-query.ts';
import { type MoneySum, readSum } from '../server/money-sums.ts';
import { type Cell, countMatches, readPageRows, sumMatches } from '../server/postgres-query.ts';
import { loadCustomNames } from '../server/columns/custom-columns.ts';
import { countClause, hasAllFields, pageClause, sumsClause } from '../server/warehouse-query.ts';
import { type TransactionField, transactionField, transactionFields } from '../fields/transaction-fields.ts';
import { replicateAll } from './replicate-all.ts';
import { generatedRuns } from '#testing/generated-runs.ts';
import { generatedStart, insertGenerated, nameCustomFields } from './generated-rows.ts';

let app: TestApp;
let warehouseServer: TestWarehouse;
/** Values of the rows by field, so that generated queries find some. */
const storedValues = new Map<string, string[]>();
const customs = [
  'custom_string_1',
  'custom_long_string_1',
  'custom_int_1',
  'custom_decimal_1',
  'custom_float_1',
  'custom_date_1',
  'custom_datetime_1',
];
const names = [...transactionFields.map(({ field }) => field), ...customs];
const rows = 360;

const tenantIds = [1100, 1200];
const scope = fc.oneof(
  fc.subarray(tenantIds, { minLength: 1 }).map((subset) => ({ tenantIds: subset, merchants: undefined })),
  fc
    .subarray([1111, 1112, 1121, 1211], { minLength: 1 })
    .map((merchants) => ({ tenantIds, merchants: merchants as number[] | undefined })),
);

function valueOf(definition: TransactionField): fc.Arbitrary<string> {
  const { field, type } = definition;
  const stored = storedValues.get(field) ?? [];
  const otherValues: Record<string, fc.Arbitrary<string>> = {
    NUMBER: /amount|money|_decimal_|_float_/i.test(field)
      ? fc.constantFrom('0', '-1', '12.5', '0.0001', '99999999999999.9999')
      : fc.integer({ min: -3, max: 30 }).map(String),
    STRING: fc.string({ maxLength: 3 }).filter((text) => !text.includes('\0')),
    ISO_DATE: fc.constantFrom('2026-01-05', '2026-11-01', '1999-01-01'),
    ISO_TIME: fc.constantFrom('10:00', '10:00:00', '23:59:59.999', '10:00:00.001'),
    ISO_DATETIME: fc
      .integer({ min: -400 * 24, max: 30 })
      .map((hours) => String(generatedStart + hours * 3_600_000)),
  };
  if (definition.values) return fc.constantFrom(...definition.values);
  const random = otherValues[type] ?? fc.constant('1');
  return stored.length > 0
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...stored) }, { weight: 1, arbitrary: random })
    : random;
}

const buildFilters = (field: string) => {
  const definition = transactionField(field);
  if (!definition) throw new Error(field);
  return fc.constantFrom(...definition.filters).chain((operation) => {
    const value = valueOf(definition);
    const single = fc.tuple(value).map((values) => [...values]);
    const values: Record<string, fc.Arbitrary<string[]>> = {
      IS_NULL: fc.constant([]),
      IS_NOT_NULL: fc.constant([]),
      IN: fc.array(value, { minLength: 1, maxLength: 5 }),
      NOT_IN: fc.array(value, { minLength: 1, maxLength: 5 }),
      // Amounts take two ranges too.
      BETWEEN: fc
        .array(value, { minLength: 4, maxLength: 4 })
        .map((edges) => (field.endsWith('amount') ? edges : edges.slice(0, 2))),
    };
    return (values[operation] ?? single).map((selectedValues) => ({
      field,
      display: false,
      filter: { operation, value: selectedValues },
    }));
  });
};

const request = () =>
  fc.record({
    startFrom: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: rows })),
    limit: fc.integer({ min: 1, max: 40 }),
    shown: fc.subarray(names, { minLength: 1, maxLength: 12 }),
    filters: fc.array(fc.constantFrom(...names).chain(buildFilters), { maxLength: 3 }),
    sorts: fc.array(
      fc.record({ field: fc.constantFrom(...names), sort: fc.constantFrom('ASC' as const, 'DESC' as const) }),
      {
        maxLength: 2,
      },
    ),
  });

type Requested = ReturnType<typeof request> extends fc.Arbitrary<infer R> ? R : never;

function searchOf({ startFrom, limit, shown, filters, sorts }: Requested) {
  const search: SearchRequest = {
    startFrom,
    limit,
    fields: [
      ...shown.map((field) => ({ field })),
      ...filters,
      ...sorts.map((sort, sortOrder) => ({ ...sort, display: false, sortOrder })),
    ],
  };
  return search;
}

interface SearchResult {
  rows: Cell[][];
  total: number;
  sums: MoneySum[];
}

const fromPostgres = (query: ReportQuery): Promise<SearchResult> =>
  inTenant(app.services.database, tenantIds, async (sql) => ({
    rows: await readPageRows(sql, query),
    total: await countMatches(sql, query),
    sums: await sumMatches(sql, query),
  }));

async function fromWarehouse(query: ReportQuery): Promise<SearchResult> {
  const customNames = await inTenant(app.services.database, tenantIds, (sql) => loadCustomNames(sql, query));
  const [rows, [[total] = []], sums] = await Promise.all([
    warehouseServer.warehouse.rows(pageClause(query, customNames)),
    warehouseServer.warehouse.rows(countClause(query, customNames)),
    warehouseServer.warehouse.rows(sumsClause(query, customNames)),
  ]);
  return { rows, total: Number(total), sums: sums.map(readSum) };
}

const replicate = () =>
  replicateAll(app.services.clock, new WarehouseReplication(app.services, warehouseServer.warehouse));

describeWarehouse('PostgreSQL and the warehouse', () => {
  beforeAll(async () => {
    [app, warehouseServer] = await Promise.all([startApp(), startWarehouse()]);
    await nameCustomFields(app.owner);
    await insertGenerated(app.owner, rows, 10_000_000_001);
    await replicate();
    // The warehouse has an older version of these rows.
    await app.owner`
      update txn set txn_status = 'VOIDED', amount_minor = requested_minor, fg_score = 9, version = version + 1,
        changed_in = pg_current_xact_id()::text::bigint
      where txn_id % 5 = 0`;
    await replicate();
    await app.owner`
      insert into txn_total_change
      select company_id, merchant_id, txn_datetime, txn_type, txn_status, '', ccy_code, requested_minor, 1 from txn`;
    const all = buildReportQuery(
      { startFrom: 1, limit: 500, fields: names.map((field) => ({ field })) },
      { tenantIds, merchants: undefined },
    );
    for (const row of (await fromPostgres(all)).rows) {
      for (const [index, value] of row.entries()) {
        const field = names[index] ?? '';
        if (value !== null && String(value).length < 320)
          storedValues.set(field, [...(storedValues.get(field) ?? []), String(value)]);
      }
    }
  });
  afterAll(() => Promise.all([app?.stop(), warehouseServer?.stop()]));

  test('show every column of every row alike', async () => {
    for (const field of names) {
      const query = buildReportQuery(
        { startFrom: 1, limit: 500, fields: [{ field }] },
        { tenantIds, merchants: undefined },
      );
      const [postgresResult, warehouseResult] = [await fromPostgres(query), await fromWarehouse(query)];
      expect(warehouseResult, field).toEqual(postgresResult);
      expect(postgresResult.total).toBe(rows);
    }
  });

  test('return the same for thousands of generated queries', async () => {
    let compared = 0;
    let withRows = 0;
    const compare = async (request: Requested, merchantScope: MerchantScope) => {
      const query = undefinedIfInvalid(() => buildReportQuery(searchOf(request), merchantScope));
      if (!query) return;
      expect(hasAllFields(query)).toBe(true);
      const [postgresResult, warehouseResult] = await Promise.all([
        fromPostgres(query),
        fromWarehouse(query),
      ]);
      expect(warehouseResult).toEqual(postgresResult);
      compared += 1;
      if (postgresResult.rows.length > 0) withRows += 1;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(request(), scope), { minLength: 4, maxLength: 4 }),
        async (request) => {
          await Promise.all(request.map(([generated, merchantScope]) => compare(generated, merchantScope)));
        },
      ),
      { numRuns: generatedRuns(125) },
    );
    expect(compared).toBeGreaterThan(generatedRuns(125) * 3);
    expect(withRows).toBeGreaterThan(compared * 0.25);
  }, 600_000);

  test('page alike: each row once, in one order', async () => {
    await fc.assert(
      fc.asyncProperty(request(), scope, async (request, merchantScope) => {
        const firstQuery = undefinedIfInvalid(() =>
          buildReportQuery({ ...searchOf(request), startFrom: 1 }, merchantScope),
        );
        if (!firstQuery) return;
        const wholeResult = await fromPostgres({ ...firstQuery, limit: 500 });
        const pages: Cell[][] = [];
        for (let offset = 0; offset < wholeResult.total; offset += 60) {
          const page = await fromWarehouse({ ...firstQuery, offset, limit: 60 });
          expect(page.total).toBe(wholeResult.total);
          pages.push(...page.rows);
        }
        expect(pages).toEqual(wholeResult.rows);
      }),
      { numRuns: 40 },
    );
  }, 300_000);
});

/** Values of a column may be invalid in a request. */
function undefinedIfInvalid<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch {
    return undefined;
  }
}
