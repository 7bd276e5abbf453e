import type { Fragment } from '#database/connection.ts';
import type { PersonRequestRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Counts, DataKind, WaitReason } from '../data-kinds.ts';
import type { Subject } from './person-payments.ts';

type State = 'QUEUED' | 'RUNNING' | 'WAITING' | 'DONE' | 'FAILED';
type Step = 'COLLECT' | 'PERSON' | 'REQUESTS' | 'PAYMENTS';

export interface StoredRequest extends Omit<PersonRequestRow, 'nextAt' | 'failure'> {
  kind: 'EXPORT' | 'ERASURE';
  organisationName: string;
  organisationPath: string;
  subject: Subject | null;
  state: State;
  step: Step;
  counts: Counts;
}
type Key = Pick<StoredRequest, 'companyId' | 'requestId'>;

const columns = (sql: TenantSql): Fragment => sql`
  r.company_id, r.request_id, r.kind, r.organisation_id, o.name as organisation_name, o.path as organisation_path, r.merchant_ids,
  r.customer_ids, r.subject, r.keeps_lists, r.reason, r.requested_at, r.requested_by, r.requested_by_name, r.requested_from, r.state,
  r.step, r.position, r.attempts, r.ended_at, r.counts, r.file_bytes`;

export async function insertRequest(
  sql: TenantSql,
  request: Pick<
    StoredRequest,
    | 'companyId'
    | 'requestId'
    | 'kind'
    | 'organisationId'
    | 'merchantIds'
    | 'customerIds'
    | 'keepsLists'
    | 'reason'
    | 'requestedAt'
    | 'requestedBy'
    | 'requestedByName'
    | 'requestedFrom'
  > & { subject: Subject },
): Promise<void> {
  const { subject, ...row } = request;
  await sql`
    insert into person_request ${sql({ ...row, subject: sql.json({ ...subject }), nextAt: row.requestedAt })}`;
}

const maxListed = 200;

export function listRequests(
  sql: TenantSql,
  companyIds: readonly number[],
  path: string,
): Promise<StoredRequest[]> {
  return sql<StoredRequest[]>`
    select ${columns(sql)} from person_request r join organisation o on o.id = r.organisation_id
    where r.company_id = any (${[...companyIds]}) and (o.path = ${path} or starts_with(o.path, ${path} || '/'))
    order by r.requested_at desc, r.request_id desc limit ${maxListed}`;
}

export async function findRequest(
  sql: TenantSql,
  companyIds: readonly number[],
  requestId: string,
): Promise<StoredRequest | undefined> {
  const [row] = await sql<StoredRequest[]>`
    select ${columns(sql)} from person_request r join organisation o on o.id = r.organisation_id
    where r.company_id = any (${[...companyIds]}) and r.request_id = ${requestId}`;
  return row;
}

/** An erasure of one of the customers that has not ended. */
export async function findOpenErasure(
  sql: TenantSql,
  companyId: number,
  customerIds: readonly number[],
): Promise<string | undefined> {
  const [row] = await sql<{ requestId: string }[]>`
    select request_id from person_request
    where company_id = ${companyId} and next_at is not null and kind = 'ERASURE'
      and customer_ids && ${[...customerIds]}::bigint[] limit 1`;
  return row?.requestId;
}

