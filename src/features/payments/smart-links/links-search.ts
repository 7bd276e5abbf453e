import { isCalendarDay, type CalendarDay } from '#shared/calendar-day.ts';
import { readPage } from '#shared/paging.ts';
import type { LinkState, LinkStatus } from '#shared/payments/link-status.ts';

/** The maximum offset of a page, which also limits the count. */
export const maxLinkOffset = 10_000;

/** The UUID that the links of one file or batch share. */
export const batchIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The query parameters of the route `smartlinks`. */
export interface LinksSearch {
  offset: number;
  pageSize: number;
  status?: LinkStatus;
  state?: LinkState;
  reference?: string;
  emailAddress?: string;
  /** Decimal text with a dot. */
  amount?: string;
  createdFrom?: CalendarDay;
  createdTo?: CalendarDay;
  /** The last day. */
  expiresTo?: CalendarDay;
  batchId?: string;
}
export const linkCriteria = [
  'status',
  'state',
  'reference',
  'emailAddress',
  'amount',
  'createdFrom',
  'createdTo',
  'expiresTo',
  'batchId',
] as const satisfies readonly (keyof LinksSearch)[];

/** Reads the URL. An invalid page becomes the first; invalid criteria are dropped. Never throws. */
export function readLinksSearch(raw: Readonly<Record<string, string | undefined>>): LinksSearch {
  const reference = raw.reference?.trim() ?? '';
  const emailAddress = raw.emailAddress?.trim() ?? '';
  const days = [raw.createdFrom, raw.createdTo].filter((day) => day !== undefined && isCalendarDay(day));
  return {
    ...readPage(raw, 25, maxLinkOffset),
    status: isStatus(raw.status) ? raw.status : undefined,
    state: isState(raw.state) ? raw.state : undefined,
    reference: reference !== '' && reference.length <= 255 ? reference : undefined,
    emailAddress: emailAddress.length >= 3 && emailAddress.length <= 255 ? emailAddress : undefined,
    amount: isSearchAmount(raw.amount ?? '') ? (raw.amount ?? '') : undefined,
    // Half an interval would look like a full one.
    ...(days.length === 2 && (days[0] ?? '') <= (days[1] ?? '')
      ? { createdFrom: days[0] ?? '', createdTo: days[1] ?? '' }
      : {}),
    expiresTo: raw.expiresTo !== undefined && isCalendarDay(raw.expiresTo) ? raw.expiresTo : undefined,
    batchId: batchIdPattern.test(raw.batchId ?? '') ? raw.batchId : undefined,
  };
}

export const isSearchAmount = (text: string): boolean => /^\d{1,12}(?:\.\d{1,2})?$/.test(text);

/** Repeats the values instead of importing them, because every page of the portal loads this file. */
const isStatus = (text: string | undefined): text is LinkStatus =>
  /^(ACTIVATED|USED|EXPIRED|CANCELLED|DEACTIVATED)$/.test(text ?? '');

const isState = (text: string | undefined): text is LinkState =>
  /^(OPEN|OPENED|PROCESSING|AUTHORISED|IN_REVIEW|PAID|PARTLY_REFUNDED|REFUNDED|RELEASED|EXPIRED|CANCELLED|DEACTIVATED)$/.test(
    text ?? '',
  );
