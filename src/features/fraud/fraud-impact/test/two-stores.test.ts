import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { matchesNaively } from '#features/fraud/fraud-engine/test/naive-evaluator.ts';
import { anyCondition, anyRule } from '#features/fraud/fraud-engine/test/generate-rules.ts';
import { type Condition, type EvaluatedRule, listOperators } from '#features/fraud/fraud-rules/rule.ts';
import { WarehouseReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { newestVersions } from '#features/record/reporting/server/warehouse-table.ts';
import { replicateAll } from '#features/record/reporting/test/replicate-all.ts';
import { dayMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import { clause, join } from '#warehouse/clickhouse-sql.ts';
import type { ImpactStore } from '../server/impact-store.ts';
import { measureRange } from '../server/measure-range.ts';
import { postgresStore } from '../server/postgres-store.ts';
import { loadListValues } from '../server/with-store.ts';
import { isInWarehouse, ruleClause } from '../server/warehouse-dialect.ts';
import { warehouseStore } from '../server/warehouse-store.ts';
import { storeLists } from './stored-lists.ts';
import {
  type StoredPayment,
  type TestList,
  lookUpIn,
  companyId,
  customNames,
  start,
  storePayments,
} from './stored-payments.ts';
import { generatedRuns } from '#testing/generated-runs.ts';

const batch = 10;
const today = '2026-11-20';

/** Whether the warehouse evaluates a rule with the condition. */
const isEvaluated = (condition: Condition): boolean =>
  isInWarehouse({ ruleType: 'rule', joinedConditions: { conditions: [condition] } } as never);

const customText = fc.constantFrom('custom_string_1', 'custom_long_string_2', 'custom_string_9');
const customRef = (type: 'string' | 'longString', index: number) => ({
  type: 'customField' as const,
  descriptiveName: 'x',
  dataType: type,
  index,
});

/** Lists and comparisons of custom fields; one of them has no name in the company. */
const customCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('list' as const),
    field: customText,
    operator: fc.constantFrom(...listOperators),
    listId: fc.constantFrom(1, 2, 3),
  }),
  fc.record({
    type: fc.constant('fieldComparison' as const),
    operator: fc.constantFrom('equalTo', 'notEqualTo'),
    firstField: fc.constantFrom(customRef('string', 1), customRef('string', 9)),
    secondField: fc.constantFrom(customRef('longString', 2), {
      type: 'simpleField' as const,
      name: 'customerName',
    }),
  }),
) as fc.Arbitrary<Condition>;

