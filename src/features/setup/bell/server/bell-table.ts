import type { TenantSql } from '#database/tenant.ts';
import type { BulkAction } from '#features/payments/bulk/bulk-work.ts';

interface Reader {
  userId: string;
  tenantIds: readonly number[];
  since: Date;
  limit: number;
}

interface EndedJob {
  jobId: string;
  action: BulkAction;
  at: Date;
  isRunning: boolean;
  total: number;
  failed: number;
}

/** The user's jobs, those that run included. */
export function readJobs(sql: TenantSql, { userId, tenantIds, since, limit }: Reader): Promise<EndedJob[]> {
  return sql<EndedJob[]>`
    select j.job_id, j.action, coalesce(max(i.ended_at), j.created_at) as at, bool_or(i.run_at is not null) as is_running,
      count(*)::int as total, count(*) filter (where i.state in ('FAILED', 'UNKNOWN', 'STOPPED'))::int as failed
    from (
      select job_id, action, created_at from bulk_job
      where user_id = ${userId} and created_at > ${since} order by created_at desc limit ${limit}
    ) j
    join bulk_item i on i.job_id = j.job_id and i.company_id = any (${[...tenantIds]})
    group by j.job_id, j.action, j.created_at
    order by at desc`;
}

interface DecidedRequest {
  approvalId: string;
  action: string;
  state: 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'SUCCEEDED' | 'FAILED';
  at: Date;
  amountMinor: number | null;
  currency: string | null;
  decidedByName: string | null;
}

/** The user's requests that a second person decided, or whose time was over. */
export function readDecisions(
  sql: TenantSql,
  { userId, tenantIds, since, limit }: Reader,
): Promise<DecidedRequest[]> {
  return sql<DecidedRequest[]>`
    select approval_id, action, state, coalesce(decided_at, ends_at) as at, amount_minor, currency, decided_by_name
    from approval_request
    where company_id = any (${[...tenantIds]}) and requested_by = ${userId} and requested_at > ${since}
      and state in ('APPROVED', 'REJECTED', 'EXPIRED', 'SUCCEEDED', 'FAILED')
    order by at desc limit ${limit}`;
}

interface AssignedCase {
  caseId: number;
  merchantPath: string;
  at: Date;
  by: string;
}

/** Open cases of the user that another user assigned to them. */
export function readAssignments(
  sql: TenantSql,
  { userId, tenantIds, since, limit }: Reader,
): Promise<AssignedCase[]> {
  return sql<AssignedCase[]>`
    select c.case_id, m.path as merchant_path, e.at, e.actor_name as by
    from fraud_case c
    join organisation m on m.id = c.merchant_id
    join lateral (
      select at, actor_id, actor_name from fraud_case_event e
      where e.company_id = c.company_id and e.case_id = c.case_id and e.kind = 'ASSIGNED' order by e.event_id desc limit 1
    ) e on true
    where c.company_id = any (${[...tenantIds]}) and c.owner_id = ${userId} and c.status = 'OPEN'
      and e.actor_id <> ${userId} and e.at > ${since}
    order by e.at desc limit ${limit}`;
}

export async function readSeen(sql: TenantSql, userId: string): Promise<Date | undefined> {
  const [row] = await sql<{ seenAt: Date }[]>`select seen_at from bell_seen where user_id = ${userId}`;
  return row?.seenAt;
}

/** Never moves the time back: a slow request of another window must not make read entries unread. */
export async function writeSeen(sql: TenantSql, userId: string, seenAt: Date): Promise<void> {
  await sql`
    insert into bell_seen (user_id, seen_at) values (${userId}, ${seenAt})
    on conflict (user_id) do update set seen_at = greatest(bell_seen.seen_at, excluded.seen_at)`;
}
