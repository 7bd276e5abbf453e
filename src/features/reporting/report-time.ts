/** The earliest time of a report. */
export const minimumDate = new Date(Date.UTC(2000, 0, 1));

/** A time of a request, ISO text or milliseconds (docs/domain.md#reporting); undefined when it is neither. */
export function parseInstant(value: string): Date | undefined {
  const time = new Date(/^-?\d{1,15}$/.test(value) ? Number(value) : value);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? undefined : time;
}
