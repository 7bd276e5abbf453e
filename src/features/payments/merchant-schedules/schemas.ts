import * as z from 'zod/mini';
import { cursorPage, cursorQuery, queryMoment } from '#shared/cursor-page.ts';
import { getInstallationSchedule } from '#features/payments/schedules/schemas.ts';
import { scheduleStatuses } from '#features/payments/schedules/schedule-status.ts';

const { path, response } = getInstallationSchedule;

const text = z.nullable(z.string());

/** A schedule as lists show it. Amounts are decimal text, days yyyy-MM-dd. */
export const listedSchedule = z.object({
  scheduleId: z.string(),
  owner: z.string(),
  ownerName: z.string(),
  status: z.enum(scheduleStatuses),
  type: z.string(),
  creationDate: z.string(),
  currencyCode: z.string(),
  maskedPan: text,
  customerName: text,
  customerEmail: text,
  customerMerchantRef: text,
  lastEpisodeDate: text,
  lastEpisodeAmount: text,
  lastEpisodeState: text,
  nextEpisodeDate: text,
  nextEpisodeAmount: text,
  nextEpisodeRetry: text,
  /** The transaction that the schedule was created with. */
  transactionId: z.string(),
});

export const listInstallationSchedules = {
  path: z.object({ installationId: path.shape.installationId }),
  query: z.object({
    ...cursorQuery,
    status: z.optional(z.enum(scheduleStatuses)),
    customerMerchantRef: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    createdFrom: z.optional(queryMoment),
    createdTo: z.optional(queryMoment),
  }),
  response: cursorPage(listedSchedule),
};

export type ListedSchedule = z.output<typeof listedSchedule>;

export const suspendInstallationSchedule = { path, response };

export const resumeInstallationSchedule = { path, response };

export const cancelInstallationSchedule = { path, response };
