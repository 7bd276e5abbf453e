import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { fieldSql } from '#features/record/fraud-fields/server/field-sql.ts';
import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { countRefunded } from './db/base-figures.ts';
import { newestMatches } from './db/newest-matches.ts';
import { type Population, altersSql, isRefundedSql, outcomeSql, populationSql } from './db/population.ts';
import { type Group, type ImpactStore, maxListed, maxUndecided } from './impact-store.ts';
import { type ConditionContext, type ListJoins, joinLists, ruleSql } from './postgres-dialect.ts';

/** Measures any rule. */
export const postgresStore = (context: ConditionContext): ImpactStore => ({
  readGroups: (...query) => readGroups(context, ...query),
  countRefunded: (population, _groups, fraudIds) => countRefunded(context.sql, population, fraudIds),
  newestMatches: (rule, population, merchantIds) => newestMatches(context, rule, population, merchantIds),
});

async function readGroups(
  context: ConditionContext,
  rule: EvaluatedRule,
  population: Population,
  fields: readonly string[],
  fraudIds: readonly number[] = [],
): Promise<Group[]> {
  const { sql } = context;
  const missing = fields
    .map((field) => sql`(not ${fieldSql(context, field).isPresent})::integer`)
    .reduce((all, column) => sql`${all}, ${column}`, sql`0`);
  const alters = sql.unsafe(altersSql(rule));
  const outcome = sql.unsafe(outcomeSql);
  const joins: ListJoins = [];
  const isMatch = ruleSql(context, rule, joins);
  // Fenced with `offset 0`, so that the rule is evaluated once a row.
  return sql<Group[]>`
    select outcome, alters, is_refunded, is_fraud, ccy_code, source, is_match, count(*) as payments,
           sum(requested_minor)::bigint as minor,
           case when is_match is null and count(*) <= ${maxUndecided}::integer
                  or is_match and count(*) <= ${maxListed}::integer then array_agg(txn_id) end as ids,
           array[${sumsOf(sql, fields.length)}] as missing
    from (
      select t.txn_id, t.ccy_code, t.requested_minor, ${outcome} as outcome, t.is_match, t.missing,
             t.is_match is not false and ${alters} as alters,
             t.is_match is not false and ${sql.unsafe(isRefundedSql)} as is_refunded,
             t.is_match is not false and t.txn_id = any (${fraudIds as number[]}::bigint[]) as is_fraud,
             case when t.is_match is not false and ${outcome} = 'blocked' then t.decision_source end as source
      from (
        select t.txn_id, t.company_id, t.ccy_code, t.requested_minor, t.txn_type, t.txn_status, t.authoriser_status,
               t.optimize360_outcome, t.decision_source, ${isMatch} as is_match,
               array[${missing}] as missing
        from txn t ${joinLists(sql, joins)} where ${populationSql(sql, population)} offset 0
      ) as t
    ) as measured
    group by outcome, alters, is_refunded, is_fraud, ccy_code, source, is_match`;
}

/** The sums of the elements after the first, which keeps the list from being empty. */
function sumsOf(sql: TenantSql, length: number): Fragment {
  const sums = Array.from(
    { length },
    (_, index) => sql`coalesce(sum(missing[${index + 2}::integer]), 0)::integer`,
  );
  return sums.reduce((all, sum) => sql`${all}, ${sum}`, sql`0`);
}
