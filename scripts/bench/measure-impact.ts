import { benchCompany } from '#app/server/demo/bulk/bench-merchants.ts';
import { inTenant } from '#database/tenant.ts';
import type { ImpactStore } from '#features/fraud/fraud-impact/server/impact-store.ts';
import type { ConditionContext } from '#features/fraud/fraud-impact/server/postgres-dialect.ts';
import { ruleClause } from '#features/fraud/fraud-impact/server/warehouse-dialect.ts';
import { warehouseStore } from '#features/fraud/fraud-impact/server/warehouse-store.ts';
import { missingEngine } from '#testing/warehouse/engine.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { loadConditionContext } from '#features/fraud/fraud-impact/server/condition-context.ts';
import { measureRange, rangeStart } from '#features/fraud/fraud-impact/server/measure-range.ts';
import { postgresStore } from '#features/fraud/fraud-impact/server/postgres-store.ts';
import { runMeasurement } from '#features/fraud/fraud-impact/server/run-measurement.ts';
import type { Condition, EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import type { BenchEnv } from './bench-env.ts';
import { withFilledWarehouse } from './filled-warehouse.ts';
import { median, quantile } from './statistics.ts';

const more = { operator: 'greaterThan', window: '24h' } as const;
const over: Condition = { type: 'simple', field: 'transactionAmount', operator: 'greaterThan', value: '100' };
const rules: Readonly<Record<string, Condition[]>> = {
  amount: [over],
  'email ends with, any case': [
    { type: 'simple', field: 'customerEmail', operator: 'endsWithIgnoreCase', value: '.example' },
  ],
  'billing postcode': [{ type: 'simple', field: 'billingPostcode', operator: 'startsWith', value: 'A' }],
  'amount and velocity of the email': [
    over,
    { type: 'velocityCount', field: 'customerEmail', value: 2, ...more },
  ],
  'more than 5 attempts of the card': [
    {
      type: 'velocityCount',
      field: 'paymentAccountCorrelationId',
      value: 5,
      operator: 'greaterThan',
      window: '1h',
    },
  ],
  'velocity of the email': [{ type: 'velocityCount', field: 'customerEmail', value: 2, ...more }],
};

/** The impact of rules on the company's payments, all installations, for 7, 30 and 90 days, in both stores. */
export async function* measureImpacts(env: BenchEnv, rounds: number): AsyncGenerator<string> {
  await fillAttempts(env.owner);
  const missing = missingEngine();
  if (missing !== undefined) {
    yield `impact in the warehouse: not measured, ${missing}`;
    yield* measureRules(env, rounds, undefined);
    return;
  }
  yield* withFilledWarehouse(env, (_services, warehouse) => measureRules(env, rounds, warehouse));
}

async function* measureRules(
  { owner, services }: BenchEnv,
  rounds: number,
  warehouse: Warehouse | undefined,
): AsyncGenerator<string> {
  const installations = await owner<{ id: number; merchantId: number }[]>`
    select installation_id as id, merchant_id from installation where company_id = ${benchCompany}`;
  const merchantIds = [...new Set(installations.map(({ merchantId }) => merchantId))];
  const installationIds = installations.map(({ id }) => id);
  const [newest] = await owner<{ at: Date }[]>`select max(txn_datetime) as at from txn`;
  const until = newest?.at ?? new Date();
  yield 'impact of a rule, ms: median, p95, payments, matches; PostgreSQL, then the warehouse';
  for (const [name, conditions] of Object.entries(rules)) {
    for (const days of [7, 30, 90]) {
      const rule = toRule(conditions, merchantIds, installationIds);
      const population = {
        companyId: benchCompany,
        merchantIds,
        installationIds,
        from: rangeStart(until, days),
        until,
      };
      const none = { customNames: new Map(), lists: new Map() };
      const storeOf: ((context: ConditionContext) => ImpactStore)[] = [
        postgresStore,
        ...(warehouse
          ? [
              () =>
                warehouseStore(warehouse, (range) => ruleClause(rule, none, range), {
                  ...none,
                  signal: new AbortController().signal,
                }),
            ]
          : []),
      ];
      const figures: string[] = [];
      for (const store of storeOf) {
        const measure = () =>
          inTenant(services.database, [benchCompany], (sql) =>
            runMeasurement(
              { sql, database: services.database, signal: new AbortController().signal },
              async () => {
                const context = await loadConditionContext(sql, benchCompany, until);
                return measureRange({ context, store: store(context) }, rule, population, {
                  sample: merchantIds,
                });
              },
            ),
          );
        figures.push(await timed(measure, rounds));
      }
      yield `${name.padEnd(34)} ${String(days).padStart(3)} d ${figures.join(' | ')}`;
    }
  }
}

async function timed(
  measure: () => Promise<{ payments: number; matches: number }>,
  rounds: number,
): Promise<string> {
  const times: number[] = [];
  let found = '';
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const { payments, matches } = await measure();
    times.push(performance.now() - start);
    found = `${payments} ${matches}`;
  }
  return `${median(times).toFixed(0).padStart(7)} ${quantile(times, 0.95).toFixed(0).padStart(7)} ${found}`;
}

const toRule = (
  conditions: Condition[],
  merchantIds: number[],
  installationIds: number[],
): EvaluatedRule => ({
  ruleId: 0,
  version: 0,
  name: '',
  ruleType: 'rule',
  action: 'Block',
  merchantIds,
  installationIds,
  joinedConditions: { logicalOperator: 'and', conditions },
});

/** Seeded payments have no keys. Adds those of emails and cards, as an earlier upgrade would have. */
async function fillAttempts(owner: BenchEnv['owner']): Promise<void> {
  const [existing] = await owner`select from velocity_key where company_id = ${benchCompany} limit 1`;
  if (existing) return;
  await owner`
    insert into velocity_attempt (company_id, txn_id, at, hashes)
    select company_id, txn_id, txn_datetime, jsonb_strip_nulls(jsonb_build_object(
      'customerEmail', hashtextextended(customer_email, 1), 'paymentAccountCorrelationId', hashtextextended(card_correlation_id, 2)))
    from txn where company_id = ${benchCompany} and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY')
    on conflict do nothing`;
  await owner`
    insert into velocity_key (company_id, key, at, txn_id, branch_id, merchant_id, installation_id, is_payout, ccy_code,
                              amount_minor)
    select t.company_id, h.value::bigint, t.txn_datetime, t.txn_id, null, t.merchant_id, t.installation_id, false,
           t.ccy_code, t.requested_minor
    from velocity_attempt a join txn t on t.company_id = a.company_id and t.txn_id = a.txn_id
    cross join lateral jsonb_each_text(a.hashes) as h
    where a.company_id = ${benchCompany}`;
  await owner.unsafe('vacuum analyze velocity_key, velocity_attempt');
}
