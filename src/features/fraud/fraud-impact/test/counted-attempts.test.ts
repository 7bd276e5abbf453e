import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { matchesNaively } from '#features/fraud/fraud-engine/test/naive-evaluator.ts';
import { fieldsWithUse } from '#features/record/fraud-fields/field-catalogue.ts';
import {
  type Condition,
  type EvaluatedRule,
  aggregateScopes,
  comparators,
  sumCurrencies,
  sumTypes,
  windows,
} from '#features/fraud/fraud-rules/rule.ts';
import { WarehouseReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { newestVersions } from '#features/record/reporting/server/warehouse-table.ts';
import { replicateAll } from '#features/record/reporting/test/replicate-all.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type TestWarehouse, describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import { clause, join } from '#warehouse/clickhouse-sql.ts';
import { measureRange } from '../server/measure-range.ts';
import { postgresStore } from '../server/postgres-store.ts';
import { ruleClause } from '../server/warehouse-dialect.ts';
import { warehouseStore } from '../server/warehouse-store.ts';
import {
  type StoredPayment,
  lookUpIn,
  companyId,
  customNames,
  start,
  storePayments,
} from './stored-payments.ts';
import { generatedRuns } from '#testing/generated-runs.ts';

const window = fc.constantFrom(...windows);
const counted = {
  // Emails, addresses and cards have few values, so that many attempts share a key.
  field: fc.oneof(
    fc.constantFrom('customerEmail', 'customerIpAddress', 'paymentAccountCorrelationId'),
    fc.constantFrom(...fieldsWithUse('velocity')),
  ),
  operator: fc.constantFrom(...comparators),
  window,
};
const counts: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    type: fc.constant('velocityCount' as const),
    value: fc.constantFrom(0, 1, 2, 3, 5, 10, 30),
    ...counted,
  }),
  fc.record({
    type: fc.constant('velocitySum' as const),
    value: fc.constantFrom(0, 0.01, 1, 10, 25.5, 999_999_999_999.99, 1_999_999_999_999.98),
    sumTypeField: fc.constantFrom(...sumTypes),
    currency: fc.constantFrom(...sumCurrencies),
    ...counted,
  }),
) as fc.Arbitrary<Condition>;
const rules = fc
  .record({
    conditions: fc.array(counts, { minLength: 1, maxLength: 2 }),
    scope: fc.constantFrom(...aggregateScopes),
    logicalOperator: fc.constantFrom('and' as const, 'or' as const),
  })
  .map((joinedConditions): EvaluatedRule => ({
    ruleId: 0,
    version: 0,
    name: '',
    ruleType: 'rule',
    action: 'Block',
    merchantIds: [],
    installationIds: [],
    joinedConditions,
  }));

