/** Day, month by name, year, hour:minute, as the language orders them: '21 Nov 2026, 07:14'. */
export function formatDayTime(moment: Date | number | string, locale: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const parts = format.formatToParts(new Date(moment));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')} ${part('hour')}:${part('minute')}`;
}

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
