import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addDays } from '#shared/calendar-day.ts';
import { addMs, dayMs } from '#server/clock.ts';
import {
  type AttemptEnd,
  cardLimit,
  decideAttemptEnd,
  maxConsecutiveFailures,
  retryDay,
  retryMoment,
} from '../after-attempt.ts';
import { type Decline, classifyDecline } from '../decline-classes.ts';
import { afterSuccess, episodeAt } from '../due-dates.ts';
import { changeStatus, holdEpisodes } from './db/change-status.ts';
import { dueMoment, todayFor, addEpisode, listOpenEpisodes, setState, setNext } from './db/episode.ts';
import type { Failed } from '../schedule-change.ts';
import { logChange } from './db/schedule-log.ts';
import { type ScheduleRow, cursorAt } from './db/schedule.ts';
import type { TransactionEnd } from '#server/schedule-settlement.ts';
import { advanceSchedule } from './advance-schedule.ts';
import { planOutageRetry, postpone } from './db/outages.ts';

export interface EpisodeAttempt {
  index: number;
  retryIndex: number;
  /** The due day of the episode's first attempt. */
  dueOn: string;
  /** The due day of this attempt. */
  ownDueOn: string;
  ownDueAt: Date;
}

/** Records the result of an attempt, plans what follows, and logs both. Undefined: nothing was charged or declined. */
export async function recordAttempt(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: EpisodeAttempt,
  txnId: number,
  { approved, reasonCode, isRefused, isForbidden, now }: TransactionEnd,
): Promise<'charged' | 'failed' | undefined> {
  const isLive = schedule.status !== 'CANCELLED' && schedule.status !== 'COMPLETE';
  if (isForbidden) {
    const retryState = schedule.status === 'ACTIVE' ? 'DUE' : 'HELD';
    await setState(sql, schedule, attempt, isLive ? retryState : 'DROPPED', now);
    return undefined;
  }
  const failure = approved
    ? undefined
    : await classifyFailure(sql, schedule, attempt, { txnId, reasonCode, now });
  if (failure?.outage?.at && isLive) {
    await postpone(sql, schedule, attempt, {
      ...failure.outage,
      at: failure.outage.at,
      failed: { reason: reasonCode, ...failure.response },
      now,
    });
    return undefined;
  }
  const end = failure === undefined ? 'CHARGED' : isLive ? failure.end : 'FAILED';
  const responseCode = failure?.responseCode ?? null;
  const response = failure?.response ?? {};
  await pipelined(sql, [
    () => writeEnd(sql, schedule, attempt, { approved, reasonCode, responseCode, now }),
    () =>
      logAttempt(sql, schedule, attempt, {
        end,
        failed: { reason: reasonCode, ...response },
        transactionId: isRefused ? undefined : String(txnId),
        now,
      }),
    () => countFailures(sql, schedule, end, attempt),
    () =>
      isLive
        ? continueSchedule(sql, schedule, attempt, {
            end,
            decline: failure?.decline,
            failed: { reason: reasonCode, ...response },
            now,
          })
        : undefined,
  ]);
  return approved ? 'charged' : 'failed';
}

interface Failure {
  end: Exclude<AttemptEnd, 'CHARGED'>;
  decline: Decline;
  responseCode: string | null;
  /** The same for the schedule's audit, with the card's scheme. */
  response: Omit<Failed, 'reason'>;
  /** For an outage: when the attempt runs again. No `at` once it has lasted too long. */
  outage?: Awaited<ReturnType<typeof planOutageRetry>>;
}

