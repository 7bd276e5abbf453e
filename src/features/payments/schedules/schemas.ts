import { readInstant } from '#shared/instant.ts';
import * as z from 'zod/mini';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { isEmailLike, isNotEmpty } from '#shared/patterns.ts';
import { scheduleChanges, scheduleFailures } from './schedule-change.ts';
import { type SortField, resultFields } from './schedule-fields.ts';
import { scheduleStatuses } from './schedule-status.ts';
import { scheduleIdPattern, maxEpisodes } from './schedule-definition.ts';

const scheduleId = z.string().check(z.regex(scheduleIdPattern));

const schedulePath = z.object({ scheduleId });

const installationPath = z.object({
  installationId: databaseId,
  scheduleId,
});

const text = z.nullable(z.string());

const status = z.enum(scheduleStatuses);

/** Amounts are decimal text with the currency's digits; days are yyyy-MM-dd. */
const scheduleEpisode = z.object({
  episodeIndex: z.number(),
  retryIndex: z.number(),
  episodeDue: z.string(),
  episodeData: z.object({ amount: z.string(), currency: z.string() }),
});

/** One schedule (docs/domain.md#schedules). `owner` is "merchant:" and the merchant's id. */
export const schedule = z.object({
  id: z.string(),
  owner: z.string(),
  ownerName: z.string(),
  merchantId: z.number(),
  installationId: z.number(),
  status,
  type: z.string(),
  creationDate: z.string(),
  transactionId: z.string(),
  currencyCode: z.string(),
  definition: z.looseObject({
    episodeData: z.array(z.object({ transactionId: text, amount: z.string() })),
  }),
  metaData: z.object({
    customerMerchantRef: text,
    customerEmail: text,
    customerName: text,
    maskedPan: text,
    lastFour: text,
  }),
  lastEpisode: z.nullable(
    z.object({
      episodeDue: z.string(),
      episodeData: z.object({ amount: z.string() }),
      state: z.nullable(z.enum(['SUCCESS', 'FAILED'])),
    }),
  ),
  nextEpisode: z.nullable(scheduleEpisode),
  /** The last failed charge and what followed; null once it was charged, resumed or cancelled. */
  failure: z.nullable(
    z.object({
      code: z.enum(scheduleFailures),
      date: z.string(),
      reasonCode: z.string(),
      /** The status code of the issuer or processor. */
      statusCode: text,
      scheme: text,
      adviceCode: text,
      /** Null when the charge was rejected before a transaction was stored. */
      transactionId: text,
    }),
  ),
});

export type ScheduleView = z.output<typeof schedule>;

export const getSchedule = {
  path: schedulePath,
  response: schedule,
};

