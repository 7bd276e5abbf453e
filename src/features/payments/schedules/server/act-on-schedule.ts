import type { TenantSql } from '#database/tenant.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { type ScheduleAction, mayChange } from '../schedule-status.ts';
import { changeStatus, completeIfEnded, dropAll, holdEpisodes } from './db/change-status.ts';
import {
  todayFor,
  findNextEpisode,
  listOpenEpisodes,
  setState,
  logSkipped,
  skipBefore,
  skipNextEpisodeOf,
} from './db/episode.ts';
import { type ScheduleRow, readSchedule } from './db/schedule.ts';

/** Why a schedule is not changed: there is none, or its status, or a running episode, does not allow the action. */
type ScheduleRefusal = Refusal<'NOT_FOUND' | 'SCHEDULE_STATUS'>;

/** Returns the changed schedule. */
export async function actOnSchedule(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  action: ScheduleAction,
  now: Date,
): Promise<Result<ScheduleRow, ScheduleRefusal>> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (!schedule || schedule.status === 'PLANNED') return refuse('NOT_FOUND');
  if (!mayChange(action, schedule.status)) return refuse('SCHEDULE_STATUS');
  if (action === 'suspend') {
    await holdEpisodes(sql, schedule);
    await changeStatus(sql, schedule, 'SUSPENDED', { code: 'SUSPENDED' }, now);
  } else if (action === 'cancel') {
    await dropAll(sql, schedule, now);
    await changeStatus(sql, schedule, 'CANCELLED', { code: 'CANCELLED' }, now);
  } else {
    await resume(sql, schedule, 'RESUMED', now);
  }
  return ok(schedule);
}

/** Resumes a schedule that the system suspended and resets its failures. */
export async function resumeSuspended(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  now: Date,
): Promise<Result<ScheduleRow, ScheduleRefusal>> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (!schedule) return refuse('NOT_FOUND');
  if (schedule.status !== 'TECH_SUSPENDED') return refuse('SCHEDULE_STATUS');
  schedule.consecutiveFailures = 0;
  await sql`
    update schedule set consecutive_failures = 0 where company_id = ${companyId} and schedule_id = ${scheduleId}`;
  await resume(sql, schedule, 'CLEARED', now);
  return ok(schedule);
}

/** Skips episodes whose day has passed and releases the others (docs/domain.md#schedules). */
async function resume(
  sql: TenantSql,
  schedule: ScheduleRow,
  code: 'RESUMED' | 'CLEARED',
  now: Date,
): Promise<void> {
  await changeStatus(sql, schedule, 'ACTIVE', { code }, now);
  const today = todayFor(schedule, now);
  for (const episode of await listOpenEpisodes(sql, schedule)) {
    if (episode.retryIndex === 0 || episode.state !== 'HELD') continue;
    const isMissed = episode.dueOn < today;
    await setState(sql, schedule, episode, isMissed ? 'SKIPPED' : 'DUE', now);
    if (isMissed) await logSkipped(sql, schedule, episode, now);
  }
  const isRunning = await isNextEpisodeRunning(sql, schedule);
  if (!isRunning) await skipBefore(sql, schedule, today, now);
  const openAttempts = await listOpenEpisodes(sql, schedule);
  const { retry } = schedule.definition;
  const isWaiting =
    retry?.processWhileRetrying === false && openAttempts.some(({ retryIndex }) => retryIndex > 0);
  const nextEpisode = findNextEpisode(openAttempts, schedule);
  if (nextEpisode?.state === 'HELD' && !isWaiting) await setState(sql, schedule, nextEpisode, 'DUE', now);
  await completeIfEnded(sql, schedule, now);
}

/** Skips the next episode for good. Refuses when no episode is waiting. */
export async function skipNext(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  now: Date,
): Promise<Result<ScheduleRow, ScheduleRefusal>> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (!schedule || schedule.status === 'PLANNED') return refuse('NOT_FOUND');
  const nextEpisode = findNextEpisode(await listOpenEpisodes(sql, schedule), schedule);
  if (schedule.status !== 'ACTIVE' || !nextEpisode || nextEpisode.state === 'RUNNING')
    return refuse('SCHEDULE_STATUS');
  await skipNextEpisodeOf(sql, schedule, nextEpisode, nextEpisode.state === 'HELD' ? 'HELD' : 'DUE', now);
  await completeIfEnded(sql, schedule, now);
  return ok(schedule);
}

async function isNextEpisodeRunning(sql: TenantSql, schedule: ScheduleRow): Promise<boolean> {
  const openAttempts = await listOpenEpisodes(sql, schedule);
  return openAttempts.some(({ index, state }) => index === schedule.nextIndex && state === 'RUNNING');
}

/** Schedules that charge now, on installations at and below an organisation. */
const activeBelow = (sql: TenantSql, path: string) => sql`
  from schedule s
  where s.status = 'ACTIVE' and s.installation_id = any (array(
    select o.id from organisation o
    where o.type = 'INSTALLATION' and (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))))`;

export async function countActiveSchedules(sql: TenantSql, path: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count ${activeBelow(sql, path)}`;
  return row?.count ?? 0;
}

/**
 * Suspends up to `limit` active schedules at and below an organisation as a user would, each with its audit event. Returns
 * how many.
 */
export async function suspendSchedules(
  sql: TenantSql,
  by: Actor,
  { path, limit }: { path: string; limit: number },
): Promise<number> {
  const active = await sql<{ companyId: number; merchantId: number; scheduleId: string }[]>`
    select s.company_id, s.merchant_id, s.schedule_id ${activeBelow(sql, path)}
    order by s.schedule_id limit ${limit} for update skip locked`;
  for (const { companyId, merchantId, scheduleId } of active) {
    const before = await readSchedule(sql, companyId, scheduleId, 'lock');
    const suspended = await actOnSchedule(sql, companyId, scheduleId, 'suspend', by.at);
    if (!before || !suspended.ok) continue;
    const snapshot = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
    await writeAuditEvent(sql, {
      ...by,
      companyId,
      organisationId: merchantId,
      act: 'suspendSchedule',
      objectKind: 'schedule',
      objectId: scheduleId,
      outcome: 'allowed',
      before: snapshot(before),
      after: snapshot(suspended.value),
    });
  }
  return active.length;
}
