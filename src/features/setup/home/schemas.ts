import * as z from 'zod/mini';
import { transactionIdPattern } from '#shared/patterns.ts';
import { breakdowns, measures, needKinds } from './activity-rules.ts';
import { databaseId } from '#shared/whole-number.ts';

const instant = z.iso.datetime();

const orgIds = z.array(z.int().check(z.positive())).check(z.maxLength(5000));

/** A response of an issuer; some codes differ between schemes. */
const issuerResponse = z.object({ statusCode: z.nullable(z.string()), scheme: z.nullable(z.string()) });

const minor = z.number();

/** Attempts to pay, by what the issuer answered. */
const attempts = { accepted: z.number(), declined: z.number() };

/** What moved, in minor units (docs/domain.md#money-moved). */
const moved = { takenMinor: minor, refundedMinor: minor, paidOutMinor: minor };

const sums = z.object({ ...attempts, ...moved });
export type CurrencySums = z.output<typeof sums>;

export const activity = z.object({
  /** One a day or hour of the period, in order. */
  buckets: z.array(
    z.object({
      /** The first moment. */
      from: z.string(),
      ...attempts,
      refunded: z.number(),
    }),
  ),
  /** Every transaction of the period, of any type and status. */
  transactions: z.number(),
  /** By number of attempts and captures, highest first. */
  currencies: z.array(
    z.extend(sums, {
      currency: z.string(),
      /** The same of the period before. */
      before: sums,
      /** One a bucket. */
      buckets: z.array(z.object(moved)),
    }),
  ),
  /** Why payments of the period were declined, most frequent first. */
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

/** Ninety-two days, or a week of hours; with the end of the last. */
const maxBounds = 170;
const bounds = z.array(instant).check(z.minLength(2), z.maxLength(maxBounds));

export const getActivity = {
  body: z.strictObject({
    orgIds,
    /** Start of each day (of 23 to 25 hours) or hour in the reader's zone, ascending, and the end of the last. */
    starts: bounds,
    /** First and last moment of the period before, not later than the first start. */
    before: z.tuple([instant, instant]),
  }),
  response: activity,
};

export const getBreakdown = {
  body: z.strictObject({
    orgIds,
    starts: bounds,
    by: z.enum(breakdowns),
    /** Money taken in this currency; the number of attempts when missing. */
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  }),
  response: z.object({
    /** The period has more transactions than are read. */
    isTooLong: z.boolean(),
    /** Highest sum first. */
    values: z.array(
      z.object({
        /** The stored code, or the id of the installation; null where the transaction has none. */
        value: z.nullable(z.string()),
        /** Of an installation. */
        name: z.nullable(z.string()),
        /** One a bucket: attempts, or minor units. */
        numbers: z.array(z.number()),
      }),
    ),
  }),
};

const panelPayment = z.object({
  transactionId: z.string(),
  at: z.string(),
  type: z.string(),
  /** Decimal text. */
  amount: z.string(),
  currency: z.string(),
  merchantReference: z.nullable(z.string()),
});

const panelPage = z.object({ payments: z.array(panelPayment), hasMore: z.boolean() });

/** The last payment of the previous page. */
const before = z.optional(z.string().check(z.regex(transactionIdPattern)));

export const listActivity = {
  body: z.strictObject({
    orgIds,
    from: instant,
    /** Excluded. */
    until: instant,
    measure: z.enum(measures),
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
    /** One part of a breakdown, or several. */
    part: z.optional(
      z.strictObject({
        by: z.enum(breakdowns),
        values: z.array(z.nullable(z.string().check(z.maxLength(64)))).check(z.maxLength(1000)),
      }),
    ),
    before,
  }),
  response: panelPage,
};

export const listExpiring = {
  body: z.strictObject({ orgIds, before }),
  /** `at`: when the authorisation expires. */
  response: panelPage,
};

export const listNeeds = {
  path: z.object({ orgId: databaseId }),
  query: z.object({
    /** The days of declined repeat payments: from the first moment, until one that is excluded. */
    from: instant,
    until: instant,
    /** Links that expire until then. */
    linksUntil: instant,
  }),
  response: z.object({
    /** Kinds that have at least one. */
    needs: z.array(
      z.object({
        kind: z.enum(needKinds),
        /** At most `maxNeeds` and one. */
        number: z.number(),
        /** The oldest, or the one that ends first. */
        at: z.nullable(z.string()),
      }),
    ),
  }),
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
    before,
  }),
  response: panelPage,
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