export const getScheduleAudit = {
  path: schedulePath,
  response: z.array(
    z.object({
      date: z.string(),
      before: text,
      after: z.string(),
      message: z.string(),
      /** For clients that write their own text. */
      code: z.enum(scheduleChanges),
      detail: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
};

export const getNextEpisodes = {
  path: z.object({
    scheduleId,
    count: wholeNumber(1, maxEpisodes),
  }),
  response: z.array(scheduleEpisode),
};

export const suspendSchedule = {
  path: schedulePath,
  response: schedule,
};

export const resumeSchedule = {
  path: schedulePath,
  response: schedule,
};

export const cancelSchedule = {
  path: schedulePath,
  response: schedule,
};

const moment = z
  .string()
  .check(z.refine((value) => isCalendarDay(value) || readInstant(value) !== undefined, 'not a date'));

/** 1 January 2000 in the earliest time zone. */
const earliestMoment = Date.parse('1999-12-31T10:00:00Z');

const interval = z.object({ start: z.optional(moment), end: z.optional(moment) }).check(
  z.refine(({ start, end }) => start !== undefined || end !== undefined, 'empty'),
  z.refine(({ start }) => start === undefined || Date.parse(start) >= earliestMoment, {
    message: 'before 2000',
    path: ['start'],
  }),
  z.refine(({ end }) => end === undefined || Date.parse(end) >= earliestMoment, {
    message: 'before 2000',
    path: ['end'],
  }),
  z.refine(
    ({ start, end }) => start === undefined || end === undefined || Date.parse(start) <= Date.parse(end),
    'backward',
  ),
);

const day = z.string().check(z.refine((value) => isCalendarDay(value), 'not a day'));

/** Days as yyyy-MM-dd, both included. */
const dayInterval = z.object({ start: z.optional(day), end: z.optional(day) }).check(
  z.refine(({ start, end }) => start !== undefined || end !== undefined, 'empty'),
  z.refine(({ start, end }) => start === undefined || end === undefined || start <= end, 'backward'),
);

const direction = z.optional(z.enum(['ASC', 'DESC']));

/** At most one field. */
const sortBy = z
  .object({
    creationDate: direction,
    nextEpisodeDate: direction,
    lastEpisodeDate: direction,
    status: direction,
  } satisfies Record<SortField, typeof direction>)
  .check(
    z.refine(
      (fields) => Object.values(fields).filter((value) => value !== undefined).length === 1,
      'one field',
    ),
  );

const owners = z.array(z.string().check(z.regex(/^(?:merchant:)?\d{1,9}$/))).check(z.maxLength(5000));

/**
 * The search criteria (docs/domain.md#schedules). An empty owner list means every merchant whose schedules the caller
 * may view.
 */
const queryFields = {
  owner: z.optional(owners),
  searchFields: z.optional(
    z.object({
      status: z.optional(z.array(status).check(z.maxLength(10))),
      creationDate: z.optional(interval),
      scheduleId: z.optional(scheduleId),
      /** The day of the next charge, which may be a retry. */
      nextEpisodeDate: z.optional(dayInterval),
      /** The result of the last episode. */
      lastEpisodeState: z.optional(z.enum(['SUCCESS', 'FAILED'])),
    }),
  ),
  metaDataFields: z.optional(
    z.object({
      customerMerchantRef: z.optional(z.string().check(z.refine(isNotEmpty))),
      customerEmail: z.optional(z.string().check(z.refine(isEmailLike))),
      lastFour: z.optional(z.string().check(z.regex(/^\d{4}$/))),
    }),
  ),
  sortBy: z.optional(sortBy),
  resultFields: z.optional(z.array(z.enum(resultFields)).check(z.maxLength(20))),
};

export const scheduleQuery = z.object(queryFields);

export type ScheduleQuery = z.output<typeof scheduleQuery>;

export const searchSchedules = {
  body: z.object({
    ...queryFields,
    startFrom: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    limit: z.int().check(z.minimum(1), z.maximum(100)),
  }),
  response: z.object({
    data: z.array(z.record(z.string(), text)),
    resultsAvailable: z.number(),
    resultsReturned: z.number(),
  }),
};

export const resumeSchedules = {
  body: z
    .object({
      owner: z.optional(owners),
      /** Every merchant whose schedules the caller may manage. Required without `owner`: absence never means all. */
      allOwners: z.optional(z.literal(true)),
      suspended: interval,
    })
    .check(
      z.refine(({ owner, allOwners }) => (owner?.length ?? 0) > 0 !== (allOwners === true), {
        message: 'name the owners, or all of them',
        path: ['owner'],
      }),
    ),
  /** `isMore`: call again for the rest. */
  response: z.object({ resumed: z.number(), isMore: z.boolean() }),
};

export const listRelatedSchedules = {
  path: schedulePath,
  query: z.object({
    startFrom: z.optional(wholeNumber(1, 1_000_000)),
    limit: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({
    data: z.array(z.record(z.string(), text)),
    resultsAvailable: z.number(),
    resultsReturned: z.number(),
  }),
};

export const reportSchedules = {
  body: z.object({ ...queryFields, startFrom: z.optional(z.literal(1)) }),
  response: z.string(),
};

export const getInstallationSchedule = {
  path: installationPath,
  response: schedule,
};

export const getNextEpisode = {
  path: installationPath,
  response: z.object({ nextEpisode: z.nullable(scheduleEpisode) }),
};

export const skipNextEpisode = {
  path: installationPath,
  response: schedule,
};
