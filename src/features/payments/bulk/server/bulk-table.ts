import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { BulkAction, ItemState } from '../bulk-work.ts';

/** Jobs are shown and kept for 30 days. */
export const keptMs = 30 * dayMs;

export interface StoredJob {
  jobId: string;
  userId: string;
  action: BulkAction;
  requestedFrom: string;
  createdAt: Date;
  items: number;
}

/** Path and body of an endpoint. */
export interface ItemRequest {
  path: Record<string, string>;
  body: Record<string, JSONValue>;
}

export interface NewItem {
  companyId: number;
  position: number;
  objectId: string;
  installationId: number;
  merchRef: string | null;
  amountMinor: number | null;
  currency: string | null;
  endpoint: string;
  request: ItemRequest;
}

export async function insertJob(sql: TenantSql, job: StoredJob, items: readonly NewItem[]): Promise<boolean> {
  const inserted = await sql`insert into bulk_job ${sql([{ ...job }])} on conflict do nothing returning 1`;
  if (inserted.length === 0) return false;
  const rows = items.map(({ request, ...item }) => ({
    ...item,
    jobId: job.jobId,
    request: sql.json({ ...request }),
    state: 'WAITING',
    queuedAt: job.createdAt,
    runAt: job.createdAt,
  }));
  await sql`insert into bulk_item ${sql(rows)}`;
  return true;
}

export async function findJob(sql: TenantSql, jobId: string): Promise<StoredJob | undefined> {
  const [job] = await sql<StoredJob[]>`
    select job_id, user_id, action, requested_from, created_at, items from bulk_job where job_id = ${jobId}`;
  return job;
}

/** The state of an item as the user sees it: of a decision by a second person, and of a follow-up at the processor. */
const currentState = (sql: TenantSql) => sql`
  case
    when i.state = 'PENDING_APPROVAL' then case a.state
      when 'PENDING' then 'PENDING_APPROVAL' when 'APPROVED' then 'PROCESSING' when 'SUCCEEDED' then 'DONE'
      when 'FAILED' then 'FAILED' else 'REJECTED' end
    when i.state = 'PROCESSING' and t.txn_status = 'SUCCESS' then 'DONE'
    when i.state = 'PROCESSING' and t.txn_status not like 'SUSPENDED%' then 'FAILED'
    else i.state end`;

const fromItems = (sql: TenantSql) => sql`
  from bulk_item i
  left join approval_request a on a.company_id = i.company_id and a.approval_id = i.approval_id
  left join txn t on t.company_id = i.company_id and t.txn_id = case when i.state = 'PROCESSING' then i.result_id::bigint end`;

export interface StateCount {
  jobId: string;
  state: ItemState;
  number: number;
  endedAt: Date | null;
}

/** The user's newest jobs. */
export function listJobs(sql: TenantSql, userId: string, now: Date, limit: number): Promise<StoredJob[]> {
  return sql<StoredJob[]>`
    select job_id, user_id, action, requested_from, created_at, items from bulk_job
    where user_id = ${userId} and created_at > ${addMs(now, -keptMs)}
    order by created_at desc, job_id limit ${limit}`;
}

/** How many items of each job have each state. Items of companies that the user no longer reaches are left out. */
export function countStates(
  sql: TenantSql,
  tenantIds: readonly number[],
  jobIds: readonly string[],
): Promise<StateCount[]> {
  return sql<StateCount[]>`
    select i.job_id, ${currentState(sql)} as state, count(*)::int as number, max(i.ended_at) as ended_at
    ${fromItems(sql)}
    where i.company_id = any (${[...tenantIds]}) and i.job_id = any (${[...jobIds]}::uuid[])
    group by 1, 2`;
}

export interface ListedItem extends Omit<NewItem, 'request' | 'endpoint'> {
  state: ItemState;
  code: string | null;
  resultId: string | null;
  approvalId: string | null;
  endedAt: Date | null;
}

/** The items of a job in the order of the selection. `lock`: until the end of the transaction, for a change. */
export function listItems(
  sql: TenantSql,
  tenantIds: readonly number[],
  jobId: string,
  lock = false,
): Promise<ListedItem[]> {
  return sql<ListedItem[]>`
    select i.company_id, i.position, i.object_id, i.installation_id, i.merch_ref, i.amount_minor, i.currency,
      ${currentState(sql)} as state,
      case when i.state = 'PENDING_APPROVAL' then
             coalesce(a.result_code, case when a.state not in ('PENDING', 'APPROVED', 'SUCCEEDED') then a.state end)
           when i.state = 'PROCESSING' then coalesce(t.reason_code, i.code) else i.code end as code,
      i.result_id, i.approval_id, i.ended_at
    ${fromItems(sql)}
    where i.company_id = any (${[...tenantIds]}) and i.job_id = ${jobId}
    order by i.position ${lock ? sql`for update of i` : sql``}`;
}

