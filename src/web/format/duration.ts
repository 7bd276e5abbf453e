import { numberFormat } from '#shared/text/intl-formats.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** "6 hr 12 min", "4 min", "20 sec": the two largest units. Below a minute only seconds. */
export function formatDuration(ms: number, locale: string): string {
  const remainingMs = Math.max(0, ms);
  const first = units.findIndex(([, size]) => remainingMs >= size);
  const [unit, size] = units[first] ?? units[3];
  const count = Math.floor(remainingMs / size);
  const parts = [inUnit(count, unit, locale)];
  const next = units[first + 1];
  const rest = next && next[0] !== 'second' ? Math.floor((remainingMs - count * size) / next[1]) : 0;
  if (next && rest > 0) parts.push(inUnit(rest, next[0], locale));
  return parts.join(' ');
}

const inUnit = (value: number, unit: string, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
