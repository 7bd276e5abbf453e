import type { TenantSql } from '#database/tenant.ts';
import { touchColumns } from './transactions.ts';

/** The day on which a processor's report has settled each transaction (docs/domain.md#settlement-dates). */
export async function setSettledDays(
  sql: TenantSql,
  days: readonly { txnId: number; companyId: number; day: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update txn t set gateway_settlement = d.day, ${touchColumns(sql, now)}
    from unnest(${days.map(({ txnId }) => txnId)}::bigint[], ${days.map(({ companyId }) => companyId)}::integer[],
                ${days.map(({ day }) => day)}::date[]) as d (txn_id, company_id, day)
    where t.txn_id = d.txn_id and t.company_id = d.company_id and t.txn_status = 'SUCCESS'
      and t.gateway_settlement is distinct from d.day`;
}