/** Stops what no worker has begun. Returns how many. */
export async function stopItems(
  sql: TenantSql,
  tenantIds: readonly number[],
  jobId: string,
  now: Date,
): Promise<number> {
  const stopped = await sql`
    update bulk_item set state = 'STOPPED', run_at = null, ended_at = ${now}
    where company_id = any (${[...tenantIds]}) and job_id = ${jobId} and state = 'WAITING' returning 1`;
  return stopped.length;
}

/** Queues items for a new attempt, which has an idempotency key of its own. */
export async function retryItems(
  sql: TenantSql,
  jobId: string,
  items: readonly Pick<ListedItem, 'companyId' | 'position'>[],
  now: Date,
): Promise<void> {
  await sql`
    update bulk_item set state = 'WAITING', attempt = attempt + 1, queued_at = ${now}, run_at = ${now}, code = null,
      result_id = null, approval_id = null, ended_at = null
    where job_id = ${jobId} and (company_id, position) in (
      select * from unnest(${items.map(({ companyId }) => companyId)}::int[],
                           ${items.map(({ position }) => position)}::int[]))`;
}

export interface LeasedItem {
  companyId: number;
  jobId: string;
  position: number;
}

/** Leases items that are due, so that other workers leave them alone until then. */
export function leaseItems(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<LeasedItem[]> {
  return sql<LeasedItem[]>`
    update bulk_item set run_at = ${until}
    where (company_id, job_id, position) in (
      select company_id, job_id, position from bulk_item where run_at <= ${now}
      order by run_at, job_id, position limit ${limit} for update skip locked)
    returning company_id, job_id, position`;
}

export interface RunningItem extends LeasedItem {
  objectId: string;
  installationId: number;
  endpoint: string;
  request: ItemRequest;
  attempt: number;
  queuedAt: Date;
  userId: string;
  requestedFrom: string;
  /** A worker has begun this attempt before, and its result is not known. */
  hasBegun: boolean;
}

/** Begins an attempt, or takes one over whose worker died. Undefined: it was stopped or has its result. */
export async function beginItem(
  sql: TenantSql,
  { companyId, jobId, position }: LeasedItem,
): Promise<RunningItem | undefined> {
  const [item] = await sql<RunningItem[]>`
    with was as (
      select company_id, job_id, position, state from bulk_item
      where company_id = ${companyId} and job_id = ${jobId} and position = ${position}
        and state in ('WAITING', 'RUNNING') for update
    )
    update bulk_item i set state = 'RUNNING' from was, bulk_job j
    where i.company_id = was.company_id and i.job_id = was.job_id and i.position = was.position and j.job_id = i.job_id
    returning i.company_id, i.job_id, i.position, i.object_id, i.installation_id, i.endpoint, i.request, i.attempt,
      i.queued_at, j.user_id, j.requested_from, was.state = 'RUNNING' as has_begun`;
  return item;
}

/** Whether an attempt still runs, locked until the end of the transaction. */
export async function lockRunning(
  sql: TenantSql,
  { companyId, jobId, position, attempt }: RunningItem,
): Promise<boolean> {
  const rows = await sql`
    select from bulk_item where company_id = ${companyId} and job_id = ${jobId} and position = ${position}
      and attempt = ${attempt} and state = 'RUNNING' for update`;
  return rows.length === 1;
}

export interface ItemResult {
  state: 'DONE' | 'PROCESSING' | 'PENDING_APPROVAL' | 'FAILED' | 'UNKNOWN';
  code: string | null;
  resultId?: string | undefined;
  approvalId?: string | undefined;
}

/** Records the result of an attempt. False: it has one. */
export async function recordResult(
  sql: TenantSql,
  { companyId, jobId, position, attempt }: RunningItem,
  { state, code, resultId, approvalId }: ItemResult,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    update bulk_item set state = ${state}, code = ${code}, result_id = ${resultId ?? null},
      approval_id = ${approvalId ?? null}, run_at = null, ended_at = ${now}
    where company_id = ${companyId} and job_id = ${jobId} and position = ${position} and attempt = ${attempt}
      and state = 'RUNNING' returning 1`;
  return rows.length === 1;
}

/** Deletes jobs that no user sees any more, some at a time. */
export async function deleteJobsBefore(sql: TenantSql, before: Date, limit: number): Promise<void> {
  const jobs = await sql<{ jobId: string }[]>`
    select job_id from bulk_job where created_at < ${before} order by created_at limit ${limit}`;
  const ids = jobs.map(({ jobId }) => jobId);
  await sql`delete from bulk_item where job_id = any (${ids}::uuid[])`;
  await sql`delete from bulk_job where job_id = any (${ids}::uuid[])`;
}
