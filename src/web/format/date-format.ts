import { dateFormat } from '#shared/text/intl-formats.ts';
import { datePartsIn } from '#shared/zoned-day.ts';
import { currentZone } from './current-zone.ts';

/** dd/MM/yyyy. */
export function formatDate(moment: Date | number | string, timeZone = currentZone()): string {
  const { day, month, year } = datePartsIn(new Date(moment), timeZone);
  return `${day}/${month}/${year}`;
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
