import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { readPage } from '#shared/paging.ts';

export const maxRequestText = 500;

/** The query parameters of the route `apiRequests`. */
export interface RequestsSearch {
  pageSize: number;
  text?: string;
  apiId?: string;
  call?: string;
  /** 'ok', 'failed' or a status. */
  status?: string;
  day?: CalendarDay;
  /** Where the page begins; missing on the newest one. */
  before?: number;
}

/** Ignores unknown values. Never throws. Reads back its own result. */
export function readRequestsSearch(raw: Readonly<Record<string, string | undefined>>): RequestsSearch {
  const text = (raw.text ?? '').trim().slice(0, maxRequestText).trim();
  const known = (name: string, pattern: RegExp) => (pattern.test(raw[name] ?? '') ? raw[name] : undefined);
  const before = Number(known('before', /^[1-9]\d{0,15}$/));
  const day = raw.day ?? '';
  return {
    pageSize: readPage({ pageSize: raw.pageSize }, 25, 0).pageSize,
    text: text === '' || hasCardNumber(text) ? undefined : text,
    apiId: known('apiId', /^[\w-]{1,60}$/),
    call: known('call', /^[A-Za-z]{1,60}$/),
    status: known('status', /^(?:ok|failed|[2-5]\d\d)$/),
    day: isCalendarDay(day) ? day : undefined,
    before: Number.isSafeInteger(before) ? before : undefined,
  };
}
