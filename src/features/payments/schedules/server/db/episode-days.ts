import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';
import type { ScheduleRow } from './schedule-row.ts';

/** The local time at which the episodes of a day become due (docs/domain.md#episodes). */
const runTime = '06:00:00.000';

/** Cached because every schedule of a zone needs the same few days, and time zone arithmetic is slow. */
const moments = new Map<string, number>();
const maxMoments = 2000;

/** The instant at which an episode of a day becomes due in the merchant's time zone. */
export function dueMoment(day: CalendarDay, zone: string): Date {
  const key = `${day} ${zone}`;
  let moment = moments.get(key);
  if (moment === undefined) {
    moment = zonedMoment(day, runTime, zone, 'first').getTime();
    if (moments.size >= maxMoments) moments.clear();
    moments.set(key, moment);
  }
  return new Date(moment);
}

export const todayFor = (schedule: Pick<ScheduleRow, 'zone'>, now: Date): CalendarDay =>
  zonedDate(now, schedule.zone);

/** Tomorrow in the merchant's time zone. */
export const tomorrowFor = (schedule: ScheduleRow, now: Date): CalendarDay =>
  addDays(todayFor(schedule, now), 1);
