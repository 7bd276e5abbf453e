import type { Sql } from '#database/connection.ts';

/** The acquirers of the connections that a company's payments can go to: its own, its provider's and the operator's. */
export async function loadAcquirers(sql: Sql, companyId: number | null): Promise<string[]> {
  const rows = await sql<{ acquirer: string }[]>`
    select distinct k.acquirer from processor_connection k
    left join organisation owner on owner.id = k.organisation_id
    left join organisation company on company.id = ${companyId}
    where k.state <> 'DRAFT'
      and (owner.id is null or owner.path = company.path or starts_with(company.path, owner.path || '/')
        or starts_with(owner.path, company.path || '/'))
    order by k.acquirer`;
  return rows.map(({ acquirer }) => acquirer);
}
