import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Locale } from '#shared/locales.ts';
import type { MerchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import type { EndReason, FileFailure } from '../file-limits.ts';
import type { Manifest } from '../manifest.ts';
import type { Period, Schedule } from '../schedule.ts';

export interface StoredSubscription extends Schedule {
  companyId: number;
  subscriptionId: number;
  viewId: number;
  viewName: string;
  /** Null: the name of the view. */
  name: string | null;
  userId: string;
  organisationId: number;
  organisationName: string;
  organisationPath: string;
  period: Period;
  format: 'CSV' | 'XLSX';
  locale: Locale;
  nextDueAt: Date;
  endedAt: Date | null;
  endReason: EndReason | null;
  pausedAt: Date | null;
  version: number;
}

const subscriptions = (sql: TenantSql) => sql`
  select s.company_id, s.subscription_id, s.view_id, s.view_name, s.name, s.user_id, s.organisation_id,
         o.name as organisation_name, o.path as organisation_path, s.frequency, s.day, s.hour, s.time_zone, s.period,
         s.format, s.locale, s.next_due_at, s.ended_at, s.end_reason, s.paused_at, s.version
  from view_subscription s join organisation o on o.id = s.organisation_id`;

export function listSubscriptions(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<StoredSubscription[]> {
  return sql<StoredSubscription[]>`
    ${subscriptions(sql)} where s.company_id = ${companyId} and s.user_id = ${userId} order by s.subscription_id`;
}

export async function findSubscription(
  sql: TenantSql,
  companyId: number,
  subscriptionId: number,
): Promise<StoredSubscription | undefined> {
  const [row] = await sql<StoredSubscription[]>`
    ${subscriptions(sql)} where s.company_id = ${companyId} and s.subscription_id = ${subscriptionId}`;
  return row;
}

export async function insertSubscription(
  sql: TenantSql,
  row: Omit<
    StoredSubscription,
    | 'subscriptionId'
    | 'organisationName'
    | 'organisationPath'
    | 'endedAt'
    | 'endReason'
    | 'pausedAt'
    | 'version'
  >,
  now: Date,
): Promise<number> {
  const [inserted] = await sql<{ subscriptionId: number }[]>`
    insert into view_subscription (company_id, view_id, view_name, name, user_id, organisation_id, frequency, day, hour, time_zone,
                                   period, format, locale, created_at, next_due_at)
    values (${row.companyId}, ${row.viewId}, ${row.viewName}, ${row.name}, ${row.userId}, ${row.organisationId}, ${row.frequency},
            ${row.day}, ${row.hour}, ${row.timeZone}, ${row.period}, ${row.format}, ${row.locale}, ${now},
            ${row.nextDueAt})
    returning subscription_id`;
  if (!inserted) throw new Error('a subscription was not inserted');
  return inserted.subscriptionId;
}

/** Until the end of the transaction the user adds no other subscription. */
export async function lockSubscriptions(sql: TenantSql, companyId: number, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files:${companyId}:${userId}`}, 0))`;
}

/** One of the user's; locks it. */
export async function lockSubscription(
  sql: TenantSql,
  companyId: number,
  userId: string,
  subscriptionId: number,
): Promise<StoredSubscription | undefined> {
  const [row] = await sql<StoredSubscription[]>`
    ${subscriptions(sql)} where s.company_id = ${companyId} and s.user_id = ${userId}
    and s.subscription_id = ${subscriptionId} for update of s`;
  return row;
}

export async function updateSubscription(
  sql: TenantSql,
  { companyId, subscriptionId }: Pick<StoredSubscription, 'companyId' | 'subscriptionId'>,
  row: Schedule &
    Pick<
      StoredSubscription,
      'viewId' | 'viewName' | 'name' | 'period' | 'format' | 'locale' | 'nextDueAt' | 'pausedAt'
    >,
): Promise<void> {
  await sql`
    update view_subscription set view_id = ${row.viewId}, view_name = ${row.viewName}, name = ${row.name},
      frequency = ${row.frequency}, day = ${row.day}, hour = ${row.hour}, time_zone = ${row.timeZone},
      period = ${row.period}, format = ${row.format}, locale = ${row.locale}, next_due_at = ${row.nextDueAt},
      paused_at = ${row.pausedAt}, version = version + 1
    where company_id = ${companyId} and subscription_id = ${subscriptionId}`;
}

/** With its files. Returns whether the user had it. */
export async function removeSubscription(
  sql: TenantSql,
  companyId: number,
  userId: string,
  subscriptionId: number,
): Promise<boolean> {
  const rows = await sql`
    delete from view_subscription
    where company_id = ${companyId} and user_id = ${userId} and subscription_id = ${subscriptionId}
    returning subscription_id`;
  return rows.length > 0;
}

export async function endSubscription(
  sql: TenantSql,
  { companyId, subscriptionId }: Pick<StoredSubscription, 'companyId' | 'subscriptionId'>,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await sql`
    update view_subscription set ended_at = ${now}, end_reason = ${reason}
    where company_id = ${companyId} and subscription_id = ${subscriptionId} and ended_at is null`;
}

type DueSubscription = Schedule & Pick<StoredSubscription, 'companyId' | 'subscriptionId' | 'nextDueAt'>;

/** Locks one that is due, if there is one that no other worker has. */
export async function lockDue(sql: TenantSql, now: Date): Promise<DueSubscription | undefined> {
  const [due] = await sql<DueSubscription[]>`
    select company_id, subscription_id, frequency, day, hour, time_zone, next_due_at from view_subscription
    where ended_at is null and paused_at is null and next_due_at <= ${now} order by next_due_at limit 1 for update skip locked`;
  return due;
}

/** Queues the file of the due time, once, and sets the next time. */
export async function queueFile(
  sql: TenantSql,
  {
    companyId,
    subscriptionId,
    nextDueAt,
  }: Pick<StoredSubscription, 'companyId' | 'subscriptionId' | 'nextDueAt'>,
  next: Date,
): Promise<void> {
  await sql`
    insert into view_file (company_id, subscription_id, user_id, due_at, state, next_attempt_at)
    select company_id, subscription_id, user_id, next_due_at, 'QUEUED', next_due_at from view_subscription
    where company_id = ${companyId} and subscription_id = ${subscriptionId} and next_due_at = ${nextDueAt}
    on conflict (company_id, subscription_id, due_at) do nothing`;
  await sql`
    update view_subscription set next_due_at = ${next}
    where company_id = ${companyId} and subscription_id = ${subscriptionId}`;
}

export interface ClaimedFile {
  companyId: number;
  fileId: number;
  subscriptionId: number;
  dueAt: Date;
  attempts: number;
}

/** Claims a queued file, or one whose worker has crashed: until `until` no other worker takes it. */
export async function claimFile(
  sql: TenantSql,
  now: Date,
  { until, maxAttempts }: { until: Date; maxAttempts: number },
): Promise<ClaimedFile | undefined> {
  await sql`
    update view_file set state = 'FAILED', failure = 'UNEXPECTED'
    where state = 'RUNNING' and next_attempt_at <= ${now} and attempts >= ${maxAttempts}`;
  const [file] = await sql<ClaimedFile[]>`
    update view_file set state = 'RUNNING', attempts = attempts + 1, next_attempt_at = ${until}
    where (company_id, file_id) = (
      select company_id, file_id from view_file
      where state in ('QUEUED', 'RUNNING') and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked)
    returning company_id, file_id, subscription_id, due_at, attempts`;
  return file;
}

/** Whether the claim is still that of this worker; locks the file. */
export async function holdsClaim(
  sql: TenantSql,
  { companyId, fileId, attempts }: ClaimedFile,
): Promise<boolean> {
  const rows = await sql`
    select from view_file where company_id = ${companyId} and file_id = ${fileId} and state = 'RUNNING'
      and attempts = ${attempts} for update`;
  return rows.length > 0;
}

export async function insertPart(
  sql: TenantSql,
  { companyId, fileId }: ClaimedFile,
  position: number,
  content: Buffer,
): Promise<void> {
  await sql`
    insert into view_file_part (company_id, file_id, position, content)
    values (${companyId}, ${fileId}, ${position}, ${content})`;
}

export async function markReady(
  sql: TenantSql,
  { companyId, fileId }: ClaimedFile,
  made: { now: Date; manifest: Manifest; request: SearchRequest; scope: MerchantScope },
): Promise<void> {
  const { manifest } = made;
  await sql`
    update view_file set state = 'READY', made_at = ${made.now}, file_name = ${manifest.file.name},
      bytes = ${manifest.file.bytes}, manifest = ${sql.json(manifest as unknown as JSONValue)},
      request = ${sql.json(made.request as unknown as JSONValue)},
      scope = ${sql.json(made.scope as unknown as JSONValue)}
    where company_id = ${companyId} and file_id = ${fileId}`;
}

export async function markFailed(
  sql: TenantSql,
  { companyId, fileId, attempts }: ClaimedFile,
  failure: FileFailure,
): Promise<void> {
  await sql`
    update view_file set state = 'FAILED', failure = ${failure}
    where company_id = ${companyId} and file_id = ${fileId} and state = 'RUNNING' and attempts = ${attempts}`;
}

/** `isAttempt`: false when no slot for exports was free. */
export async function requeueFile(
  sql: TenantSql,
  { companyId, fileId, attempts }: ClaimedFile,
  { at, isAttempt }: { at: Date; isAttempt: boolean },
): Promise<void> {
  await sql`
    update view_file set state = 'QUEUED', next_attempt_at = ${at}, attempts = ${isAttempt ? attempts : attempts - 1}
    where company_id = ${companyId} and file_id = ${fileId} and state = 'RUNNING' and attempts = ${attempts}`;
}

export interface StoredFile {
  companyId: number;
  fileId: number;
  /** Of the schedule, or of its view. */
  viewName: string;
  organisationName: string;
  dueAt: Date;
  state: 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED';
  failure: FileFailure | null;
  fileName: string | null;
  bytes: number | null;
  manifest: Manifest | null;
  request: SearchRequest | null;
  scope: MerchantScope | null;
}

const files = (sql: TenantSql) => sql`
  select f.company_id, f.file_id, coalesce(s.name, s.view_name) as view_name, o.name as organisation_name, f.due_at, f.state, f.failure, f.file_name,
         f.bytes, f.manifest, f.request, f.scope
  from view_file f
  join view_subscription s on s.company_id = f.company_id and s.subscription_id = f.subscription_id
  join organisation o on o.id = s.organisation_id`;

/** The latest first. */
export function listFiles(
  sql: TenantSql,
  companyId: number,
  userId: string,
  limit: number,
): Promise<StoredFile[]> {
  return sql<StoredFile[]>`
    ${files(sql)} where f.company_id = ${companyId} and f.user_id = ${userId}
    order by f.due_at desc, f.file_id desc limit ${limit}`;
}

export async function findFile(
  sql: TenantSql,
  companyId: number,
  userId: string,
  fileId: number,
): Promise<StoredFile | undefined> {
  const [file] = await sql<StoredFile[]>`
    ${files(sql)} where f.company_id = ${companyId} and f.user_id = ${userId} and f.file_id = ${fileId}`;
  return file;
}

export async function readPart(
  sql: TenantSql,
  { companyId, fileId }: Pick<StoredFile, 'companyId' | 'fileId'>,
  position: number,
): Promise<Buffer | undefined> {
  const [part] = await sql<{ content: Buffer }[]>`
    select content from view_file_part
    where company_id = ${companyId} and file_id = ${fileId} and position = ${position}`;
  return part?.content;
}

/** Deletes the files that were due before `before`, and subscriptions that ended before it. */
export async function deleteOld(sql: TenantSql, before: Date): Promise<void> {
  await sql`delete from view_file where due_at < ${before}`;
  await sql`delete from view_subscription where ended_at < ${before}`;
}
