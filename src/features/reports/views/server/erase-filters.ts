import type { TenantSql } from '#database/tenant.ts';

/** Takes filters with one of the values from the saved searches of a company. Returns how many views were changed. */
export async function eraseFilters(
  sql: TenantSql,
  companyId: number,
  stored: readonly string[],
): Promise<number> {
  const values = stored.map((value) => value.toLowerCase());
  const rows = await sql`
    update transaction_view v
    set params = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(v.params)
                  where not exists (select from unnest(${values}::text[]) one where position(one in lower(value)) > 0)),
        version = version + 1
    where v.company_id = ${companyId} and exists (
      select from jsonb_each_text(v.params) p, unnest(${values}::text[]) one where position(one in lower(p.value)) > 0)`;
  return rows.count;
}
