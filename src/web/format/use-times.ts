import { dateFormat, relativeFormat } from '#shared/text/intl-formats.ts';
import { useMemo } from 'react';
import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { datePartsIn, zonedDate } from '#shared/zoned-day.ts';
import { useCurrentZone, currentZone } from './current-zone.ts';
import { formatDays } from '#ui/date/format-days.ts';
import { type ShownClock, useShownClock } from '../session/shown-clock.ts';
import { browserLocale } from '../translate/locale-of.ts';
import { useTranslation } from '../translate/use-translation.ts';

type Moment = Date | number | string;

/** How a screen writes times in the chosen zone; a new object whenever zone or language change. */
export interface Times {
  /** IANA name. */
  zone: string;
  /** For texts that name the zone. */
  zoneName: string;
  /** The day of now, by the test clock where the company has one: of payments and what belongs to them. */
  today: () => CalendarDay;
  /** The day of now without a test clock: of access, the audit and the like. */
  realToday: () => CalendarDay;
  /** "22 Nov 2026": the day of a time. */
  date: (at: Moment) => string;
  /** "22 Nov 2026": for details. A day has no zone. */
  day: (day: CalendarDay) => string;
  /** "22 Nov", the year only when it is another: for lists. */
  shortDay: (day: CalendarDay) => string;
  /** "21 – 22 Nov": a period. */
  days: (from: CalendarDay, to: CalendarDay) => string;
  /** "22 Nov 2026, 00:32:15": for details. The top bar names the zone. */
  moment: (at: Moment) => string;
  /** "22 Nov, 00:32", the year only when it is another: for lists. */
  short: (at: Moment) => string;
  /** "3 hours ago", "in 2 days". */
  relative: (at: Moment) => string;
  /** 'GMT+1': which of two hours with the same name is meant when the clocks go back. */
  offset: (at: Moment) => string;
  /** "22 Nov 2026, 00:32", as the language writes it: for sentences. */
  long: (at: Moment) => string;
}

const realTime: ShownClock = { ms: 0, isMoving: false };

export function useTimes(): Times {
  const { language } = useTranslation();
  const zone = useCurrentZone();
  const { ms, isMoving } = useShownClock() ?? realTime;
  return useMemo(
    () => timesIn(zone, browserLocale(language), { ms, isMoving }),
    [zone, language, ms, isMoving],
  );
}

/** Exported for tests and for code that is not a component. */
export function timesIn(zone: string, locale: string, clock: ShownClock = realTime): Times {
  const long = dateFormat(locale, { ...dayAndTime, year: 'numeric', timeZone: zone });
  const today = (): CalendarDay =>
    zonedDate(new Date(clock.isMoving ? clock.ms : Date.now() + clock.ms), zone);
  return {
    zone,
    zoneName: zoneName(zone),
    today,
    realToday: () => zonedDate(new Date(), zone),
    date: (at) => formatDay(zonedDate(new Date(at), zone), locale),
    day: (day) => formatDay(day, locale),
    shortDay: (day) => (isCalendarDay(day) ? formatDays(day, day, today(), locale) : day),
    days: (from, to) => formatDays(from, to, today(), locale),
    short: (at) => formatShort(at, locale, zone),
    relative: (at) => formatRelative(at, locale),
    moment: (at) => formatFull(at, locale, zone),
    offset: (at) => offsetName(at, locale, zone),
    long: (at) => long.format(new Date(at)),
  };
}

const dayAndTime = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** '22 Nov, 00:32' in the format of the language, with the year if it is not that of `now`. */
export function formatShort(
  moment: Date | number | string,
  locale: string,
  timeZone: string,
  now: Date = new Date(),
): string {
  const yearOf = (day: Date) => datePartsIn(day, timeZone).year;
  const at = new Date(moment);
  return dateFormat(locale, {
    ...dayAndTime,
    year: yearOf(at) === yearOf(now) ? undefined : 'numeric',
    timeZone,
  }).format(at);
}

/** '22 Nov 2026, 00:32:15', as the language writes it. */
function formatFull(moment: Date | number | string, locale: string, timeZone: string): string {
  return dateFormat(locale, { ...dayAndTime, year: 'numeric', second: '2-digit', timeZone }).format(
    new Date(moment),
  );
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** '3 hours ago', in the largest unit that is reached. */
export function formatRelative(
  moment: Date | number | string,
  locale: string,
  now: Date = new Date(),
): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000;
  const [unit, size] =
    steps.find(([, minSeconds]) => Math.abs(seconds) >= minSeconds) ?? (['second', 1] as const);
  return relativeFormat(locale).format(Math.trunc(seconds / size), unit);
}

/** '22 Nov 2026', as the language writes it. Other text stays as it is. */
export function formatDay(day: CalendarDay, locale: string): string {
  if (!isCalendarDay(day)) return day;
  const format = dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  return format.format(new Date(`${day}T12:00:00Z`));
}

/** The offset beside one time: 'GMT+13', 'UTC'. It is the offset of that moment: summer has another than winter. */
export function offsetName(moment: Date | number | string, locale: string, timeZone = currentZone()): string {
  if (isUtc(timeZone)) return 'UTC';
  const format = dateFormat(locale, { timeZone, timeZoneName: 'shortOffset' });
  const part = format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName');
  return (part?.value ?? '').replace(/\+0$/, '');
}

/** The zone above a column of times, true in summer and winter: 'Auckland', 'Los Angeles', 'UTC'. */
export function zoneName(timeZone = currentZone()): string {
  if (isUtc(timeZone)) return 'UTC';
  const city = timeZone.split('/').at(-1) ?? timeZone;
  return renamed[city] ?? city.replaceAll('_', ' ');
}

/** Browsers keep the names under which zones were first listed. */
const renamed: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Dacca: 'Dhaka',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
};

const isUtc = (timeZone: string): boolean => /^(Etc\/)?(UTC|GMT|UCT|Universal|Zulu)$/.test(timeZone);
