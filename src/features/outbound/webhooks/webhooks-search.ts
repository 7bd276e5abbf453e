import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { readPage } from '#shared/paging.ts';
import { type DeliveryFilter, deliveryFilters } from './delivery-filters.ts';

const maxWebhookOffset = 10_000;

/** The query parameters of the route `webhooks`. */
export interface WebhooksSearch {
  offset: number;
  pageSize: number;
}

/** A bad page resets offset and size. Never throws. Reads back its own result. */
export const readWebhooksSearch = (raw: Readonly<Record<string, string | undefined>>): WebhooksSearch =>
  readPage(raw, 25, maxWebhookOffset);

/** The query parameters of the route `webhook`: the filters of its log. */
export interface DeliveriesSearch {
  status?: DeliveryFilter;
  day?: CalendarDay;
}

/** Ignores unknown values. Never throws. Reads back its own result. */
export function readDeliveriesSearch(raw: Readonly<Record<string, string | undefined>>): DeliveriesSearch {
  const status = deliveryFilters.find((filter) => filter === raw.status);
  const { day } = raw;
  return {
    status,
    day: day !== undefined && isCalendarDay(day) ? day : undefined,
  };
}
