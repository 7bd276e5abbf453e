import type { TenantSql } from '#database/tenant.ts';
import { outcomeSql } from './population.ts';

/** Above, the number is not counted to its end. */
const maxCounted = 10_000;

interface Wanted {
  companyId: number;
  merchantIds: readonly number[] | undefined;
  keys: readonly bigint[];
  since: Date;
}

/** Accepted payments of the merchants since then with one of the keys. */
export async function countAcceptedWith(
  sql: TenantSql,
  { companyId, merchantIds, keys, since }: Wanted,
): Promise<{ payments: number; hasMore: boolean }> {
  const [row] = await sql<{ payments: number }[]>`
    select count(*) as payments from (
      select distinct k.txn_id
      from unnest(${keys.map(String)}::bigint[]) as wanted (key)
      join velocity_key k on k.company_id = ${companyId} and k.key = wanted.key and k.at > ${since} and not k.is_payout
      join txn t on t.txn_id = k.txn_id and t.company_id = k.company_id
      where ${sql.unsafe(outcomeSql)} = 'accepted'
        ${merchantIds === undefined ? sql`` : sql`and k.merchant_id = any (${merchantIds as number[]}::integer[])`}
      limit ${maxCounted + 1}
    ) as matching`;
  const payments = row?.payments ?? 0;
  return { payments: Math.min(payments, maxCounted), hasMore: payments > maxCounted };
}