/** Classifies a failed attempt and decides what follows. */
async function classifyFailure(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: EpisodeAttempt,
  { txnId, reasonCode, now }: { txnId: number; reasonCode: string; now: Date },
): Promise<Failure> {
  const { companyId, scheduleId } = schedule;
  const [charge] = await sql<
    {
      responseCode: string | null;
      adviceCode: string | null;
      scheme: string | null;
      acquirer: string | null;
    }[]
  >`
    select authoriser_code as response_code, advice_code, card_scheme as scheme, acquirer from txn
    where txn_id = ${txnId} and company_id = ${companyId}`;
  const responseCode = charge?.responseCode ?? null;
  const decline = classifyDecline(
    reasonCode,
    responseCode,
    charge?.scheme ?? null,
    charge?.adviceCode ?? null,
  );
  const outage =
    decline.class === 'OUTAGE'
      ? await planOutageRetry(sql, schedule, attempt, charge?.acquirer ?? null, now)
      : undefined;
  const [before] = await sql<{ responseCode: string | null }[]>`
    select response_code from schedule_episode
    where company_id = ${companyId} and schedule_id = ${scheduleId} and ended_at is not null
    order by ended_at desc limit 1`;
  const end = decideAttemptEnd({
    decline,
    retryIndex: attempt.retryIndex,
    retry: schedule.definition.retry,
    declines: await countDeclines(sql, schedule, now),
    isRepeated: responseCode !== null && before?.responseCode === responseCode,
    isOutageOver: outage !== undefined && outage.at === undefined,
  });
  const response =
    responseCode === null
      ? {}
      : {
          statusCode: responseCode,
          ...(charge?.scheme == null ? {} : { scheme: charge.scheme }),
          ...(charge?.adviceCode == null ? {} : { adviceCode: charge.adviceCode }),
        };
  return { end, decline, responseCode, response, ...(outage ? { outage } : {}) };
}