describeWarehouse('counts and sums of attempts in the warehouse', () => {
  let app: TestApp;
  let server: TestWarehouse;
  let payments: readonly StoredPayment[];
  const batch = 10;
  const wholeRange = {
    companyId,
    merchantIds: [1111, 1112],
    installationIds: [5300001, 5300002],
    from: new Date(start),
    until: new Date(start + 92 * dayMs),
  };

  beforeAll(async () => {
    [app, server] = await Promise.all([startApp(), startWarehouse()]);
    payments = await storePayments(app, 400, 31);
    await replicateAll(app.clock, new WarehouseReplication(app.services, server.warehouse));
  }, 120_000);
  afterAll(() => Promise.all([app?.stop(), server?.stop()]));

  test('the payments have ties, payouts and several currencies', () => {
    const groups = Map.groupBy(
      payments,
      ({ facts, txn }) => `${facts.now} ${String(txn.customerEmail).toLowerCase()}`,
    );
    expect([...groups.values()].filter((some) => some.length > 1).length).toBeGreaterThan(20);
    expect(payments.filter(({ attempt }) => attempt.isPayout).length).toBeGreaterThan(50);
    expect(new Set(payments.map(({ txn }) => txn.ccyCode)).size).toBe(5);
  });

  test('are those of the naive evaluator, for thousands of pairs of rule and payment', async () => {
    const some = fc.sample(rules, { numRuns: generatedRuns(100), seed: 8 });
    let matches = 0;
    for (let from = 0; from < some.length; from += batch) {
      const now = some.slice(from, from + batch);
      const clauses = now.map((rule) => clause`, toUInt8(${clauseOf(rule)(wholeRange)})`);
      const rows = await server.warehouse.rows(
        clause`select txn_id${join(clauses, '')} from ${newestVersions} where txn_id >= 700000`,
      );
      expect(rows.length).toBe(payments.length);
      const byId = new Map(rows.map(([id, ...responses]) => [Number(id), responses]));
      for (const payment of payments) {
        const lookUp = lookUpIn(payments, [], payment);
        for (const [index, rule] of now.entries()) {
          const expected = matchesNaively(rule, payment.facts, lookUp);
          const fromWarehouse = Boolean(byId.get(payment.txn.txnId)?.[index]);
          if (fromWarehouse !== expected)
            expect.fail(
              `warehouse: ${fromWarehouse}\n${JSON.stringify({ rule, txn: payment.txn }, null, 1)}`,
            );
          matches += expected ? 1 : 0;
        }
      }
    }
    expect(matches).toBeGreaterThan(some.length * 45);
    expect(matches).toBeLessThan(some.length * 355);
  }, 120_000);

  test('equal those of PostgreSQL, with earlier attempts and other merchants', async () => {
    const parts = [
      { from: new Date(start + 60 * dayMs) },
      { from: new Date(start + dayMs + 10 * hourMs), until: new Date(start + 61 * dayMs) },
      { from: new Date(start + 60 * dayMs + 6 * hourMs + 1), merchantIds: [1112] },
      { installationIds: [5300001] },
    ];
    let matches = 0;
    for (const [index, rule] of fc.sample(rules, { numRuns: 60, seed: 3 }).entries()) {
      const population = { ...wholeRange, ...parts[index % parts.length] };
      const [fromPostgres, fromWarehouse] = await inTenant(
        app.services.database,
        [companyId],
        async (sql) => {
          const context = { sql, companyId, customNames, lists: [], today: '2026-11-20' };
          const warehouse = warehouseStore(server.warehouse, clauseOf(rule), {
            customNames: new Map(),
            signal: new AbortController().signal,
          });
          const measured = [];
          for (const store of [postgresStore(context), warehouse])
            measured.push(
              await measureRange({ context, store }, rule, population, { sample: population.merchantIds }),
            );
          return measured;
        },
      );
      expect(fromWarehouse, JSON.stringify({ rule, population })).toEqual(fromPostgres);
      matches += fromPostgres?.matches ?? 0;
    }
    expect(matches).toBeGreaterThan(1000);
  }, 120_000);

  test('an attempt that PostgreSQL has deleted by its age does not count', async () => {
    const [rule] = fc.sample(rules, { numRuns: 1, seed: 1 });
    if (rule?.ruleType !== 'rule') throw new Error('no rule');
    const more = { operator: 'greaterThanOrEqualTo', window: '90d', value: 1 } as const;
    const conditions: Condition[] = [{ type: 'velocityCount', field: 'customerEmail', ...more }];
    const anyAttempt = { ...rule, joinedConditions: { ...rule.joinedConditions, conditions } };
    const countMatchesUntil = async (days: number, now?: Date) => {
      const until = new Date(start + days * dayMs);
      const isMatch = clauseOf(anyAttempt);
      const store = warehouseStore(
        server.warehouse,
        (range) => isMatch({ ...range, ...(now ? { now } : {}) }),
        { customNames: new Map(), signal: new AbortController().signal },
      );
      const groups = await store.readGroups(
        anyAttempt,
        { ...wholeRange, from: new Date(start - dayMs), until },
        [],
      );
      return groups.reduce((sum, group) => sum + (group.isMatch ? group.payments : 0), 0);
    };
    expect(await countMatchesUntil(97)).toBeGreaterThan(100);
    expect(await countMatchesUntil(97, new Date(start + 200 * dayMs))).toBe(0);
    expect(await countMatchesUntil(200)).toBe(0);
  });
});

const clauseOf =
  (rule: EvaluatedRule) =>
  (range: Parameters<typeof ruleClause>[2]): ReturnType<typeof ruleClause> =>
    ruleClause(rule, { customNames: new Map(), lists: new Map() }, range);