/** Leases due requests. One whose worker died is due again after `until`. */
export function leaseRequests(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Key[]> {
  return sql<Key[]>`
    update person_request set next_at = ${until}, state = 'RUNNING', attempts = attempts + 1
    where (company_id, request_id) in (
      select company_id, request_id from person_request where next_at <= ${now}
      order by next_at limit ${limit} for update skip locked)
    returning company_id, request_id`;
}

/** The request, under a lock until the end of the transaction: two workers never do the same step at once. */
export async function lockRequest(
  sql: TenantSql,
  { companyId, requestId }: Key,
): Promise<StoredRequest | undefined> {
  const [row] = await sql<StoredRequest[]>`
    select ${columns(sql)} from person_request r join organisation o on o.id = r.organisation_id
    where r.company_id = ${companyId} and r.request_id = ${requestId} and r.next_at is not null for update of r`;
  return row;
}

/** Records a finished step with what it changed, and prolongs the lease. */
export async function recordStep(
  sql: TenantSql,
  request: StoredRequest,
  change: { step: Step; position?: number; subject?: Subject | null; counts: Counts; until: Date },
): Promise<void> {
  const { companyId, requestId } = request;
  const subject = change.subject === undefined ? request.subject : change.subject;
  await sql`
    update person_request set step = ${change.step}, position = ${change.position ?? null},
      subject = ${subject === null ? null : sql.json({ ...subject })}, attempts = 0, next_at = ${change.until},
      counts = ${sql.json(addCounts(request.counts, change.counts))}
    where company_id = ${companyId} and request_id = ${requestId}`;
}

function addCounts(one: Counts, other: Counts): Counts {
  const sum: Counts = { ...one };
  for (const [kind, count] of Object.entries(other) as [DataKind, number][])
    if (count > 0) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

export async function recordWaiting(
  sql: TenantSql,
  { companyId, requestId }: Key,
  nextAt: Date,
): Promise<void> {
  await sql`
    update person_request set state = 'WAITING', next_at = ${nextAt}
    where company_id = ${companyId} and request_id = ${requestId}`;
}

export async function recordEnd(
  sql: TenantSql,
  { companyId, requestId }: Key,
  end: { state: 'DONE' | 'FAILED'; now: Date; fileBytes?: number; counts?: Counts; failure?: string },
): Promise<void> {
  await sql`
    update person_request set state = ${end.state}, ended_at = ${end.now}, next_at = null, subject = null, position = null,
      file_bytes = ${end.fileBytes ?? null}, failure = ${end.failure ?? null},
      counts = ${end.counts === undefined ? sql`counts` : sql.json({ ...end.counts })}
    where company_id = ${companyId} and request_id = ${requestId}`;
}

export async function insertPayments(
  sql: TenantSql,
  { companyId, requestId }: Key,
  roots: readonly number[],
  nextAt: Date,
): Promise<void> {
  await sql`
    insert into person_payment (company_id, request_id, root_id, next_at)
    select ${companyId}, ${requestId}, root, ${nextAt} from unnest(${[...roots]}::bigint[]) as root
    on conflict do nothing`;
}

export async function findDuePayments(
  sql: TenantSql,
  { companyId, requestId }: Key,
  now: Date,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ rootId: number }[]>`
    select root_id from person_payment
    where company_id = ${companyId} and request_id = ${requestId} and next_at <= ${now}
    order by next_at, root_id limit ${limit}`;
  return rows.map(({ rootId }) => rootId);
}

export async function deletePayments(
  sql: TenantSql,
  { companyId, requestId }: Key,
  roots: readonly number[],
): Promise<void> {
  await sql`
    delete from person_payment
    where company_id = ${companyId} and request_id = ${requestId} and root_id = any (${[...roots]})`;
}

export async function deferPayment(
  sql: TenantSql,
  { companyId, requestId }: Key,
  rootId: number,
  wait: { reason: WaitReason; until: Date | undefined; nextAt: Date },
): Promise<void> {
  await sql`
    update person_payment set reason = ${wait.reason}, until = ${wait.until ?? null}, next_at = ${wait.nextAt}
    where company_id = ${companyId} and request_id = ${requestId} and root_id = ${rootId}`;
}

export async function findNextPayment(
  sql: TenantSql,
  { companyId, requestId }: Key,
): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(next_at) as at from person_payment where company_id = ${companyId} and request_id = ${requestId}`;
  return row?.at ?? undefined;
}

export interface WaitingRow {
  requestId: string;
  reason: WaitReason;
  payments: number;
  until: Date | null;
}

export function listWaiting(
  sql: TenantSql,
  companyIds: readonly number[],
  requestIds: readonly string[],
): Promise<WaitingRow[]> {
  return sql<WaitingRow[]>`
    select request_id, reason, count(*)::integer as payments, max(until) as until from person_payment
    where company_id = any (${[...companyIds]}) and request_id = any (${[...requestIds]}::uuid[]) and reason is not null
    group by request_id, reason`;
}

export async function insertPart(
  sql: TenantSql,
  { companyId, requestId }: Key,
  position: number,
  content: Uint8Array,
): Promise<void> {
  await sql`insert into person_file_part ${sql({ companyId, requestId, position, content })}`;
}

export async function readPart(
  sql: TenantSql,
  { companyId, requestId }: Key,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from person_file_part
    where company_id = ${companyId} and request_id = ${requestId} and position = ${position}`;
  return row?.content;
}

export async function deleteParts(sql: TenantSql, { companyId, requestId }: Key): Promise<void> {
  await sql`delete from person_file_part where company_id = ${companyId} and request_id = ${requestId}`;
}

/** Files that were made before. One request a statement: its parts are few. */
export async function deleteOldFiles(sql: TenantSql, before: Date, limit: number): Promise<number> {
  const rows = await sql<Key[]>`
    update person_request set file_bytes = null
    where (company_id, request_id) in (
      select company_id, request_id from person_request where file_bytes is not null and ended_at < ${before}
      order by ended_at limit ${limit} for update skip locked)
    returning company_id, request_id`;
  for (const key of rows) await deleteParts(sql, key);
  return rows.length;
}

/** Deletes kept exports of the customers. Returns how many there were. */
export async function eraseExports(
  sql: TenantSql,
  companyId: number,
  customerIds: readonly number[],
): Promise<number> {
  const rows = await sql<{ requestId: string }[]>`
    update person_request set file_bytes = null
    where company_id = ${companyId} and kind = 'EXPORT' and file_bytes is not null
      and customer_ids && ${[...customerIds]}::bigint[]
    returning request_id`;
  for (const { requestId } of rows) await deleteParts(sql, { companyId, requestId });
  return rows.length;
}
