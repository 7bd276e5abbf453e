import type { Database, Sql } from '#database/connection.ts';
import type { ReportRefusal } from '#integrations/processors/settlements.ts';
import type { ReportState } from '../../difference.ts';

/** A report that a worker imports; `attempts` is the number of its attempt, which no other worker has. */
export interface LeasedReport {
  reportId: number;
  connectionId: number;
  name: string;
  address: string | null;
  attempts: number;
  announcedAt: Date;
}

/** Leaves a known report unchanged. */
export async function insertReport(
  sql: Sql,
  report: { connectionId: number; name: string; address: string | undefined; now: Date },
): Promise<void> {
  const { connectionId, name, address = null, now } = report;
  await sql`
    insert into settlement_report (connection_id, name, address, state, announced_at, next_attempt_at)
    values (${connectionId}, ${name}, ${address}, 'WAITING', ${now}, ${now})
    on conflict (connection_id, name) do nothing`;
}

/** A worker keeps a report for so long after its last part. */
const leaseSeconds = 300;

/** Takes a report that waits, or whose worker has died; one of a connection at a time, so that none is settled twice unseen. */
export async function leaseReport(database: Database, now: Date): Promise<LeasedReport | undefined> {
  return database.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('settlement report'))`;
    const [report] = await sql<LeasedReport[]>`
      update settlement_report r
      set state = 'IMPORTING', attempts = attempts + 1,
        next_attempt_at = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      from (
        select due.report_id from settlement_report due
        where due.state in ('WAITING', 'IMPORTING') and due.next_attempt_at <= ${now}
          and not exists (
            select 1 from settlement_report other
            where other.connection_id = due.connection_id and other.state = 'IMPORTING' and other.next_attempt_at > ${now})
        order by due.next_attempt_at, due.report_id limit 1 for update
      ) due
      where r.report_id = due.report_id
      returning r.report_id, r.connection_id, r.name, r.address, r.attempts, r.announced_at`;
    return report;
  });
}

/** Extends the lease in the transaction of some lines. False when another worker has taken over. */
export async function keepLease(sql: Sql, { reportId, attempts }: LeasedReport, now: Date): Promise<boolean> {
  const kept = await sql`
    update settlement_report set next_attempt_at = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where report_id = ${reportId} and attempts = ${attempts} and state = 'IMPORTING' returning 1`;
  return kept.length > 0;
}

/** Why a report could not be fetched. */
export type FetchFailure = 'CONNECTION' | 'CREDENTIALS' | 'BUSY' | 'UNREADABLE' | 'CLOSED';

interface ReportEnd {
  state: Exclude<ReportState, 'IMPORTING'>;
  sha256?: string;
  lines?: number;
  refusal?: ReportRefusal | { code: FetchFailure };
  /** Of the next attempt. */
  nextAttemptAt?: Date;
}

export async function endReport(
  sql: Sql,
  { reportId, attempts }: LeasedReport,
  { state, sha256, lines = 0, refusal, nextAttemptAt }: ReportEnd,
  now: Date,
): Promise<void> {
  await sql`
    update settlement_report
    set state = ${state}, sha256 = coalesce(${sha256 ?? null}, sha256), lines = ${lines}, version = version + 1,
      refusal = ${refusal ? sql.json({ ...refusal }) : null},
      imported_at = case when ${state} = 'IMPORTED' then ${now}::timestamptz end,
      next_attempt_at = ${nextAttemptAt ?? now}
    where report_id = ${reportId} and attempts = ${attempts}`;
}

/** Whether the file was imported under another name. */
export async function isImported(
  sql: Sql,
  { connectionId, reportId }: LeasedReport,
  sha256: string,
): Promise<boolean> {
  const rows = await sql`
    select 1 from settlement_report
    where connection_id = ${connectionId} and sha256 = ${sha256} and state = 'IMPORTED' and report_id <> ${reportId}`;
  return rows.length > 0;
}

/** Imports a report again that was refused or could not be fetched. False when it has changed meanwhile. */
export async function restartReport(
  sql: Sql,
  reportId: number,
  version: number,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    update settlement_report
    set state = 'WAITING', refusal = null, attempts = attempts + 1, version = version + 1, next_attempt_at = ${now}
    where report_id = ${reportId} and version = ${version} and state in ('REFUSED', 'FAILED') returning 1`;
  return rows.length > 0;
}

interface Progress {
  connectionId: number;
  listCursor: string | null;
  coversFrom: Date | null;
  checkedUntil: Date | null;
}

export function loadProgress(sql: Sql): Promise<Progress[]> {
  return sql<Progress[]>`
    select connection_id, list_cursor, covers_from, checked_until from settlement_progress`;
}

/** The connections whose reports are listed again, at most once in `seconds`. */
export function leaseListings(
  sql: Sql,
  connectionIds: readonly number[],
  seconds: number,
  now: Date,
): Promise<Pick<Progress, 'connectionId' | 'listCursor'>[]> {
  return sql<Pick<Progress, 'connectionId' | 'listCursor'>[]>`
    insert into settlement_progress as p (connection_id, listed_at)
    select id, ${now} from unnest(${connectionIds as number[]}::integer[]) as id
    on conflict (connection_id) do update set listed_at = ${now}
    where p.listed_at is null or p.listed_at <= ${now}::timestamptz - make_interval(secs => ${seconds})
    returning connection_id, list_cursor`;
}

export async function saveCursor(sql: Sql, connectionId: number, cursor: string): Promise<void> {
  await sql`update settlement_progress set list_cursor = ${cursor} where connection_id = ${connectionId}`;
}

export async function saveBankPayout(
  sql: Sql,
  payout: { connectionId: number; name: string; currency: string; amountMinor: number; paidOn: string },
): Promise<void> {
  const { connectionId, name, currency, amountMinor, paidOn } = payout;
  await sql`
    insert into settlement_bank_payout (connection_id, report_name, currency, amount_minor, paid_on)
    values (${connectionId}, ${name}, ${currency}, ${amountMinor}, ${paidOn})
    on conflict (connection_id, report_name, currency)
    do update set amount_minor = excluded.amount_minor, paid_on = excluded.paid_on`;
}
