import type { WaitingRequest } from '#server/auth/approval-gate.ts';
import type { ApprovalAction, GatedAction } from '#shared/approval-actions.ts';
import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { ListPosition } from '#server/http/list-cursor.ts';
import type { ApprovalState } from '../schemas.ts';

export interface StoredRequest {
  companyId: number;
  approvalId: string;
  action: GatedAction;
  endpoint: string;
  organisationId: number;
  organisationName: string;
  path: string;
  amountMinor: number | null;
  currency: string | null;
  objectId: string | null;
  objectName: string | null;
  refundReason: RefundReason | null;
  refundNote: string | null;
  state: ApprovalState;
  requestedBy: string;
  requestedByName: string;
  requestedFrom: string;
  requestedAt: Date;
  endsAt: Date;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  comment: string | null;
  resultCode: string | null;
  /** The time of the request with microseconds, for cursors. */
  place: string;
  sealedRequest: Buffer;
}

interface NewRequest extends Pick<
  StoredRequest,
  | 'companyId'
  | 'approvalId'
  | 'action'
  | 'endpoint'
  | 'sealedRequest'
  | 'organisationId'
  | 'amountMinor'
  | 'currency'
  | 'objectId'
  | 'objectName'
  | 'refundReason'
  | 'refundNote'
  | 'requestedBy'
  | 'requestedByName'
  | 'requestedFrom'
  | 'requestedAt'
  | 'endsAt'
> {
  requestHash: Buffer;
}

/** Inserts a request. False: the same one waits already. */
export async function insertRequest(sql: TenantSql, request: NewRequest): Promise<boolean> {
  const row = { ...request, state: 'PENDING' };
  const rows = await sql`insert into approval_request ${sql([row])} on conflict do nothing returning 1`;
  return rows.length === 1;
}

/** The newest request with one of these hashes: one that waits, or with an idempotency key one in any state. */
export async function findByHash(
  sql: TenantSql,
  request: Pick<NewRequest, 'companyId' | 'requestedBy'> & { requestHashes: Buffer[] },
  isKeyed: boolean,
): Promise<string | undefined> {
  const { companyId, requestedBy, requestHashes } = request;
  const hashes = requestHashes.map((hash) => hash.toString('hex'));
  const [row] = await sql<{ approvalId: string }[]>`
    select approval_id from approval_request
    where company_id = ${companyId} and requested_by = ${requestedBy} and request_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
      and (state = 'PENDING' or ${isKeyed})
    order by requested_at desc limit 1`;
  return row?.approvalId;
}

const columns = (sql: TenantSql) => sql`
  r.company_id, r.approval_id, r.action, r.endpoint, r.organisation_id, o.name as organisation_name, o.path,
  r.amount_minor, r.currency, r.object_id, r.object_name, r.refund_reason, r.refund_note, r.state, r.requested_by, r.requested_by_name, r.requested_from, r.requested_at,
  r.ends_at, r.decided_by, r.decided_by_name, r.decided_at, r.comment, r.result_code, r.sealed_request,
  to_char(r.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place`;

/** `lock`: until the end of the transaction, only it decides or runs the request. */
export async function findRequest(
  sql: TenantSql,
  tenantIds: readonly number[],
  approvalId: string,
  lock = false,
): Promise<StoredRequest | undefined> {
  const [row] = await sql<StoredRequest[]>`
    select ${columns(sql)} from approval_request r join organisation o on o.id = r.organisation_id
    where r.company_id = any (${[...tenantIds]}) and r.approval_id = ${approvalId}
    ${lock ? sql`for update of r` : sql``}`;
  return row;
}

/** Where the caller sees requests: below an organisation, their own ones and those they may decide. */
export interface Place {
  caller: Caller;
  path: string;
}

function visible(sql: TenantSql, { caller, path }: Place, isOwnShown: boolean) {
  const grants = caller.held.filter(({ name }) => name === 'P_APPROVE');
  const scopes = grants.map(({ scope }) => scope);
  const cascades = grants.map(({ cascade }) => cascade);
  return sql`
    r.company_id = any (${[...caller.tenantIds]}) and (o.path = ${path} or starts_with(o.path, ${path} || '/'))
    and (${isOwnShown ? sql`r.requested_by = ${caller.id} or` : sql`r.requested_by <> ${caller.id} and`} exists (
      select from unnest(${scopes}::text[], ${cascades}::boolean[]) as held (scope, cascade)
      where o.path = held.scope or (held.cascade and starts_with(o.path, held.scope || '/'))))`;
}

