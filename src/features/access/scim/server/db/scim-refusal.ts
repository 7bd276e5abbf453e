import type { TenantSql } from '#database/tenant.ts';
import type { RefusalReason } from '../../refusal-reasons.ts';

/** Kept for each company. */
const maxStored = 100;

interface Refusal {
  tokenId: string;
  act: string;
  /** The name of a new user or group. */
  objectId: string;
  reason: RefusalReason;
  status: number;
}

/** Counts a refusal, and deletes the oldest ones above the limit. */
export async function recordRefusal(
  sql: TenantSql,
  companyId: number,
  { refusal, now }: { refusal: Refusal; now: Date },
): Promise<void> {
  await sql`
    insert into scim_refusal (company_id, token_id, act, object_id, reason, status, times, first_at, last_at)
    values (${companyId}, ${refusal.tokenId}, ${refusal.act}, ${refusal.objectId}, ${refusal.reason},
            ${refusal.status}, 1, ${now}, ${now})
    on conflict (company_id, token_id, act, object_id, reason) do update set
      times = least(scim_refusal.times + 1, 1000000000), status = excluded.status, last_at = excluded.last_at`;
  await sql`
    delete from scim_refusal where company_id = ${companyId} and refusal_id in (
      select refusal_id from scim_refusal where company_id = ${companyId}
      order by last_at desc, refusal_id desc offset ${maxStored})`;
}

interface ListedRefusal extends Refusal {
  tokenName: string | null;
  /** The user or group, if it still exists. */
  objectName: string | null;
  times: number;
  lastAt: Date;
}

/** The newest refusals. */
export function listRefusals(sql: TenantSql, companyId: number, limit: number): Promise<ListedRefusal[]> {
  return sql<ListedRefusal[]>`
    select r.token_id, t.name as token_name, r.act, r.object_id, r.reason, r.status, r.times, r.last_at,
           coalesce(g.display_name, u.user_name) as object_name
    from scim_refusal r
    left join scim_token t on t.company_id = r.company_id and t.token_id = r.token_id
    left join scim_group g on g.company_id = r.company_id and g.group_id::text = r.object_id
    left join scim_user s on s.company_id = r.company_id and s.user_id::text = r.object_id
    left join app_user u on u.user_id = s.user_id
    where r.company_id = ${companyId}
    order by r.last_at desc, r.refusal_id desc limit ${limit}`;
}
