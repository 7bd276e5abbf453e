import * as z from 'zod/mini';
import { label } from '#shared/label.ts';
import { locales } from '#shared/locales.ts';
import { databaseId } from '#shared/whole-number.ts';
import { endReasons, failures, maxFileName } from './file-limits.ts';
import { frequencies, periods } from './schedule.ts';

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const ofOrganisation = z.object({ orgId: databaseId });
const ofFile = z.object({ orgId: databaseId, fileId: id });

const schedule = {
  frequency: z.enum(frequencies),
  /** 1 for Monday to 7, or the day of the month; null when daily. */
  day: z.nullable(z.int().check(z.minimum(1), z.maximum(31))),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  /** IANA name. */
  timeZone: z.string().check(z.regex(/^[A-Za-z][\w+/-]{1,63}$/)),
  period: z.enum(periods),
  format: z.enum(['CSV', 'XLSX']),
  /** Null: the name of the view. */
  name: z.nullable(label(maxFileName)),
};

const subscription = z.object({
  id: z.string(),
  viewId: z.string(),
  viewName: z.string(),
  organisationName: z.string(),
  ...schedule,
  nextDueAt: z.string(),
  endedAt: z.nullable(z.string()),
  endReason: z.nullable(z.enum(endReasons)),
  isPaused: z.boolean(),
  version: z.number(),
});
export type Subscription = z.output<typeof subscription>;

const scheduledFile = z.object({
  id: z.string(),
  viewName: z.string(),
  organisationName: z.string(),
  dueAt: z.string(),
  state: z.enum(['QUEUED', 'RUNNING', 'READY', 'FAILED']),
  failure: z.nullable(z.enum(failures)),
  fileName: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  rows: z.nullable(z.number()),
});
export type ScheduledFile = z.output<typeof scheduledFile>;

export const listScheduledFiles = {
  path: ofOrganisation,
  response: z.object({
    subscriptions: z.array(subscription),
    /** The latest first. */
    files: z.array(scheduledFile),
  }),
};

export const subscribeToView = {
  path: ofOrganisation,
  body: z.strictObject({ viewId: id, ...schedule, locale: z.enum(locales) }),
  response: subscription,
};

export const changeSubscription = {
  path: z.object({ orgId: databaseId, subscriptionId: id }),
  body: z.strictObject({
    viewId: id,
    ...schedule,
    locale: z.enum(locales),
    isPaused: z.boolean(),
    version: z.int(),
  }),
  response: subscription,
};

export const endSubscription = {
  path: z.object({ orgId: databaseId, subscriptionId: id }),
  response: z.undefined(),
};

export const downloadScheduledFile = { path: ofFile, response: z.string() };
export const downloadManifest = { path: ofFile, response: z.string() };
