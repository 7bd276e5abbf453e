import type { TenantSql } from '#database/tenant.ts';
import { addDays } from '#contract/calendar-day.ts';
import { after, hourMs, dayMs } from '#server/clock.ts';
import { type AttemptEnd, cardLimit, endOfAttempt, mostFailedInRow, retryDay } from '../../after-attempt.ts';
import { afterSuccess, episodeAt } from '../../definition/due-dates.ts';
import { changeStatus, completeIfOver, holdAll } from './change-status.ts';
import {
  type EpisodeRow,
  addEpisode,
  moveFront,
  openEpisodes,
  setNext,
  setState,
  skipBefore,
  tomorrowOf,
} from './episode-row.ts';
import { logChange } from './schedule-log.ts';
import { type ScheduleRow, cursorOf, momentOf, readSchedule, todayOf } from './schedule-row.ts';

export interface TransactionEnd {
  approved: boolean;
  reasonCode: string;
  /** Before anything was written: there is no transaction to name. */
  isRefused?: boolean;
  /** It never reached the processor, who was told never to take it: nothing was attempted. */
  isForbidden?: boolean;
  now: Date;
}

interface Touched {
  scheduleId: string;
  /** Null for a schedule that waits for this transaction. */
  index: number | null;
  retryIndex: number;
  /** Of the first attempt. */
  dueOn: string;
  replaced: boolean;
}

/**
 * What the end of a transaction means for schedules: one that waited for it begins or is forgotten, an episode it
 * charged is booked, one it replaced is skipped or due again. In the transaction of `sql`, so that a charge and its
 * episode agree whatever dies. Costs one indexed look where no schedule is concerned.
 */
export async function settleSchedules(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  end: TransactionEnd,
): Promise<void> {
  for (const touched of await touchedBy(sql, companyId, txnId)) {
    const schedule = await readSchedule(sql, companyId, touched.scheduleId, 'lock');
    if (!schedule) continue;
    if (touched.index === null) await begin(sql, schedule, txnId, end);
    else if (touched.replaced) await bookReplaced(sql, schedule, touched.index, txnId, end);
    else await bookAttempt(sql, schedule, { ...touched, index: touched.index }, txnId, end);
  }
}

async function touchedBy(sql: TenantSql, companyId: number, txnId: number): Promise<Touched[]> {
  return sql<Touched[]>`
    select schedule_id as "scheduleId", null::integer as index, 0 as "retryIndex", '' as "dueOn", false as replaced
    from schedule where company_id = ${companyId} and txn_id = ${txnId} and status = 'PLANNED'
    union all
    select e.schedule_id, e.episode_index, e.retry_index, f.due_on::text, e.replaced
    from schedule_episode e
    join schedule_episode f on f.company_id = e.company_id and f.schedule_id = e.schedule_id
      and f.episode_index = e.episode_index and f.retry_index = 0
    where e.company_id = ${companyId} and e.txn_id = ${txnId} and e.state = 'RUNNING'`;
}

/** Its first episode waits; or, when nobody paid, there never was a schedule. */
async function begin(
  sql: TenantSql,
  schedule: ScheduleRow,
  txnId: number,
  { approved, now }: TransactionEnd,
): Promise<void> {
  const { companyId, scheduleId, nextIndex, nextOn, zone } = schedule;
  if (!approved) {
    await sql`delete from schedule where company_id = ${companyId} and schedule_id = ${scheduleId}`;
    return;
  }
  if (nextIndex !== null && nextOn !== null) {
    const dueAt = momentOf(nextOn, zone);
    await addEpisode(sql, schedule, { index: nextIndex, retryIndex: 0, dueOn: nextOn, dueAt, state: 'DUE' });
  }
  await sql`
    update schedule set status = 'ACTIVE' where company_id = ${companyId} and schedule_id = ${scheduleId}`;
  const change = { code: 'CREATED', transactionId: String(txnId) } as const;
  await logChange(sql, schedule, { at: now, before: null, after: 'ACTIVE', ...change });
}

interface Booked {
  index: number;
  retryIndex: number;
  dueOn: string;
}

