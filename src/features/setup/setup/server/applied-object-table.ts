import type { TenantSql } from '#database/tenant.ts';

export interface AppliedObject {
  key: string;
  objectId: string;
  /** Created from the file. Others existed before it named them. */
  isCreated: boolean;
  isPruned: boolean;
}

/** Everything of a kind that was applied to a company, by key. */
export async function listAppliedObjects(
  sql: TenantSql,
  companyId: number,
  kind: string,
): Promise<Map<string, AppliedObject>> {
  const rows = await sql<AppliedObject[]>`
    select key, object_id, is_created, pruned_at is not null as is_pruned from applied_object
    where company_id = ${companyId} and kind = ${kind} order by key`;
  return new Map(rows.map((row) => [row.key, row]));
}

/** The id of the company with this key. */
export async function findAppliedCompany(sql: TenantSql, key: string): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id from applied_object where kind = 'company' and key = ${key}`;
  return row?.companyId;
}

/** The key of a company that was applied or exported. */
export async function findCompanyKey(sql: TenantSql, companyId: number): Promise<string | undefined> {
  const [row] = await sql<{ key: string }[]>`
    select key from applied_object where kind = 'company' and company_id = ${companyId}`;
  return row?.key;
}

type NewObject = Pick<AppliedObject, 'key' | 'objectId' | 'isCreated'> & { companyId: number; kind: string };

/** Remembers an object by its key. A later object takes the place of a removed one. */
export async function saveApplied(sql: TenantSql, object: NewObject): Promise<void> {
  const { companyId, kind, key, objectId, isCreated } = object;
  await sql`
    insert into applied_object (company_id, kind, key, object_id, is_created)
    values (${companyId}, ${kind}, ${key}, ${objectId}, ${isCreated})
    on conflict (company_id, kind, key) do update
      set object_id = excluded.object_id, is_created = excluded.is_created, pruned_at = null`;
}

export async function markPruned(
  sql: TenantSql,
  { companyId, kind, key, at }: { companyId: number; kind: string; key: string; at: Date },
): Promise<void> {
  await sql`
    update applied_object set pruned_at = ${at}
    where company_id = ${companyId} and kind = ${kind} and key = ${key}`;
}
