import type { TenantSql } from '#database/tenant.ts';

/**
 * Deletes files of transactions with one of the values, and spreadsheets, in whose compressed parts they cannot be searched for.
 * Returns how many there were.
 */
export async function eraseFilesWith(
  sql: TenantSql,
  companyId: number,
  stored: readonly string[],
): Promise<number> {
  const values = stored.map((value) => Buffer.from(value));
  if (values.length === 0) return 0;
  const rows = await sql`
    delete from view_file f where f.company_id = ${companyId} and f.state = 'READY' and exists (
      select from view_file_part p where p.company_id = f.company_id and p.file_id = f.file_id
        and (substring(p.content from 1 for 2) = ${Buffer.from('PK')}
          or exists (select from unnest(${values}::bytea[]) one where position(one in p.content) > 0)))`;
  return rows.count;
}
