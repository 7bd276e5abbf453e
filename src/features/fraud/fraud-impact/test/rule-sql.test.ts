import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { matchesNaively } from '#features/fraud/fraud-engine/test/naive-evaluator.ts';
import { anyRule } from '#features/fraud/fraud-engine/test/generate-rules.ts';
import { startApp } from '#testing/start-app.ts';
import { dayMs } from '#server/clock.ts';
import { countMatches } from '../server/measure-range.ts';
import { postgresStore } from '../server/postgres-store.ts';
import { type ListJoins, joinLists, ruleSql } from '../server/postgres-dialect.ts';
import { storeLists } from './stored-lists.ts';
import { lookUpIn, companyId, customNames, start, storePayments } from './stored-payments.ts';

const app = await startApp();
afterAll(() => app.stop());

const batch = 10;
const today = '2026-11-20';
const payments = await storePayments(app, 300, 11);
const lists = await storeLists(app);

test('SQL agrees with the naive evaluator or leaves the row to the engine', async () => {
  const rules = fc.sample(anyRule, { numRuns: 200, seed: 7 });
  let matches = 0;
  let undecided = 0;
  for (let from = 0; from < rules.length; from += batch) {
    const some = rules.slice(from, from + batch);
    const rows = await inTenant(app.services.database, [companyId], async (sql) => {
      const context = { sql, companyId, customNames, lists, today };
      const joins: ListJoins = [];
      const results = some.map((rule) => ruleSql(context, rule, joins));
      return sql<{ txnId: number; results: (boolean | null)[] }[]>`
        select t.txn_id, array[${results.map((result, index) => (index === 0 ? result : sql`, ${result}`))}] as results
        from txn t ${joinLists(sql, joins)} where t.txn_id >= 700000`;
    });
    expect(rows.length).toBe(payments.length);
    const byId = new Map(rows.map(({ txnId, results }) => [txnId, results]));
    for (const payment of payments) {
      const lookUp = lookUpIn(payments, lists, payment);
      for (const [index, rule] of some.entries()) {
        const expected = matchesNaively(rule, payment.facts, lookUp);
        const fromSql = byId.get(payment.txn.txnId)?.[index];
        if (fromSql === null) undecided += 1;
        else if (fromSql !== expected)
          expect.fail(
            `SQL: ${fromSql}, expected: ${expected}\n${JSON.stringify({ rule, values: payment.facts.values, txn: payment.txn }, null, 1)}`,
          );
        matches += expected ? 1 : 0;
      }
    }
  }
  expect(matches).toBeGreaterThan(5000);
  expect(undecided).toBeLessThan(6000);
});

test('a measurement counts the matches of the naive evaluator', async () => {
  const rules = fc.sample(anyRule, { numRuns: 100, seed: 23 });
  let excluded = 0;
  for (const rule of rules) {
    const expected = payments.filter(
      (payment) =>
        rule.installationIds.some((id) => payment.txn.installationId === 5_300_000 + id) &&
        matchesNaively(rule, payment.facts, lookUpIn(payments, lists, payment)),
    ).length;
    const count = await inTenant(app.services.database, [companyId], (sql) => {
      const population = {
        companyId,
        merchantIds: [1111, 1112],
        installationIds: rule.installationIds.map((id) => 5_300_000 + id),
        from: new Date(start),
        until: new Date(start + 200 * dayMs),
      };
      const context = { sql, companyId, customNames, lists, today };
      return countMatches({ context, store: postgresStore(context) }, rule, population);
    });
    expect(count, JSON.stringify(rule)).toBe(expected);
    excluded += expected;
  }
  expect(excluded).toBeGreaterThan(1000);
});
