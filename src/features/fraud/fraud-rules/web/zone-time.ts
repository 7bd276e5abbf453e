import { offsetAt } from '#shared/zoned-day.ts';

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function textOf(minutes: number): string {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

const offsetMinutes = (zone: string, at: Date): number => Math.round(offsetAt(at.getTime(), zone) / 60_000);

const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);

/** A time of day in UTC, 'HH:mm', as the clocks of a zone show it today. Other text is returned unchanged. */
export const utcToZone = (time: string, zone: string, at = new Date()): string =>
  isTime(time) ? textOf(minutesOf(time) + offsetMinutes(zone, at)) : time;

/** The inverse: rules are saved in UTC and shift by an hour when the clocks change. */
export const zoneToUtc = (time: string, zone: string, at = new Date()): string =>
  isTime(time) ? textOf(minutesOf(time) - offsetMinutes(zone, at)) : time;
