import type { TenantSql } from '#database/tenant.ts';
import type { RuleEffect } from '../../schemas.ts';
import { type Population, outcomeSql, populationSql } from './population.ts';

/** Payments that the rule matched when they were evaluated, by day in UTC. Days without a match are missing. */
export async function countDailyMatches(
  sql: TenantSql,
  population: Population,
  ruleId: number,
): Promise<RuleEffect['days']> {
  return sql<RuleEffect['days']>`
    select to_char(t.txn_datetime at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as matches
    from txn t
    join fraud_decision d on d.company_id = t.company_id and d.txn_id = t.txn_id
    where ${populationSql(sql, population)}
      and d.result -> 'triggeredRules' @> ${sql.json([{ ruleId: String(ruleId) }])}
    group by 1 order by 1`;
}

/** How many payments there were, and how many of them were neither blocked nor declined. */
export async function countAcceptance(sql: TenantSql, population: Population): Promise<RuleEffect['before']> {
  const [row] = await sql<RuleEffect['before'][]>`
    select count(*) as payments, count(*) filter (where ${sql.unsafe(outcomeSql)} in ('accepted', 'deferred')) as accepted
    from txn t where ${populationSql(sql, population)}`;
  return row ?? { payments: 0, accepted: 0 };
}
