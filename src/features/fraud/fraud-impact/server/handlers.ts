import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { mayOn } from '#server/auth/caller.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { TenantSql } from '#database/tenant.ts';
import { loadAllowedMerchants, viewersOf } from './allowed-merchants.ts';
import { checkLists, loadConditionContext } from './condition-context.ts';
import { type CountMatches, measureEffect } from './measure-effect.ts';
import { countMatches, measureRange, rangeStart } from './measure-range.ts';
import { runMeasurement } from './run-measurement.ts';
import { findRulesAround, loadVisibleRule } from './visible-rule.ts';
import { withStore } from './with-store.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import { hashValue, isKeyedField } from '#features/fraud/fraud-engine/server/velocity.ts';
import { maxUploadBytes } from '#features/fraud/fraud-lists/list-item-rules.ts';
import { authoriseList } from '#features/fraud/fraud-lists/server/authorise-list.ts';
import { parseListFile } from '#features/fraud/fraud-lists/server/list-file.ts';
import { outcomeSql } from './db/population.ts';

const transactionViewers = ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'] as const;

export const measureImpact = handle<typeof endpoints.measureImpact, Services>(
  endpoints.measureImpact,
  schemas.measureImpact,
  async ({ sql, services, caller, resource, path, body, now, request }) => {
    const { days, ruleId } = body;
    const { companyId, path: orgPath } = resource;
    if (companyId === null || !viewersOf(body.rule.ruleType).some((name) => mayOn(caller, name, orgPath)))
      throw problems.forbidden();
    await checkLists(sql, caller, { companyId, path: orgPath, ruleId }, body.rule);
    const rule = { ...body.rule, name: '', ruleId: ruleId ?? 0, version: 0 } as EvaluatedRule;
    const until = body.until === undefined ? undefined : minDate(new Date(body.until), now);
    const impactRequest = { services, caller, orgId: path.orgId, rule };
    const merchantIds = await loadAllowedMerchants(impactRequest, [viewersOf(rule.ruleType)]);
    const sample = await loadAllowedMerchants(impactRequest, [
      viewersOf(rule.ruleType),
      transactionViewers,
    ]).catch((error: unknown) => {
      // Without permission for any transaction there is no sample.
      if (error instanceof Problem && error.status === 403) return undefined;
      throw error;
    });
    const { installationIds } = rule;
    const { database, config } = services;
    const { signal } = request;
    const measured = await runMeasurement({ sql, database, signal }, async () => {
      const context = await loadConditionContext(sql, companyId, now);
      return withStore({ sql, services, signal }, context, { rule, until }, (store, end) =>
        measureRange(
          { context, store },
          rule,
          { companyId, merchantIds, installationIds, from: rangeStart(end, days), until: end },
          { sample },
        ),
      );
    });
    const { activationGuardShare: guardShare, activationGuardPayments: guardPayments } = config;
    return { days, ...measured, guardShare, guardPayments };
  },
);

export const getRuleEffect = handle<typeof endpoints.getRuleEffect, Services>(
  endpoints.getRuleEffect,
  schemas.getRuleEffect,
  async ({ sql, services, caller, resource, path, now, request }) => {
    const { companyId, path: orgPath } = resource;
    if (companyId === null) throw problems.forbidden();
    const stored = await loadVisibleRule(sql, companyId, path.ruleId, orgPath);
    if (!stored || !viewersOf(stored.rule.ruleType).some((name) => mayOn(caller, name, stored.path)))
      throw problems.notFound();
    const { rule } = stored;
    const impactRequest = { services, caller, orgId: path.orgId, rule };
    const merchantIds = await loadAllowedMerchants(impactRequest, [viewersOf(rule.ruleType)]);
    const { database } = services;
    const { signal } = request;
    return runMeasurement({ sql, database, signal }, async () => {
      const context = await loadConditionContext(sql, companyId, now);
      const count: CountMatches = (population) =>
        withStore({ sql, services, signal }, context, { rule, until: population.until }, (store) =>
          countMatches({ context, store }, rule, population),
        );
      return measureEffect(sql, stored, { companyId, merchantIds, now }, count);
    });
  },
);

