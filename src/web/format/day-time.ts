/** '22 Nov, 00:32', as the language writes it; with the year when it is not that of `now`. */
export function formatShort(
  moment: Date | number | string,
  locale: string,
  timeZone: string,
  now: Date = new Date(),
): string {
  const yearOf = (at: Date) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', calendar: 'gregory', timeZone }).format(at);
  const at = new Date(moment);
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
}

/** '22 Nov 2026, 00:32:15', as the language writes it. */
export function formatFull(moment: Date | number | string, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(moment));
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
  const [unit, size] = steps.find(([, one]) => Math.abs(seconds) >= one) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}
