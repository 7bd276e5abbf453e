import { type CalendarDay, addDays, isCalendarDay } from '#shared/calendar-day.ts';
import { problems } from '#shared/problem.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import type { SearchRequest } from '../../../endpoints.ts';

type Field = SearchRequest['fields'][number];

/**
 * Days of `txn_date` in a zone as intervals of `txn_datetime`, which has indexes and kept counts; a date worked out
 * row by row has neither. Lists of days and their opposites stay as they are.
 */
export function daysAsTimes(request: SearchRequest, zone: string): SearchRequest {
  return { ...request, fields: request.fields.flatMap((field) => asTimes(field, zone)) };
}

function asTimes(field: Field, zone: string): Field[] {
  const { filter, ...rest } = field;
  if (field.field !== 'txn_date' || !filter) return [field];
  const [first, last] = (filter.value ?? []).map((value) => parseDay(String(value)));
  const next = (day: CalendarDay | undefined) => (day === undefined ? undefined : addDays(day, 1));
  const from = { EQUALS: first, BETWEEN: first, GTE: first, GT: next(first) }[filter.operation as string];
  const until = { EQUALS: next(first), BETWEEN: next(last), LT: first, LTE: next(first) }[
    filter.operation as string
  ];
  if (from === undefined && until === undefined) return [field];
  const wanted = filter.operation === 'BETWEEN' ? 2 : 1;
  if (filter.value?.length !== wanted) throw problems.invalid('body.fields.txn_date');
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
  return [rest, ...bound('GTE', from), ...bound('LT', until)];
}

function parseDay(text: string): CalendarDay {
  if (!isCalendarDay(text)) throw problems.invalid('body.fields.txn_date');
  return text;
}
