import { dateFormat } from '#shared/text/intl-formats.ts';
import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { currentZone } from './current-zone.ts';

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
