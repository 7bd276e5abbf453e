import * as z from 'zod/mini';
import { queryMoment } from '#shared/cursor-page.ts';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';

const orgPath = z.object({ orgId: databaseId });
const installationPath = z.object({ installationId: databaseId });

/** REAL: no clock is set. ENDING: real time applies, and the worker still takes back what waits. */
const state = z.enum(['REAL', 'SET', 'MOVING', 'ENDING']);
export type TestClockState = z.output<typeof state>;

const clock = {
  state,
  /** The time of the company. */
  now: z.string(),
  /** While it moves. */
  target: z.nullable(z.string()),
};

export const getTestClock = {
  path: orgPath,
  response: z.object({
    ...clock,
    companyId: z.number(),
    companyName: z.string(),
    realNow: z.string(),
    movedFrom: z.nullable(z.string()),
    /** What is live, and so prevents a clock. */
    live: z.array(z.object({ kind: z.enum(['CONNECTION', 'API_KEY', 'PAYMENTS']), name: z.string() })),
    mayMove: z.boolean(),
    /** What has a later date than real time while a clock is set. Null without one. */
    later: z.nullable(
      z.object({
        payments: z.number(),
        schedules: z.number(),
        authorisations: z.number(),
        links: z.number(),
      }),
    ),
  }),
};
export type TestClockView = z.output<typeof getTestClock.response>;

/** Exactly one of them. */
const move = z.strictObject({ to: z.optional(queryMoment), days: z.optional(wholeNumber(1, 366)) });

export const moveTestClock = { path: orgPath, body: move, response: z.object(clock) };
export const endTestClock = { path: orgPath, response: z.object(clock) };
export const getCompanyClock = { path: installationPath, response: z.object(clock) };
export const moveCompanyClock = { path: installationPath, body: move, response: z.object(clock) };
export const endCompanyClock = { path: installationPath, response: z.object(clock) };
