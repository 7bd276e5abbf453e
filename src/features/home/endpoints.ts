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
  /** Money of the last day, in minor units of its currency, the greatest number of payments first. */
  volumes: z.array(
    z.object({
      currency: z.string(),
      takenMinor: z.number(),
      refundedMinor: z.number(),
      payments: z.number(),
    }),
  ),
  /** Why payments of all the days were declined, the most frequent first. */
  declines: z.array(
    z.object({
      reasonCode: z.string(),
      /** The issuer's own code, where the issuer declined. */
      statusCode: z.nullable(z.string()),
      reason: z.string(),
      number: z.number(),
    }),
  ),
});
export type Activity = z.output<typeof activity>;

export const getActivity = defineEndpoint({
  name: 'getActivity',
  summary: 'Payments by day: taken, declined, refunded; from kept counts',
  route: 'POST /proxy/async/tqs/activity',
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
  audited: 'refused',
  body: z.strictObject({
    orgIds: z.array(z.int().check(z.positive())).check(z.maxLength(5000)),
    /** When each day begins where the reader is, ascending, and when the last one ends: days of 23 to 25 hours. */
    days: z.array(instant).check(z.minLength(2), z.maxLength(63)),
  }),
  response: activity,
});

/** As a feed tells it, all of it plain text (docs/domain.md#home). */
export const newsItem = z.object({
  title: z.string(),
  /** http or https; empty when there is none. */
  link: z.string(),
  /** ISO 8601; empty when the feed does not say. */
  pubDate: z.string(),
  creator: z.string(),
  description: z.string(),
});
export type NewsItem = z.output<typeof newsItem>;

export const getNews = defineEndpoint({
  name: 'getNews',
  summary: 'The news of home: the configured feed, or what has changed in the product',
  route: 'GET /proxy/sync/news',
  auth: { access: 'signed-in' },
  response: z.object({ items: z.array(newsItem) }),
});

export const getNewsFeed = defineEndpoint({
  name: 'getNewsFeed',
  summary: 'What has changed in the product as RSS 2.0',
  route: 'GET /news/feed',
  auth: { access: 'public' },
  response: z.string(),
});
