import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { readPage } from '#shared/paging.ts';

export const maxRequestText = 500;

/** Statuses to filter by: all successes, all refusals, and the single statuses that integrators look for. */
export const statusFilters = [
  'ok',
  'failed',
  '400',
  '401',
  '403',
  '404',
  '409',
  '422',
  '429',
  '500',
  '503',
] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The query parameters of the route `apiRequests`. */
export interface RequestsSearch {
  pageSize: number;
  text?: string;
  apiId?: string;
  call?: string;
  status?: StatusFilter;
  day?: CalendarDay;
  /** Where the page begins; missing on the newest one. */
  before?: number;
}

/** Ignores unknown values. Never throws. Reads back its own result. */
export function readRequestsSearch(raw: Readonly<Record<string, string | undefined>>): RequestsSearch {
  const text = (raw.text ?? '').trim().slice(0, maxRequestText).trim();
  const { day, before = '' } = raw;
  return {
    pageSize: readPage({ pageSize: raw.pageSize }, 25, 0).pageSize,
    text: text === '' || hasCardNumber(text) ? undefined : text,
    apiId: /^[\w-]{1,60}$/.test(raw.apiId ?? '') ? raw.apiId : undefined,
    call: /^[A-Za-z]{1,60}$/.test(raw.call ?? '') ? raw.call : undefined,
    status: statusFilters.find((status) => status === raw.status),
    day: day !== undefined && isCalendarDay(day) ? day : undefined,
    before:
      /^[1-9]\d{0,15}$/.test(before) && Number.isSafeInteger(Number(before)) ? Number(before) : undefined,
  };
}
