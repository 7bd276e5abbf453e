import * as z from 'zod/mini';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { isEmailLike, isNotEmpty } from '#shared/patterns.ts';
import { scheduleChanges } from './schedule-change.ts';
import { resultFields } from './schedule-fields.ts';
import { scheduleStatuses } from './schedule-status.ts';

/** 32 letters or digits (docs/domain.md#schedules). */
export const scheduleIdPattern = /^[A-Za-z0-9]{32}$/;
const scheduleId = z.string().check(z.regex(scheduleIdPattern));
const schedulePath = z.object({ scheduleId });
const installationPath = z.object({
  installationId: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)),
  scheduleId,
});
const text = z.nullable(z.string());
const status = z.enum(scheduleStatuses);

/** Amounts are decimal text with the currency's digits; days are yyyy-MM-dd. */
export const scheduleEpisode = z.object({
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
});
export type ScheduleView = z.output<typeof schedule>;

const viewAuth = { anyOf: ['P_VIEW_SCHEDULE'], resource: { schedule: 'scheduleId' } } as const;
const manageAuth = { anyOf: ['P_MANAGE_SCHEDULE'], resource: { schedule: 'scheduleId' } } as const;

export const getSchedule = defineEndpoint({
  name: 'getSchedule',
  summary: 'One schedule: when it charges which card, and its status',
  route: 'GET /schedules/{scheduleId}',
  auth: viewAuth,
  path: schedulePath,
  response: schedule,
});

export const getScheduleAudit = defineEndpoint({
  name: 'getScheduleAudit',
  summary: 'The history of a schedule, latest first',
  route: 'GET /schedules/{scheduleId}/audit',
  auth: viewAuth,
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
});

/** The maximum number of episodes in one response. */
export const maxEpisodes = 500;

export const getNextEpisodes = defineEndpoint({
  name: 'getNextEpisodes',
  summary: 'The next episodes, in order; fewer than requested when no more are due',
  route: 'GET /schedules/{scheduleId}/next/{count}',
  auth: viewAuth,
  path: z.object({
    scheduleId,
    count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxEpisodes)),
  }),
  response: z.array(scheduleEpisode),
});

export const suspendSchedule = defineEndpoint({
  name: 'suspendSchedule',
  summary: 'Suspends a schedule: nothing is charged until it is resumed',
  route: 'POST /schedules/{scheduleId}/suspend',
  auth: manageAuth,
  path: schedulePath,
  response: schedule,
});

export const resumeSchedule = defineEndpoint({
  name: 'resumeSchedule',
  summary: 'Resumes a schedule; episodes missed in the meantime are skipped',
  route: 'POST /schedules/{scheduleId}/resume',
  auth: manageAuth,
  path: schedulePath,
  response: schedule,
});

export const cancelSchedule = defineEndpoint({
  name: 'cancelSchedule',
  summary: 'Cancels a schedule for good',
  route: 'POST /schedules/{scheduleId}/cancel',
  auth: manageAuth,
  path: schedulePath,
  response: schedule,
});

const moment = z
  .string()
  .check(z.refine((value) => isCalendarDay(value) || !Number.isNaN(Date.parse(value)), 'not a date'));

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
    }),
  ),
  metaDataFields: z.optional(
    z.object({
      customerMerchantRef: z.optional(z.string().check(z.refine(isNotEmpty))),
      customerEmail: z.optional(z.string().check(z.refine(isEmailLike))),
      lastFour: z.optional(z.string().check(z.regex(/^\d{4}$/))),
    }),
  ),
  sortBy: z.optional(z.object({ creationDate: z.enum(['ASC', 'DESC']) })),
  resultFields: z.optional(z.array(z.enum(resultFields)).check(z.maxLength(20))),
};
export const scheduleQuery = z.object(queryFields);
export type ScheduleQuery = z.output<typeof scheduleQuery>;

export const searchSchedules = defineEndpoint({
  name: 'searchSchedules',
  summary: 'Schedules by status, day of creation, customer or card',
  route: 'POST /schedules/search',
  rateLimit: 'search',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: 'anywhere' },
  audited: 'refused',
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
});

export const resumeSchedules = defineEndpoint({
  name: 'resumeSchedules',
  summary: 'Resumes the schedules that users suspended in an interval, up to 200 a request',
  route: 'POST /schedules/resume',
  auth: { anyOf: ['P_MANAGE_SCHEDULE'], resource: 'anywhere' },
  body: z.object({ owner: z.optional(owners), suspended: interval }),
  /** `isMore`: call again for the rest. */
  response: z.object({ resumed: z.number(), isMore: z.boolean() }),
});

export const listRelatedSchedules = defineEndpoint({
  name: 'listRelatedSchedules',
  summary: 'The other schedules of a schedule’s sale, active ones first, then the latest',
  route: 'GET /schedules/{scheduleId}/related',
  auth: viewAuth,
  path: schedulePath,
  query: z.object({
    startFrom: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  response: z.object({
    data: z.array(z.record(z.string(), text)),
    resultsAvailable: z.number(),
    resultsReturned: z.number(),
  }),
});

export const reportSchedules = defineEndpoint({
  name: 'reportSchedules',
  summary: 'All schedules that match a search, as a CSV file',
  route: 'POST /schedules/report',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: 'anywhere' },
  audited: 'every',
  body: z.object({ ...queryFields, startFrom: z.optional(z.literal(1)) }),
  response: z.string(),
});

const schedulePair = { installation: 'installationId', schedule: 'scheduleId' } as const;

export const getInstallationSchedule = defineEndpoint({
  name: 'getInstallationSchedule',
  summary: 'The schedule of a transaction, as its details show it',
  route: 'GET /proxy/sync/ta/schedules/{installationId}/{scheduleId}',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: schedulePair },
  path: installationPath,
  response: schedule,
});

export const getNextEpisode = defineEndpoint({
  name: 'getNextEpisode',
  summary: 'The next episode that will be charged, if any',
  route: 'GET /proxy/sync/ta/schedules/{installationId}/{scheduleId}/next',
  auth: { anyOf: ['P_VIEW_SCHEDULE'], resource: schedulePair },
  path: installationPath,
  response: z.object({ nextEpisode: z.nullable(scheduleEpisode) }),
});

export const skipNextEpisode = defineEndpoint({
  name: 'skipNextEpisode',
  summary: 'Skips the next episode, which still counts against the limit',
  route: 'POST /proxy/sync/ta/schedules/{installationId}/{scheduleId}/skipNext',
  auth: { anyOf: ['P_MANAGE_SCHEDULE'], resource: schedulePair },
  path: installationPath,
  response: schedule,
});
