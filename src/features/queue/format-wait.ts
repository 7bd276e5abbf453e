const minuteMs = 60_000;

/** "2 days 23 hr", "6 hr 12 min", "1 min": two units at most, so that a day more or less is visible. */
export function formatWait(ms: number, locale: string): string {
  const minutes = Math.max(1, Math.floor(ms / minuteMs));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts: [number, 'day' | 'hour' | 'minute'][] =
    days > 0
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : [
          [hours, 'hour'],
          [rest, 'minute'],
        ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, unit]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(number),
    )
    .join(' ');
}
