import type { TenantSql } from '#database/tenant.ts';

/** Erases the bodies of requests about transactions. Returns how many there were. */
export async function eraseRequestsAbout(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  const rows = await sql`
    update api_request set request_body = null, response_body = null, path = split_part(path, '?', 1)
    where company_id = ${companyId} and txn_id = any (${[...txnIds]})
      and (request_body is not null or response_body is not null)`;
  return rows.count;
}

/** Requests looked at in one step. */
const batch = 2000;

interface Search {
  companyId: number;
  /** In any letter case. */
  values: readonly string[];
  /** Undefined: those of all organisations of the company. */
  merchantIds: readonly number[] | undefined;
  /** The last request of the step before. */
  position: number;
}

/**
 * Erases bodies of requests with one of the values: no index finds those that led to no transaction, so the log is read in parts,
 * each after `position`. `position` undefined: its end was reached.
 */
export async function eraseRequestsWith(
  sql: TenantSql,
  { companyId, values, merchantIds, position }: Search,
): Promise<{ erased: number; position: number | undefined }> {
  const folded = values.map((value) => value.toLowerCase());
  const [found] = await sql<{ last: number | null; seen: number; erased: number }[]>`
    with part as materialized (
      select request_no, organisation_id, path, request_body, response_body from api_request
      where company_id = ${companyId} and request_no > ${position} order by request_no limit ${batch}),
    changed as (
      update api_request a set request_body = null, response_body = null, path = split_part(a.path, '?', 1)
      from part p
      where a.company_id = ${companyId} and a.request_no = p.request_no
        and (${merchantIds === undefined} or exists (
          select from organisation o join organisation m on o.path = m.path or starts_with(o.path, m.path || '/')
          where o.id = p.organisation_id and m.id = any (${[...(merchantIds ?? [])]})))
        and exists (select from unnest(${folded}::text[]) one
          where position(one in lower(concat_ws(' ', p.path, p.request_body, p.response_body))) > 0)
      returning 1)
    select max(request_no) as last, count(*)::integer as seen, (select count(*) from changed)::integer as erased from part`;
  const isEnd = !found || found.last === null || found.seen < batch;
  return { erased: found?.erased ?? 0, position: isEnd ? undefined : (found.last ?? undefined) };
}
