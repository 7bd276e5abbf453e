import { type CalendarDay, addDays, isCalendarDay } from '#shared/calendar-day.ts';
import { problems } from '#shared/problem.ts';
import { offsetAt, startOfDayIn, zonedMoment } from '#shared/zoned-day.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { parseInstant } from '../report-time.ts';
import type { SearchRequest } from '../search-schema.ts';

/** The time zone of a search: 'UTC', an offset as '+05:30', or an IANA name. */
export function parseZone(timezone: string | undefined): string {
  if (timezone === undefined || /^(?:Z|[+-]00:?00)$/.test(timezone)) return 'UTC';
  try {
    // In the spelling of the zone list, so that one zone has one name.
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    throw problems.invalid('body.timezone', 'not_allowed');
  }
}

/**
 * The zone for `at time zone`: PostgreSQL reads an offset in text with the opposite sign, but not in an
 * interval.
 */
export const zoneIn = (sql: TenantSql, zone: string): Fragment =>
  /^[+-]/.test(zone) ? sql`${zone}::interval` : sql`${zone}::text`;

/** The instant of a filter, in the zone unless its text has an offset. */
export function instantIn(value: string, zone: string): Date | undefined {
  if (/^\d{4}-/.test(value) && !isCalendarDay(value.slice(0, 10))) return undefined;
  const [, day, time = '00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?$/.exec(value) ?? [];
  if (day === undefined) return parseInstant(value);
  return Number.isNaN(Date.parse(`${day}T${time}Z`)) ? undefined : zonedMoment(day, time, zone, 'first');
}

/** An instant in the zone with its offset: 2026-03-01T05:30:00.000+05:30. */
export function instantText(utc: string, zone: string): string {
  const utcMs = Date.parse(utc);
  const minutes = Math.round(offsetAt(utcMs, zone) / 60_000);
  const [hours, restMinutes] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const localTime = new Date(utcMs + minutes * 60_000).toISOString().slice(0, -1);
  return `${localTime}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(restMinutes).padStart(2, '0')}`;
}

type Field = SearchRequest['fields'][number];

/**
 * Filters on `txn_date` as intervals of `txn_datetime`, which has indexes and roll-ups; a computed date has
 * neither. Lists of days and negations stay.
 */
export function daysAsTimes(request: SearchRequest, zone: string): SearchRequest {
  return { ...request, fields: request.fields.flatMap((field) => toTimeFilters(field, zone)) };
}

function toTimeFilters(field: Field, zone: string): Field[] {
  const { filter, ...otherProps } = field;
  if (field.field !== 'txn_date' || !filter) return [field];
  const [firstDay, lastDay] = (filter.value ?? []).map((value) => parseDay(String(value)));
  const nextDay = (day: CalendarDay | undefined) => (day === undefined ? undefined : addDays(day, 1));
  const from = { EQUALS: firstDay, BETWEEN: firstDay, GTE: firstDay, GT: nextDay(firstDay) }[
    filter.operation as string
  ];
  const until = {
    EQUALS: nextDay(firstDay),
    BETWEEN: nextDay(lastDay),
    LT: firstDay,
    LTE: nextDay(firstDay),
  }[filter.operation as string];
  if (from === undefined && until === undefined) return [field];
  const count = filter.operation === 'BETWEEN' ? 2 : 1;
  if (filter.value?.length !== count) throw problems.invalid('body.fields.txn_date');
  const bound = (operation: 'GTE' | 'LT', day: CalendarDay | undefined): Field[] =>
    day === undefined
      ? []
      : [
          {
            field: 'txn_datetime',
            display: false,
            filter: { operation, value: [startOfDayIn(day, zone).toISOString()] },
          },
        ];
  return [otherProps, ...bound('GTE', from), ...bound('LT', until)];
}

function parseDay(text: string): CalendarDay {
  if (!isCalendarDay(text)) throw problems.invalid('body.fields.txn_date');
  return text;
}
