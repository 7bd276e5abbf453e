import type { TenantSql } from '#database/tenant.ts';

/** How many payments of the merchants each rule matched since then, when they were evaluated. */
export async function countRecentMatches(
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
