import type { Sql } from '#database/connection.ts';
import type { TestClockRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addMs, secondMs } from '#server/clock.ts';
import { testClockLock } from '#server/time/test-clock.ts';
import type { TestClockView } from '../schemas.ts';

export type StoredClock = Pick<
  TestClockRow,
  'companyId' | 'aheadMs' | 'frozenAt' | 'movedFrom' | 'target' | 'steps' | 'isEnding' | 'setBy'
>;

const columns = (sql: Sql) =>
  sql`company_id, ahead_ms, frozen_at, moved_from, target, steps, is_ending, set_by`;

export async function findClock(sql: Sql, companyId: number): Promise<StoredClock | undefined> {
  const [row] = await sql<StoredClock[]>`
    select ${columns(sql)} from test_clock where company_id = ${companyId}`;
  return row;
}

/** One change of clocks at a time, and none while a connection, a route or a key becomes live. */
export async function lockClocks(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${testClockLock})`;
}

/** What is live for a company, and prevents a clock. Payments of before count too, whatever their connection is now. */
export async function listLive(sql: TenantSql, companyId: number): Promise<TestClockView['live']> {
  const reached = await sql<TestClockView['live']>`
    select distinct kind, name from live_reach(${companyId}::integer) order by 1, 2 limit 20`;
  if (reached.length > 0) return reached;
  // Reads every payment of a company in test where a provider of it has a live connection. A company that is live ends above.
  return sql<TestClockView['live']>`
    select 'PAYMENTS' as kind, c.name from processor_connection c
    left join organisation o on o.id = c.organisation_id
    join organisation own on own.id = ${companyId}
    where c.mode = 'LIVE'
      and (o.id is null or o.path = own.path or starts_with(o.path, own.path || '/') or starts_with(own.path, o.path || '/'))
      and exists (select from txn t where t.company_id = ${companyId} and t.connection_id = c.connection_id)
    order by 2 limit 20`;
}

/** Begins a move from the time that the company has. */
export async function beginMove(
  sql: Sql,
  companyId: number,
  { from, target, realNow, by }: { from: Date; target: Date; realNow: Date; by: string },
): Promise<void> {
  const ahead = from.getTime() - realNow.getTime();
  await sql`
    insert into test_clock (company_id, ahead_ms, frozen_at, moved_from, target, set_at, set_by, next_run_at)
    values (${companyId}, ${ahead}, ${from}, ${from}, ${target}, ${realNow}, ${by}, ${realNow})
    on conflict (company_id) do update set frozen_at = ${from}, moved_from = ${from}, target = ${target}, steps = 0,
      set_at = ${realNow}, set_by = ${by}, worker = null, next_run_at = ${realNow}`;
}

/** Requests that began before have ended by then. */
const settleMs = 2 * secondMs;

/** Real time applies at once. A worker takes the row away. */
export async function beginEnd(sql: Sql, companyId: number, realNow: Date): Promise<void> {
  await sql`
    update test_clock set is_ending = true, worker = null, next_run_at = ${addMs(realNow, settleMs)} where company_id = ${companyId}`;
}

export async function deleteClock(sql: Sql, companyId: number): Promise<void> {
  await sql`delete from test_clock where company_id = ${companyId}`;
}

/** Companies whose worker is due, or has died. */
export async function listDueClocks(sql: Sql, realNow: Date): Promise<number[]> {
  const rows = await sql<{ companyId: number }[]>`
    select company_id from test_clock where next_run_at <= ${realNow} order by next_run_at`;
  return rows.map(({ companyId }) => companyId);
}

/** Undefined while another worker has it. */
export async function leaseClock(
  sql: Sql,
  companyId: number,
  { worker, realNow, until }: { worker: string; realNow: Date; until: Date },
): Promise<StoredClock | undefined> {
  const [row] = await sql<StoredClock[]>`
    update test_clock set worker = ${worker}, next_run_at = ${until}
    where company_id = ${companyId} and (next_run_at <= ${realNow} or worker = ${worker})
    returning ${columns(sql)}`;
  return row;
}

/** Where the clock goes next. False when it was moved, ended or taken over meanwhile. */
export async function stepClock(
  sql: Sql,
  { companyId, frozenAt }: StoredClock,
  { worker, to }: { worker: string; to: Date },
): Promise<boolean> {
  const moved = await sql`
    update test_clock set frozen_at = ${to}, steps = steps + 1
    where company_id = ${companyId} and worker = ${worker} and frozen_at = ${frozenAt} and target >= ${to} and not is_ending
    returning 1`;
  return moved.length > 0;
}

/** The clock has arrived, and runs. */
export async function finishMove(
  sql: Sql,
  { companyId, target }: StoredClock,
  { worker, realNow }: { worker: string; realNow: Date },
): Promise<boolean> {
  const ahead = (target ?? realNow).getTime() - realNow.getTime();
  const finished = await sql`
    update test_clock set frozen_at = null, moved_from = null, target = null, ahead_ms = ${Math.max(0, ahead)}
    where company_id = ${companyId} and worker = ${worker} and frozen_at = target and not is_ending returning 1`;
  return finished.length > 0;
}

export async function releaseClock(
  sql: Sql,
  companyId: number,
  { worker, nextRunAt }: { worker: string; nextRunAt: Date },
): Promise<void> {
  await sql`
    update test_clock set worker = null, next_run_at = case when is_ending then least(next_run_at, ${nextRunAt}) else ${nextRunAt} end
    where company_id = ${companyId} and worker = ${worker}`;
}

/** What is dated after real time. */
export async function countLater(sql: TenantSql, companyId: number, realNow: Date) {
  const [row] = await sql<{ payments: number; schedules: number; authorisations: number; links: number }[]>`
    select (select count(*) from txn where company_id = ${companyId} and txn_datetime > ${realNow})::integer as payments,
           (select count(distinct schedule_id) from schedule_episode
            where company_id = ${companyId} and state = 'DUE' and due_at > ${realNow})::integer as schedules,
           (select count(*) from payment where company_id = ${companyId} and expires_at > ${realNow})::integer as authorisations,
           (select count(*) from smart_link
            where company_id = ${companyId} and used_at is null and cancelled_at is null and expires_at > ${realNow})::integer as links`;
  return row ?? { payments: 0, schedules: 0, authorisations: 0, links: 0 };
}
