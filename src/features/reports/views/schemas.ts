import * as z from 'zod/mini';
import { hasCardNumber } from '#shared/card-number.ts';
import { label } from '#shared/label.ts';
import { databaseId } from '#shared/whole-number.ts';
import { maxListedColumns } from '#features/reports/transactions/column-list.ts';
import { maxViewName } from './view-limits.ts';

const viewId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const ofOrganisation = z.object({ orgId: databaseId });
const ofView = z.object({ orgId: databaseId, viewId });

const viewText = z.string().check(
  z.minLength(1),
  z.maxLength(320),
  z.refine((text) => !hasCardNumber(text)),
);

const viewContent = {
  name: label(maxViewName),
  /** The address of the search without its page. */
  params: z.record(z.string().check(z.maxLength(80)), viewText),
  columns: z
    .array(z.string().check(z.regex(/^\w{1,64}$/)))
    .check(z.minLength(1), z.maxLength(maxListedColumns)),
  /** With everybody at or below the organisation. */
  isShared: z.boolean(),
};

const transactionView = z.object({
  id: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.string()),
  /** Without those that the caller may not see. */
  columns: z.array(z.string()),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** The organisation for which it was saved. */
  organisationName: z.string(),
  isPinned: z.boolean(),
  /** False where the caller may not use one of its filters: without it the view would list more. */
  mayOpen: z.boolean(),
  /** The owner, or an administrator of a shared view. */
  mayDelete: z.boolean(),
  /** Schedules that send it as a file: of every user for the owner, otherwise of the caller. */
  schedules: z.number(),
  version: z.number(),
});
export type TransactionView = z.output<typeof transactionView>;

export const listViews = {
  path: ofOrganisation,
  response: z.object({
    /** By name. */
    views: z.array(transactionView),
    /** False above companies, where no views are saved. */
    maySave: z.boolean(),
  }),
};

export const createView = {
  path: ofOrganisation,
  body: z.strictObject({ ...viewContent, isPinned: z.boolean() }),
  response: transactionView,
};

export const changeView = {
  path: ofView,
  body: z.strictObject({ ...viewContent, version: z.int() }),
  response: transactionView,
};

export const deleteView = { path: ofView, response: z.undefined() };

export const pinView = {
  path: ofView,
  body: z.strictObject({ isPinned: z.boolean() }),
  response: transactionView,
};

export const countPinnedViews = {
  path: ofOrganisation,
  /** Days of the views are those of the zone. */
  body: z.strictObject({ timezone: z.string().check(z.regex(/^[A-Za-z][\w+/-]{1,63}$/)) }),
  response: z.object({
    counts: z.array(
      z.object({
        id: z.string(),
        /** At most 1,000; null where the caller may not use a filter of the view, or counting takes too long. */
        count: z.nullable(z.number()),
      }),
    ),
  }),
};