/** Rules of the conditions that the warehouse evaluates. */
const warehouseRule = fc
  .tuple(
    anyRule,
    fc.array(fc.oneof({ weight: 5, arbitrary: anyCondition.filter(isEvaluated) }, customCondition), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([rule, conditions]): EvaluatedRule =>
    rule.ruleType === 'territoryRule'
      ? rule
      : { ...rule, joinedConditions: { ...rule.joinedConditions, conditions } },
  );

describeWarehouse('the impact of a rule in two stores', () => {
  let app: TestApp;
  let server: TestWarehouse;
  let payments: readonly StoredPayment[];
  let lists: readonly TestList[];

  beforeAll(async () => {
    [app, server] = await Promise.all([startApp(), startWarehouse()]);
    payments = await storePayments(app, 300, 11);
    lists = await storeLists(app);
    await varyOutcomes(app);
    await replicateAll(app.clock, new WarehouseReplication(app.services, server.warehouse));
  }, 120_000);
  afterAll(() => Promise.all([app?.stop(), server?.stop()]));

  test('the warehouse agrees with the naive evaluator or leaves the row to the engine', async () => {
    const rules = fc.sample(warehouseRule, { numRuns: generatedRuns(120), seed: 5 });
    let matches = 0;
    let undecided = 0;
    for (let from = 0; from < rules.length; from += batch) {
      const some = rules.slice(from, from + batch);
      const clauses = await inTenant(app.services.database, [companyId], (sql) =>
        Promise.all(
          some.map(async (rule) => {
            const context = { sql, companyId, customNames, lists, today };
            const values = await loadListValues(context, rule);
            return clause`, toUInt8(${values ? ruleClause(rule, { customNames, lists: values }, buildRange(rule)) : clause`throwIf(1)`})`;
          }),
        ),
      );
      const rows = await server.warehouse.rows(
        clause`select txn_id${join(clauses, '')} from ${newestVersions} where txn_id >= 700000 and txn_type != 'REFUND'`,
      );
      expect(rows.length).toBe(payments.length);
      const byId = new Map(rows.map(([id, ...responses]) => [Number(id), responses]));
      for (const payment of payments) {
        const lookUp = lookUpIn(payments, lists, payment);
        for (const [index, rule] of some.entries()) {
          const expected = matchesNaively(rule, payment.facts, lookUp);
          const fromWarehouse = byId.get(payment.txn.txnId)?.[index];
          if (fromWarehouse === null) undecided += 1;
          else if (Boolean(fromWarehouse) !== expected)
            expect.fail(
              `warehouse: ${fromWarehouse}, expected: ${expected}\n${JSON.stringify({ rule, values: payment.facts.values, txn: payment.txn }, null, 1)}`,
            );
          matches += expected ? 1 : 0;
        }
      }
    }
    expect(matches).toBeGreaterThan(rules.length * 26);
    expect(undecided).toBeLessThan(rules.length * 30);
  }, 120_000);

  test('every figure of a measurement is the same from both stores', async () => {
    const rules = fc.sample(warehouseRule, { numRuns: 80, seed: 29 });
    let matches = 0;
    let refunded = 0;
    let fraud = 0;
    for (const rule of rules) {
      const [fromPostgres, fromWarehouse] = await inTenant(
        app.services.database,
        [companyId],
        async (sql) => {
          const context = { sql, companyId, customNames, lists, today };
          const values = await loadListValues(context, rule);
          if (!values) throw new Error('the warehouse cannot evaluate the rule');
          const stores = [
            postgresStore(context),
            warehouseStore(
              server.warehouse,
              (range) => ruleClause(rule, { customNames, lists: values }, range),
              { customNames, signal: new AbortController().signal },
            ),
          ];
          const measured = [];
          for (const store of stores)
            measured.push(await measureRange({ context, store }, rule, buildRange(rule), sample));
          return measured;
        },
      );
      expect(fromWarehouse, JSON.stringify(rule)).toEqual(fromPostgres);
      matches += fromPostgres?.matches ?? 0;
      refunded += fromPostgres?.wouldChangeRefunded ?? 0;
      fraud += fromPostgres?.fraud ?? 0;
    }
    expect(matches).toBeGreaterThan(2000);
    expect(refunded).toBeGreaterThan(30);
    expect(fraud).toBeGreaterThan(30);
  }, 120_000);

  test('measures only payments of the scope and the range', async () => {
    const [rule] = fc.sample(warehouseRule, { numRuns: 1, seed: 1 });
    if (!rule) throw new Error('no rule');
    const all = warehouseStore(server.warehouse, () => clause`true`, {
      customNames,
      signal: new AbortController().signal,
    });
    const wholeRange = buildRange({ ...rule, installationIds: [1, 2] });
    const narrowed = [
      { companyId: 1200 },
      { merchantIds: [1211] },
      { merchantIds: [] },
      { installationIds: [] },
      { until: new Date(start) },
      { from: new Date(start + 150 * dayMs) },
    ];
    expect(await countPayments(all, rule, wholeRange)).toBe(300);
    for (const part of narrowed)
      expect(await countPayments(all, rule, { ...wholeRange, ...part }), JSON.stringify(part)).toBe(0);
    const ofOneMerchant = payments.filter(({ txn }) => txn.merchantId === 1111).length;
    expect(await countPayments(all, rule, { ...wholeRange, merchantIds: [1111] })).toBe(ofOneMerchant);
    const newest = await all.newestMatches(rule, wholeRange, [1112]);
    expect(newest).toEqual(
      payments
        .filter(({ txn }) => txn.merchantId === 1112)
        .toReversed()
        .slice(0, 20)
        .map(({ txn }) => txn.txnId),
    );
  });
});

const sample = { sample: [1111, 1112] };

const buildRange = ({ installationIds }: Pick<EvaluatedRule, 'installationIds'>) => ({
  companyId,
  merchantIds: [1111, 1112],
  installationIds: installationIds.map((id) => 5_300_000 + id),
  from: new Date(start),
  until: new Date(start + 92 * dayMs),
});

async function countPayments(
  store: ImpactStore,
  rule: EvaluatedRule,
  population: ReturnType<typeof buildRange>,
): Promise<number> {
  const groups = await store.readGroups(rule, population, []);
  return groups.reduce((sum, group) => sum + group.payments, 0);
}

/** Every outcome occurs, and some payments were refunded or reported as fraud. */
async function varyOutcomes({ owner }: TestApp): Promise<void> {
  await owner`
    update txn set
      txn_status = (array['SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'CANCELLED', 'EXPIRED'])[txn_id % 6 + 1],
      authoriser_status = (array[null, 'AUTHORISED', 'DECLINED'])[txn_id % 5 % 3 + 1],
      optimize360_outcome = (array[null, 'BLOCK', null, 'DEFER', 'POSITIVE_LIST', null, 'TERRITORY_BLOCK'])[txn_id % 7 + 1],
      decision_source = (array['RULE', 'FRAUDGUARD', null])[txn_id % 3 + 1]
    where txn_id >= 700000`;
  await owner`
    insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code, authorised_minor, captured_minor, refunded_minor)
    select txn_id, company_id, merchant_id, installation_id, ccy_code, 100, 100, 1 from txn where txn_id >= 700000 and txn_id % 4 = 0`;
  await owner`
    insert into txn (txn_id, company_id, root_id, related_id, merchant_id, installation_id, txn_datetime, updated_at,
      requested_minor, direction, ccy_digits, ccy_code, txn_type, txn_status, txn_stage, merchant_name, sales_channel,
      commerce_type, trace)
    select txn_id + 10000, company_id, txn_id, txn_id, merchant_id, installation_id, txn_datetime + interval '1 hour',
      updated_at, 1, -1, ccy_digits, ccy_code, 'REFUND', case txn_id % 4 when 0 then 'SUCCESS' else 'FAILED' end,
      txn_stage, merchant_name, sales_channel, commerce_type, trace || 'R'
    from txn where txn_id >= 700000 and txn_id % 4 in (0, 1)`;
  await owner`
    insert into fraud_label (company_id, txn_id, source, at)
    select company_id, txn_id, unnest(array['DISPUTE', 'WARNING']), txn_datetime + interval '9 days'
    from txn where txn_id >= 700000 and txn_id % 8 in (2, 4) and txn_type <> 'REFUND'`;
  await owner`analyze txn, payment, fraud_label`;
}
