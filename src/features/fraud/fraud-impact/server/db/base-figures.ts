import type { TenantSql } from '#database/tenant.ts';
import { buildLookup } from '#features/fraud/fraud-engine/lookups.ts';
import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { type Population, outcomeSql, populationSql } from './population.ts';

/** Accepted payments of the population that were refunded since, found by their refunds; without those reported as fraud. */
export async function countRefunded(
  sql: TenantSql,
  population: Population,
  fraudIds: readonly number[],
): Promise<number> {
  const { companyId, merchantIds, from } = population;
  const [row] = await sql<{ refunded: number }[]>`
    select count(*) as refunded
    from (
      select distinct r.related_id from txn r
      where r.company_id = ${companyId} and r.merchant_id = any (${merchantIds as number[]}::integer[])
        and r.txn_datetime >= ${from} and r.txn_type = 'REFUND' and r.txn_status = 'SUCCESS'
    ) as refund
    join lateral (
      select x.txn_type, x.related_id from txn x where x.txn_id = refund.related_id and x.company_id = ${companyId}
    ) as source on true
    join txn t on t.company_id = ${companyId}
      and t.txn_id = case when source.txn_type = 'CAPTURE' then source.related_id else refund.related_id end
    where ${populationSql(sql, population)} and ${sql.unsafe(outcomeSql)} = 'accepted'
      and not t.txn_id = any (${fraudIds as number[]}::bigint[])`;
  return row?.refunded ?? 0;
}

/** When the data of the range begin, if after its start: payments, and attempts for rules that count them. */
export async function findDataStart(
  sql: TenantSql,
  population: Population,
  rule: EvaluatedRule,
): Promise<{ dataSince?: string }> {
  const { companyId, merchantIds, from } = population;
  const counts =
    rule.ruleType === 'rule' &&
    rule.joinedConditions.conditions.some((condition) => buildLookup(condition, {})?.kind === 'measure');
  // Attempts are stored in the order of their ids, give or take a moment.
  const [row] = await sql<{ since: Date | null }[]>`
    select ${
      counts
        ? sql`(select a.at from velocity_attempt a where a.company_id = ${companyId} order by a.txn_id limit 1)`
        : sql`(select min(first.at) from unnest(${merchantIds as number[]}::integer[]) as m (id)
            cross join lateral (
              select t.txn_datetime as at from txn t where t.merchant_id = m.id and t.company_id = ${companyId}
              order by t.txn_datetime limit 1) as first)`
    } as since`;
  const since = row?.since;
  return since && since > from ? { dataSince: since.toISOString() } : {};
}
