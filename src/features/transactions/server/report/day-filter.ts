import { problems } from '#contract/problem.ts';
import { dayMs } from '#server/clock.ts';
import type { SearchRequest } from '../../calls.ts';

type Field = SearchRequest['fields'][number];

/**
 * Days of `txn_date` (UTC) as intervals of `txn_datetime`, which has indexes and kept counts; a date worked out
 * row by row has neither. Lists of days and their opposites stay as they are.
 */
export function daysAsTimes(request: SearchRequest): SearchRequest {
  return { ...request, fields: request.fields.flatMap(asTimes) };
}

function asTimes(field: Field): Field[] {
  const { filter, ...rest } = field;
  if (field.field !== 'txn_date' || !filter) return [field];
  const [first, last] = (filter.value ?? []).map((value) => dayOf(String(value)));
  const from = { EQUALS: first, BETWEEN: first, GTE: first, GT: next(first) }[filter.operation as string];
  const until = { EQUALS: next(first), BETWEEN: next(last), LT: first, LTE: next(first) }[
    filter.operation as string
  ];
  if (from === undefined && until === undefined) return [field];
  const wanted = filter.operation === 'BETWEEN' ? 2 : 1;
  if (filter.value?.length !== wanted) throw problems.invalid('fields.txn_date');
  const bound = (operation: 'GTE' | 'LT', at: number | undefined): Field[] =>
    at === undefined
      ? []
      : [
          {
            field: 'txn_datetime',
            display: false,
            filter: { operation, value: [new Date(at).toISOString()] },
          },
        ];
  return [rest, ...bound('GTE', from), ...bound('LT', until)];
}

const next = (day: number | undefined): number | undefined => (day === undefined ? undefined : day + dayMs);

function dayOf(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw problems.invalid('fields.txn_date');
  return at;
}
