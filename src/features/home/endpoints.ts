import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

const instant = z.iso.datetime();

export const activity = z.object({
  /** One a day, in order. */
  days: z.array(
    z.object({
      /** The first moment of the day. */
      from: z.string(),
      accepted: z.number(),
      declined: z.number(),
      refunded: z.number(),
    }),
  ),
  /** Amounts of the last day in minor units, by number of payments, highest first. */
  volumes: z.array(
    z.object({
      currency: z.string(),
      takenMinor: z.number(),
      refundedMinor: z.number(),
      payments: z.number(),
    }),
  ),
  /** Why payments of all days were declined, most frequent first. */
  declines: z.array(
    z.object({
      reasonCode: z.string(),
      /** The issuer's own code, when the issuer declined. */
      statusCode: z.nullable(z.string()),
      reason: z.string(),
      number: z.number(),
    }),
  ),
});
export type Activity = z.output<typeof activity>;

export const getActivity = defineEndpoint({
  name: 'getActivity',
  summary: 'Payments by day: taken, declined, refunded; from roll-ups',
  route: 'POST /proxy/async/tqs/activity',
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
  audited: 'refused',
  body: z.strictObject({
    orgIds: z.array(z.int().check(z.positive())).check(z.maxLength(5000)),
    /** Start of each day in the reader's zone, ascending, and the end of the last: days of 23 to 25 hours. */
    days: z.array(instant).check(z.minLength(2), z.maxLength(63)),
  }),
  response: activity,
});

/** From the feed, as plain text (docs/domain.md#home). */
export const newsItem = z.object({
  title: z.string(),
  /** http or https; empty without a link. */
  link: z.string(),
  /** ISO 8601; empty without a date. */
  pubDate: z.string(),
  creator: z.string(),
  description: z.string(),
});
export type NewsItem = z.output<typeof newsItem>;

export const getNews = defineEndpoint({
  name: 'getNews',
  summary: 'The news of home: the configured feed, or the release notes',
  route: 'GET /proxy/sync/news',
  auth: { access: 'signed-in' },
  response: z.object({ items: z.array(newsItem) }),
});

export const getNewsFeed = defineEndpoint({
  name: 'getNewsFeed',
  summary: 'The release notes as RSS 2.0',
  route: 'GET /news/feed',
  auth: { access: 'public' },
  response: z.string(),
});