async function bookAttempt(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: Booked,
  txnId: number,
  { approved, reasonCode, isRefused, isForbidden, now }: TransactionEnd,
): Promise<void> {
  const { companyId, scheduleId, definition } = schedule;
  const { index, retryIndex, dueOn } = attempt;
  const isLive = schedule.status !== 'CANCELLED' && schedule.status !== 'COMPLETE';
  if (isForbidden) {
    const again = schedule.status === 'ACTIVE' ? 'DUE' : 'HELD';
    return setState(sql, schedule, attempt, isLive ? again : 'DROPPED', now);
  }
  await sql`
    update schedule_episode set state = ${approved ? 'SUCCESS' : 'FAILED'}, reason_code = ${reasonCode}, ended_at = ${now}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
  const cardDeclines = approved ? 0 : await declinesOf(sql, schedule, now);
  const { retry } = definition;
  const end = endOfAttempt({ reasonCode, approved, retryIndex, retry, cardDeclines });
  const live = isLive || end === 'CHARGED' ? end : 'FAILED';
  await tell(sql, schedule, attempt, live, reasonCode, isRefused ? undefined : String(txnId), now);
  await countFailures(sql, schedule, live, dueOn, index);
  if (!isLive) return;
  if (live === 'TECHNICAL' || (live === 'FAILED' && schedule.failedInRow >= mostFailedInRow)) {
    if (schedule.status === 'ACTIVE') {
      await changeStatus(
        sql,
        schedule,
        'TECH_SUSPENDED',
        { code: 'TECH_SUSPENDED', reason: reasonCode },
        now,
      );
    }
    await holdAll(sql, schedule);
  }
  if (live === 'RETRY') await addRetry(sql, schedule, attempt, now);
  if (live === 'CHARGED') await moveAnchor(sql, schedule, attempt, now);
  await goOn(sql, schedule, attempt, now);
}

/** The line of the schedule's audit. */
async function tell(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index }: Booked,
  end: AttemptEnd,
  reason: string,
  transactionId: string | undefined,
  now: Date,
): Promise<void> {
  const line = { at: now, before: schedule.status, after: schedule.status, episode: index };
  if (end === 'CHARGED' && transactionId !== undefined) {
    return logChange(sql, schedule, { ...line, code: 'CHARGED', transactionId });
  }
  const code = end === 'RETRY' ? 'DECLINED' : 'FAILED';
  const made = transactionId === undefined ? {} : { transactionId };
  return logChange(sql, schedule, { ...line, code, reason, ...made });
}

async function countFailures(
  sql: TenantSql,
  schedule: ScheduleRow,
  end: AttemptEnd,
  dueOn: string,
  index: number,
): Promise<void> {
  if (end === 'RETRY') return;
  schedule.failedInRow = end === 'CHARGED' ? 0 : schedule.failedInRow + 1;
  const { companyId, scheduleId } = schedule;
  await sql`
    update schedule s set failed_in_row = ${schedule.failedInRow}, last_episode_on = ${dueOn}, last_minor = (
      select amount_minor from schedule_episode e
      where e.company_id = s.company_id and e.schedule_id = s.schedule_id and e.episode_index = ${index}
        and e.retry_index = 0)
    where company_id = ${companyId} and schedule_id = ${scheduleId}`;
}

/** Declines of this card by all schedules of the company, this one included. */
async function declinesOf(sql: TenantSql, { companyId, card }: ScheduleRow, now: Date): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::integer as n from schedule_episode
    where company_id = ${companyId} and card_correlation_id = ${card} and state = 'FAILED'
      and ended_at > ${after(now, -cardLimit.days * dayMs)}`;
  return row?.n ?? 0;
}

async function addRetry(sql: TenantSql, schedule: ScheduleRow, attempt: Booked, now: Date): Promise<void> {
  const { retry } = schedule.definition;
  if (!retry) return;
  const today = todayOf(schedule, now);
  const day = retryDay(retry, today);
  await addEpisode(sql, schedule, {
    index: attempt.index,
    retryIndex: attempt.retryIndex + 1,
    dueOn: day ?? today,
    dueAt: day === undefined ? after(now, retry.quantity * hourMs) : momentOf(day, schedule.zone),
    state: schedule.status === 'ACTIVE' ? 'DUE' : 'HELD',
  });
}