/** The next requests after a position, newest first. */
export function listRequestsAfter(
  sql: TenantSql,
  place: Place,
  state: 'WAITING' | 'DECIDED' | undefined,
  after: ListPosition | undefined,
  limit: number,
): Promise<StoredRequest[]> {
  return sql<StoredRequest[]>`
    select ${columns(sql)} from approval_request r join organisation o on o.id = r.organisation_id
    where ${visible(sql, place, true)}
      ${state === undefined ? sql`` : state === 'WAITING' ? sql`and r.state = 'PENDING'` : sql`and r.state <> 'PENDING'`}
      ${after ? sql`and (r.requested_at, r.approval_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.requested_at desc, r.approval_id desc limit ${limit}`;
}

/** The maximum number of requests of one object. */
const maxRequestsPerObject = 20;

/** Requests about an object that wait for approval, newest first. */
export function listWaitingOnObject(
  sql: TenantSql,
  {
    companyId,
    objectId,
    actions,
    now,
  }: { companyId: number; objectId: string; actions: readonly ApprovalAction[]; now: Date },
): Promise<WaitingRequest[]> {
  return sql<WaitingRequest[]>`
    select approval_id, action, amount_minor, currency, requested_by_name, requested_at, ends_at from approval_request
    where company_id = ${companyId} and object_id = ${objectId} and action = any (${[...actions]})
      and state = 'PENDING' and ends_at > ${now}
    order by requested_at desc limit ${maxRequestsPerObject}`;
}

/** How many requests of other users wait for the caller, and since when. */
export async function countWaiting(
  sql: TenantSql,
  place: Place,
  { now, max }: { now: Date; max: number },
): Promise<{ number: number; at: Date | null }> {
  const [row] = await sql<{ number: number; at: Date | null }[]>`
    select count(*)::int as number, min(requested_at) as at from (
      select r.requested_at from approval_request r join organisation o on o.id = r.organisation_id
      where ${visible(sql, place, false)} and r.state = 'PENDING' and r.ends_at > ${now} limit ${max}) found`;
  return row ?? { number: 0, at: null };
}

export interface Decision {
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED';
  by: { id: string; name: string };
  comment: string | null;
  now: Date;
  /** APPROVED: when the job takes the request over. */
  runAt: Date | null;
}

/** Records a decision. False: the request no longer waits. */
export async function recordDecision(
  sql: TenantSql,
  { companyId, approvalId }: Pick<StoredRequest, 'companyId' | 'approvalId'>,
  { state, by, comment, now, runAt }: Decision,
): Promise<boolean> {
  const rows = await sql`
    update approval_request
    set state = ${state}, decided_by = ${by.id}, decided_by_name = ${by.name}, decided_at = ${now}, comment = ${comment},
      run_at = ${runAt}, sealed_request = case when ${state} = 'APPROVED' then sealed_request else ''::bytea end
    where company_id = ${companyId} and approval_id = ${approvalId} and state = 'PENDING' and ends_at > ${now}
    returning 1`;
  return rows.length === 1;
}

/** Records the result of an approved request. False: it has one. */
export async function recordResult(
  sql: TenantSql,
  { companyId, approvalId }: Pick<StoredRequest, 'companyId' | 'approvalId'>,
  result: { state: 'SUCCEEDED' | 'FAILED'; code: string | null },
): Promise<boolean> {
  const rows = await sql`
    update approval_request set state = ${result.state}, result_code = ${result.code}, run_at = null, sealed_request = ''::bytea
    where company_id = ${companyId} and approval_id = ${approvalId} and state = 'APPROVED' returning 1`;
  return rows.length === 1;
}

/** Leases approved requests whose process has not recorded a result. */
export function leaseApproved(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ companyId: number; approvalId: string }[]> {
  return sql<{ companyId: number; approvalId: string }[]>`
    update approval_request set run_at = ${until}
    where (company_id, approval_id) in (
      select company_id, approval_id from approval_request where state = 'APPROVED' and run_at <= ${now}
      order by run_at limit ${limit} for update skip locked)
    returning company_id, approval_id`;
}

/** Ends requests that were not decided in time. */
export function expireRequests(
  sql: TenantSql,
  now: Date,
  limit: number,
): Promise<{ companyId: number; approvalId: string }[]> {
  return sql<{ companyId: number; approvalId: string }[]>`
    update approval_request set state = 'EXPIRED', sealed_request = ''::bytea
    where (company_id, approval_id) in (
      select company_id, approval_id from approval_request where state = 'PENDING' and ends_at <= ${now}
      order by ends_at limit ${limit} for update skip locked)
    returning company_id, approval_id`;
}