async function writeEnd(
  sql: TenantSql,
  { companyId, scheduleId }: ScheduleRow,
  { index, retryIndex }: EpisodeAttempt,
  result: Pick<TransactionEnd, 'approved' | 'reasonCode' | 'now'> & { responseCode: string | null },
): Promise<void> {
  const { approved, reasonCode, responseCode, now } = result;
  await sql`
    update schedule_episode set state = ${approved ? 'SUCCESS' : 'FAILED'}, reason_code = ${reasonCode},
      response_code = ${responseCode}, ended_at = ${now}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
}

/** Suspends the schedule, plans a retry, or advances to the next episode. */
async function continueSchedule(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: EpisodeAttempt,
  outcome: { end: AttemptEnd; decline: Decline | undefined; failed: Failed; now: Date },
): Promise<void> {
  const { end, decline, failed, now } = outcome;
  const isFailing = end === 'FAILED' && schedule.consecutiveFailures >= maxConsecutiveFailures;
  const suspension =
    end === 'TECHNICAL' || isFailing
      ? (['TECH_SUSPENDED', 'TECH_SUSPENDED'] as const)
      : end === 'CARD_NEEDED' || end === 'CONSENT_WITHDRAWN'
        ? (['SUSPENDED', end] as const)
        : undefined;
  if (suspension) {
    const [status, code] = suspension;
    if (schedule.status === 'ACTIVE') await changeStatus(sql, schedule, status, { code, ...failed }, now);
    await holdEpisodes(sql, schedule);
  }
  if (end === 'RETRY') await addRetry(sql, schedule, attempt, decline?.waitDays ?? 1, now);
  if (end === 'CHARGED') await moveAnchor(sql, schedule, attempt, now);
  await advanceSchedule(sql, schedule, attempt, now);
}

/** Writes the attempt's line in the schedule's audit. */
async function logAttempt(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index }: EpisodeAttempt,
  outcome: { end: AttemptEnd; failed: Failed; transactionId: string | undefined; now: Date },
): Promise<void> {
  const { end, failed, transactionId, now } = outcome;
  const line = { at: now, before: schedule.status, after: schedule.status, episode: index };
  if (end === 'CHARGED' && transactionId !== undefined) {
    return logChange(sql, schedule, { ...line, code: 'CHARGED', transactionId });
  }
  const code = end === 'RETRY' ? 'DECLINED' : 'FAILED';
  const transaction = transactionId === undefined ? {} : { transactionId };
  return logChange(sql, schedule, { ...line, code, ...failed, ...transaction });
}

async function countFailures(
  sql: TenantSql,
  schedule: ScheduleRow,
  end: AttemptEnd,
  { index, dueOn }: EpisodeAttempt,
): Promise<void> {
  if (end === 'RETRY') return;
  if (end === 'CHARGED') schedule.consecutiveFailures = 0;
  else if (end !== 'PASSED') schedule.consecutiveFailures += 1;
  const { companyId, scheduleId } = schedule;
  await sql`
    update schedule s set consecutive_failures = ${schedule.consecutiveFailures}, last_episode_on = ${dueOn},
      last_state = ${end === 'CHARGED' ? 'SUCCESS' : 'FAILED'}, last_minor = (
      select amount_minor from schedule_episode e
      where e.company_id = s.company_id and e.schedule_id = s.schedule_id and e.episode_index = ${index}
        and e.retry_index = 0)
    where company_id = ${companyId} and schedule_id = ${scheduleId}`;
}

/** Counts the declines of this card in all schedules of the company, including this one. */
async function countDeclines(sql: TenantSql, { companyId, card }: ScheduleRow, now: Date) {
  const [row] = await sql<{ today: number; month: number }[]>`
    select 1 + count(*) filter (where ended_at > ${addMs(now, -dayMs)})::integer as today, 1 + count(*)::integer as month
    from schedule_episode
    where company_id = ${companyId} and card_correlation_id = ${card} and state = 'FAILED'
      and ended_at > ${addMs(now, -cardLimit.days * dayMs)}`;
  return row ?? { today: 1, month: 1 };
}

async function addRetry(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: EpisodeAttempt,
  waitDays: number,
  now: Date,
): Promise<void> {
  const { retry } = schedule.definition;
  if (!retry) return;
  const day = retryDay(retry, attempt.ownDueOn, todayFor(schedule, now), waitDays);
  const dueAt =
    day === undefined ? retryMoment(retry, attempt.ownDueAt, now, waitDays) : dueMoment(day, schedule.zone);
  await addEpisode(sql, schedule, {
    index: attempt.index,
    retryIndex: attempt.retryIndex + 1,
    dueOn: day ?? todayFor(schedule, dueAt),
    dueAt,
    state: schedule.status === 'ACTIVE' ? 'DUE' : 'HELD',
  });
}

/** RELATIVE counts from the day of success, which also moves the next episode unless it has begun. */
async function moveAnchor(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: EpisodeAttempt,
  now: Date,
): Promise<void> {
  const { index, dueOn } = attempt;
  const before = cursorAt(schedule, index, dueOn);
  const newCursor = afterSuccess(schedule.definition, before, { index, dueOn }, todayFor(schedule, now));
  if (newCursor === before) return;
  schedule.anchorOn = newCursor.anchorOn;
  schedule.anchorIndex = newCursor.anchorIndex;
  const hasNextStarted = schedule.nextIndex !== null && schedule.nextIndex > index + 1;
  const openAttempts = await listOpenEpisodes(sql, schedule);
  const nextEpisode = openAttempts.find(
    (attemptRow) =>
      attemptRow.index === index + 1 && attemptRow.retryIndex === 0 && attemptRow.state !== 'RUNNING',
  );
  const movedEpisode = episodeAt(schedule.definition, {
    ...newCursor,
    index: index + 1,
    notBefore: addDays(dueOn, 1),
  });
  if (hasNextStarted || !nextEpisode) return setNext(sql, schedule, nextEpisodeKey(schedule));
  if (!movedEpisode) {
    await setState(sql, schedule, nextEpisode, 'DROPPED', now);
    return setNext(sql, schedule, undefined);
  }
  const dueAt = dueMoment(movedEpisode.dueOn, schedule.zone);
  await sql`
    update schedule_episode set due_on = ${movedEpisode.dueOn}, due_at = ${dueAt}, next_check_at = ${dueAt}
    where company_id = ${schedule.companyId} and schedule_id = ${schedule.scheduleId}
      and episode_index = ${nextEpisode.index} and retry_index = 0`;
  return setNext(sql, schedule, movedEpisode);
}

const nextEpisodeKey = ({ nextIndex, nextOn }: ScheduleRow) =>
  nextIndex === null || nextOn === null ? undefined : { index: nextIndex, dueOn: nextOn };
