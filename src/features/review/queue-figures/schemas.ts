import * as z from 'zod/mini';
import { wholeNumber } from '#shared/whole-number.ts';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { ages, decidedStatuses } from './figures.ts';

const day = z.string().check(z.refine((text) => isCalendarDay(text)));
const range = {
  /** Both days included, in the zone of the reader. */
  from: day,
  to: day,
  timeZone: z.string().check(
    z.refine((zone) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
      } catch {
        return false;
      }
    }),
  ),
};

const id = wholeNumber(1);
const count = z.int();
const decidedCounts = z.object({ ACCEPTED: count, REJECTED: count, FLUSHED: count, EXPIRED: count });
export type DecidedCounts = z.output<typeof decidedCounts>;

export const getQueueFigures = {
  path: z.object({ orgId: organisationId }),
  query: z.object(range),
  response: z.object({
    open: z.array(z.object({ age: z.enum(ages), tasks: count })),
    days: z.array(z.object({ day: z.string(), ...decidedCounts.shape })),
    /** The median time of decisions by reviewers; null without any. */
    medianSeconds: z.nullable(z.number()),
    p95Seconds: z.nullable(z.number()),
    /** Accepted tasks of the range with a refund since. */
    acceptedRefunded: count,
    reviewers: z.array(
      z.object({
        /** The user name. */ reviewer: z.string(),
        name: z.string(),
        ...decidedCounts.shape,
        medianSeconds: z.number(),
        refunded: count,
      }),
    ),
    rules: z.array(
      z.object({ ruleId: z.number(), name: z.string(), ...decidedCounts.shape, refunded: count }),
    ),
  }),
};
export type QueueFigures = z.output<typeof getQueueFigures.response>;

export const listCountedTasks = {
  path: z.object({ orgId: organisationId }),
  query: z.object({
    ...range,
    age: z.optional(z.enum(ages)),
    status: z.optional(z.enum(decidedStatuses)),
    reviewer: z.optional(z.string().check(z.maxLength(255))),
    ruleId: z.optional(id),
    refunded: z.optional(z.literal('true')),
    /** The id of the last task of the previous page. */
    before: z.optional(id),
  }),
  response: z.object({
    tasks: z.array(
      z.object({
        taskId: z.string(),
        transactionId: z.string(),
        status: z.string(),
        amount: z.string(),
        currency: z.string(),
        openedAt: z.string(),
        decidedAt: z.nullable(z.string()),
        decidedBy: z.nullable(z.string()),
        /** The full name of a reviewer. */
        decidedByName: z.nullable(z.string()),
      }),
    ),
    hasMore: z.boolean(),
  }),
};
export type CountedTask = z.output<typeof listCountedTasks.response>['tasks'][number];