/** RELATIVE counts from the day of success; the next episode moves with it unless it has begun. */
async function moveAnchor(sql: TenantSql, schedule: ScheduleRow, attempt: Booked, now: Date): Promise<void> {
  const { index, dueOn } = attempt;
  const before = cursorOf(schedule, index, dueOn);
  const moved = afterSuccess(schedule.definition, before, { index, dueOn }, todayOf(schedule, now));
  if (moved === before) return;
  schedule.anchorOn = moved.anchorOn;
  schedule.anchorIndex = moved.anchorIndex;
  const isBegun = schedule.nextIndex !== null && schedule.nextIndex > index + 1;
  const open = await openEpisodes(sql, schedule);
  const front = open.find(
    (one) => one.index === index + 1 && one.retryIndex === 0 && one.state !== 'RUNNING',
  );
  const next = episodeAt(schedule.definition, { ...moved, index: index + 1, notBefore: addDays(dueOn, 1) });
  if (isBegun || !front) return setNext(sql, schedule, frontOf(schedule));
  if (!next) {
    await setState(sql, schedule, front, 'DROPPED', now);
    return setNext(sql, schedule, undefined);
  }
  const dueAt = momentOf(next.dueOn, schedule.zone);
  await sql`
    update schedule_episode set due_on = ${next.dueOn}, due_at = ${dueAt}, look_at = ${dueAt}
    where company_id = ${schedule.companyId} and schedule_id = ${schedule.scheduleId}
      and episode_index = ${front.index} and retry_index = 0`;
  return setNext(sql, schedule, next);
}

const frontOf = ({ nextIndex, nextOn }: ScheduleRow) =>
  nextIndex === null || nextOn === null ? undefined : { index: nextIndex, dueOn: nextOn };

/** The next episode: put down when the first attempt is over, let go when nothing is being tried again any more. */
async function goOn(sql: TenantSql, schedule: ScheduleRow, attempt: Booked, now: Date): Promise<void> {
  const waits = await mustWait(sql, schedule);
  if (attempt.retryIndex === 0 && schedule.nextIndex === attempt.index) {
    const front = { index: attempt.index, dueOn: attempt.dueOn };
    await moveFront(sql, schedule, front, waits ? 'HELD' : 'DUE');
  } else if (!waits) {
    await letGo(sql, schedule, now);
  }
  await completeIfOver(sql, schedule, now);
}

/** Suspended, or an episode before it is being tried again and later ones wait for it. */
async function mustWait(sql: TenantSql, schedule: ScheduleRow): Promise<boolean> {
  if (schedule.status !== 'ACTIVE') return true;
  const { retry } = schedule.definition;
  if (!retry || retry.processWhileRetrying) return false;
  return (await openEpisodes(sql, schedule)).some(({ retryIndex }) => retryIndex > 0);
}

/** Those that came due while they waited are run, or skipped; the first that is still to come waits for its day. */
async function letGo(sql: TenantSql, schedule: ScheduleRow, now: Date): Promise<void> {
  if (!(await heldFront(sql, schedule))) return;
  if (schedule.definition.retry?.catchupAfterRetrying !== true) {
    await skipBefore(sql, schedule, tomorrowOf(schedule, now), now);
  }
  const front = await heldFront(sql, schedule);
  if (front) await setState(sql, schedule, front, 'DUE', now);
}

async function heldFront(sql: TenantSql, schedule: ScheduleRow): Promise<EpisodeRow | undefined> {
  const open = await openEpisodes(sql, schedule);
  return open.find(
    ({ index, retryIndex, state }) => index === schedule.nextIndex && retryIndex === 0 && state === 'HELD',
  );
}

async function bookReplaced(
  sql: TenantSql,
  schedule: ScheduleRow,
  index: number,
  txnId: number,
  { approved, now }: TransactionEnd,
): Promise<void> {
  const { companyId, scheduleId, status } = schedule;
  const isLive = status !== 'CANCELLED' && status !== 'COMPLETE';
  if (!approved) {
    const state = isLive ? ((await mustWait(sql, schedule)) ? 'HELD' : 'DUE') : 'DROPPED';
    await sql`
      update schedule_episode set state = ${state}, txn_id = null, replaced = false
      where company_id = ${companyId} and schedule_id = ${scheduleId} and txn_id = ${txnId}`;
    return;
  }
  const [skipped] = await sql<{ dueOn: string }[]>`
    update schedule_episode set state = 'SKIPPED', ended_at = ${now}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and txn_id = ${txnId}
    returning due_on::text as "dueOn"`;
  const line = { at: now, before: status, after: status, code: 'REPLACED', episode: index } as const;
  await logChange(sql, schedule, { ...line, transactionId: String(txnId) });
  if (!isLive || !skipped || schedule.nextIndex !== index) return;
  const waits = await mustWait(sql, schedule);
  await moveFront(sql, schedule, { index, dueOn: skipped.dueOn }, waits ? 'HELD' : 'DUE');
  await completeIfOver(sql, schedule, now);
}
