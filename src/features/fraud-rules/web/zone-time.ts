const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function textOf(minutes: number): string {
  const inDay = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** Minutes that the zone's clocks are ahead of UTC at an instant. */
function offsetMinutes(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((local - at.getTime()) / 60_000);
}

const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);

/** A time of day in UTC, 'HH:mm', as the clocks of a zone show it today. Other text is returned unchanged. */
export const utcToZone = (time: string, zone: string, at = new Date()): string =>
  isTime(time) ? textOf(minutesOf(time) + offsetMinutes(zone, at)) : time;

/** The inverse: rules are saved in UTC and shift by an hour when the clocks change. */
export const zoneToUtc = (time: string, zone: string, at = new Date()): string =>
  isTime(time) ? textOf(minutesOf(time) - offsetMinutes(zone, at)) : time;
