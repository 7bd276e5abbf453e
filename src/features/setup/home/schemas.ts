import * as z from 'zod/mini';
import { transactionIdPattern } from '#shared/patterns.ts';

const instant = z.iso.datetime();

const orgIds = z.array(z.int().check(z.positive())).check(z.maxLength(5000));

/** A response of an issuer; some codes differ between schemes. */
const issuerResponse = z.object({ statusCode: z.nullable(z.string()), scheme: z.nullable(z.string()) });

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
      /** The card's scheme, beside a code of the issuer: some codes differ between schemes. */
      scheme: z.nullable(z.string()),
      reason: z.string(),
      number: z.number(),
      /** Every response that counts here. Empty for our own reasons. */
      responses: z.array(issuerResponse),
    }),
  ),
});

export type Activity = z.output<typeof activity>;

export const getActivity = {
  body: z.strictObject({
    orgIds,
    /** Start of each day in the reader's zone, ascending, and the end of the last: days of 23 to 25 hours. */
    days: z.array(instant).check(z.minLength(2), z.maxLength(63)),
  }),
  response: activity,
};

export const listDeclines = {
  body: z.strictObject({
    orgIds,
    from: instant,
    /** Excluded. */
    until: instant,
    reasonCode: z.string().check(z.maxLength(20)),
    /** The responses of the reason, with D100 only. */
    responses: z
      .array(
        z.strictObject({
          statusCode: z.nullable(z.string().check(z.maxLength(100))),
          scheme: z.nullable(z.string().check(z.maxLength(100))),
        }),
      )
      .check(z.maxLength(1000)),
    /** The last payment of the previous page. */
    before: z.optional(z.string().check(z.regex(transactionIdPattern))),
  }),
  response: z.object({
    payments: z.array(
      z.object({
        transactionId: z.string(),
        at: z.string(),
        type: z.string(),
        /** Decimal text. */
        amount: z.string(),
        currency: z.string(),
        merchantReference: z.nullable(z.string()),
      }),
    ),
    hasMore: z.boolean(),
  }),
};

/** From the feed, as plain text (docs/domain.md#home). */
const newsItem = z.object({
  title: z.string(),
  /** http or https; empty without a link. */
  link: z.string(),
  /** ISO 8601; empty without a date. */
  pubDate: z.string(),
  creator: z.string(),
  description: z.string(),
});

export type NewsItem = z.output<typeof newsItem>;

export const getNews = {
  response: z.object({ items: z.array(newsItem) }),
};

export const getNewsFeed = {
  response: z.string(),
};
