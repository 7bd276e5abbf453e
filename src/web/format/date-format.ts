/** dd/MM/yyyy HH:mm:ss in the zone asked for, the browser's without one (spec 1 §2, grids). */
export function formatDateTime(moment: Date | number | string, timeZone?: string): string {
  const part = partsOf(moment, timeZone);
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** dd/MM/yyyy. */
export function formatDate(moment: Date | number | string, timeZone?: string): string {
  const part = partsOf(moment, timeZone);
  return `${part('day')}/${part('month')}/${part('year')}`;
}

/** How the zone is called beside a time: 'UTC', 'GMT+2'. */
export function zoneName(locale: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZoneName: 'short',
    ...(timeZone == null ? {} : { timeZone }),
  });
  return format.formatToParts(new Date()).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function partsOf(moment: Date | number | string, timeZone: string | undefined): (type: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone == null ? {} : { timeZone }),
  });
  const parts = format.formatToParts(new Date(moment));
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}