export const getRecentMatches = handle<typeof endpoints.getRecentMatches, Services>(
  endpoints.getRecentMatches,
  schemas.getRecentMatches,
  async ({ sql, services, caller, resource, path, query, now }) => {
    const { companyId, path: orgPath } = resource;
    if (companyId === null) return [];
    const rules = await findRulesAround(sql, companyId, orgPath, query.ruleIds.split(',').map(Number));
    const ruleIds = rules
      .filter((rule) => viewersOf(rule.ruleType).some((name) => mayOn(caller, name, rule.path)))
      .map(({ ruleId }) => ruleId);
    const { merchants: merchantIds } = await merchantScope(
      services,
      caller,
      [path.orgId],
      [endpoints.impactViewers],
    );
    const counts = await countRecentMatches(
      sql,
      { companyId, merchantIds, since: addMs(now, -dayMs) },
      ruleIds,
    );
    return [...counts].map(([ruleId, matches]) => ({ ruleId, matches }));
  },
);

const minDate = (left: Date, right: Date): Date => (left < right ? left : right);

/** How many payments of the merchants each rule matched since then, when they were evaluated. */
async function countRecentMatches(
  sql: TenantSql,
  {
    companyId,
    merchantIds,
    since,
  }: { companyId: number; merchantIds: readonly number[] | undefined; since: Date },
  ruleIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ ruleId: number; matches: number }[]>`
    select (r ->> 'ruleId')::integer as rule_id, count(*) as matches
    from fraud_decision d
    cross join lateral jsonb_array_elements(d.result -> 'triggeredRules') as r
    where d.company_id = ${companyId} and d.decided_at > ${since} and jsonb_array_length(d.result -> 'triggeredRules') > 0
      and r ->> 'ruleId' = any (${ruleIds.map(String)})
      ${
        merchantIds === undefined
          ? sql``
          : sql`and exists (select from txn t where t.txn_id = d.txn_id and t.company_id = d.company_id
                  and t.merchant_id = any (${merchantIds as number[]}::integer[]))`
      }
    group by 1`;
  return new Map(rows.map(({ ruleId, matches }) => [ruleId, matches]));
}

const days = 30;

/** Accepted payments that have a value of the file, found by the keys that the engine stores with each attempt. */
export const countListFileMatches = handle<typeof endpoints.countListFileMatches, Services>(
  endpoints.countListFileMatches,
  schemas.countListFileMatches,
  async (ctx) => {
    const { sql, caller, services, path, body, now } = ctx;
    const { companyId, dataField } = await authoriseList(ctx, path.listId, 'editItems');
    const { file } = body;
    if (!file) throw problems.invalid('body.file', 'missing');
    if (file.length > maxUploadBytes) throw new Problem(413, 'TOO_LARGE', 'too_large');
    const rows = parseListFile(file);
    if (!rows.ok || !isKeyedField(dataField)) return { days };
    const values = rows.value.flatMap(({ text, error }) =>
      error ? [] : (matchValue(dataField, text) ?? []),
    );
    const keys = [...new Set(values)].map((value) =>
      hashValue(services.keys.velocity, companyId, dataField, value),
    );
    const { merchants: merchantIds } = await merchantScope(
      services,
      caller,
      [path.orgId],
      [endpoints.listFileUsers],
    );
    const since = addMs(now, -days * dayMs);
    return { days, ...(await countAcceptedWith(sql, { companyId, merchantIds, keys, since })) };
  },
);

/** Above, the number is not counted to its end. */
const maxCounted = 10_000;

interface CountedAttempts {
  companyId: number;
  merchantIds: readonly number[] | undefined;
  keys: readonly bigint[];
  since: Date;
}

/** Accepted payments of the merchants since then with one of the keys. */
async function countAcceptedWith(
  sql: TenantSql,
  { companyId, merchantIds, keys, since }: CountedAttempts,
): Promise<{ payments: number; hasMore: boolean }> {
  const [row] = await sql<{ payments: number }[]>`
    select count(*) as payments from (
      select distinct k.txn_id
      from unnest(${keys.map(String)}::bigint[]) as counted (key)
      join velocity_key k on k.company_id = ${companyId} and k.key = counted.key and k.at > ${since} and not k.is_payout
      join txn t on t.txn_id = k.txn_id and t.company_id = k.company_id
      where ${sql.unsafe(outcomeSql)} = 'accepted'
        ${merchantIds === undefined ? sql`` : sql`and k.merchant_id = any (${merchantIds as number[]}::integer[])`}
      limit ${maxCounted + 1}
    ) as matching`;
  const payments = row?.payments ?? 0;
  return { payments: Math.min(payments, maxCounted), hasMore: payments > maxCounted };
}

// Longer handlers are in separate files.
export { measureListRemoval } from './measure-list-removal.ts';
