import * as z from 'zod/mini';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { hasVisibleText } from '#shared/label.ts';
import { wholeNumber } from '#shared/whole-number.ts';
import { maxOffset } from '#shared/paging.ts';
import { differenceKinds, differenceStates, maxNote, payoutStates, reportStates } from './difference.ts';
import { lineGroups } from './line-group.ts';

const orgPath = z.object({ orgId: organisationId });
const id = wholeNumber(1);
const text = z.nullable(z.string());
const day = z.string().check(z.refine((value) => isCalendarDay(value), 'not a day'));
const version = z.number().check(z.int(), z.positive());
const page = { offset: z.optional(wholeNumber(0, maxOffset)), pageSize: z.optional(wholeNumber(1, 100)) };

const report = z.object({
  reportId: z.string(),
  name: z.string(),
  connectionName: z.string(),
  state: z.enum(reportStates),
  lines: z.number(),
  announcedAt: z.string(),
  importedAt: text,
  /** Of a report that was not imported: a code, and where the file is wrong. */
  refusal: z.nullable(z.object({ code: z.string(), line: z.nullable(z.number()), column: text })),
  /** Of the file, where it was read. */
  sha256: text,
  batches: z.array(
    z.object({
      batch: z.string(),
      currency: z.string(),
      net: z.string(),
      paid: text,
      paidOn: text,
      state: z.enum(payoutStates),
    }),
  ),
  openDifferences: z.number(),
  version: z.number(),
  mayRetry: z.boolean(),
});
export type SettlementReport = z.output<typeof report>;

export const listSettlementReports = {
  path: orgPath,
  query: z.object({ ...page, state: z.optional(z.enum(reportStates)) }),
  response: z.object({ items: z.array(report), total: z.number(), hasConnections: z.boolean() }),
};

export const retrySettlementReport = {
  path: z.object({ orgId: organisationId, reportId: id }),
  body: z.object({ version }),
  response: z.undefined(),
};

const difference = z.object({
  differenceId: z.string(),
  kind: z.enum(differenceKinds),
  state: z.enum(differenceStates),
  connectionName: z.string(),
  reportName: text,
  line: z.nullable(z.number()),
  /** The line as the processor wrote it. */
  asRead: text,
  /** Of ours; null where there is none. */
  transactionId: text,
  transactionStatus: text,
  mayViewTransaction: z.boolean(),
  merchantName: text,
  /** The processor's, or the number of the batch. */
  reference: text,
  ours: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
  theirs: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
  /** Of missing money: the day on which a later report has settled it. */
  settledSince: text,
  foundAt: z.string(),
  ownerId: text,
  ownerName: text,
  note: text,
  closedAt: text,
  closedBy: text,
  version: z.number(),
});
export type Difference = z.output<typeof difference>;

export const listSettlementDifferences = {
  path: orgPath,
  query: z.object({
    ...page,
    state: z.optional(z.enum(differenceStates)),
    kind: z.optional(z.enum(differenceKinds)),
    owner: z.optional(z.enum(['me', 'none'])),
    /** A transaction id of ours, or the processor's reference. */
    reference: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.object({
    items: z.array(difference),
    total: z.number(),
    /** Whether a report was imported: without one there is nothing to compare. */
    hasReports: z.boolean(),
    mayManage: z.boolean(),
  }),
};

export const listDifferenceOwners = {
  path: orgPath,
  response: z.array(z.object({ userId: z.string(), name: z.string() })),
};

const differencePath = z.object({ orgId: organisationId, differenceId: id });

export const assignDifference = {
  path: differencePath,
  /** null: without an owner. */
  body: z.object({ version, ownerId: z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/))) }),
  response: difference,
};

export const closeDifference = {
  path: differencePath,
  body: z.object({ version, note: z.string().check(z.maxLength(maxNote), z.refine(hasVisibleText)) }),
  response: difference,
};

const payout = z.object({
  payoutId: z.string(),
  paidOn: z.string(),
  state: z.enum(payoutStates),
  currency: z.string(),
  amount: z.string(),
  merchantName: z.string(),
  installationId: z.number(),
  installationName: z.string(),
  batch: z.string(),
  lines: z.number(),
});
export type Payout = z.output<typeof payout>;

export const listPayouts = {
  path: orgPath,
  query: z.object({
    ...page,
    state: z.optional(z.enum(payoutStates)),
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
    paidFrom: z.optional(day),
    paidTo: z.optional(day),
    installationId: z.optional(wholeNumber(1, 2_147_483_647)),
  }),
  response: z.object({
    items: z.array(payout),
    total: z.number(),
    /** Of all pages. */
    sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
    /** For the filter. */
    installations: z.array(z.object({ installationId: z.number(), name: z.string() })),
    currencies: z.array(z.string()),
  }),
};

const payoutPath = z.object({ orgId: organisationId, payoutId: id });

export const getPayout = {
  path: payoutPath,
  response: z.extend(payout, {
    connectionName: z.string(),
    groups: z.array(z.object({ group: z.enum(lineGroups), number: z.number(), amount: z.string() })),
    fees: z.object({
      commission: z.string(),
      markup: z.string(),
      schemeFees: z.string(),
      interchange: z.string(),
      total: z.string(),
    }),
  }),
};
export type PayoutView = z.output<typeof getPayout.response>;

const line = z.object({
  line: z.number(),
  kind: z.string(),
  transactionId: z.string(),
  merchantReference: text,
  bookedAt: z.string(),
  /** In the payer's currency. */
  gross: z.string(),
  grossCurrency: z.string(),
  exchangeRate: text,
  fees: z.string(),
  net: z.string(),
});
export type PayoutLine = z.output<typeof line>;

export const listPayoutLines = {
  path: payoutPath,
  query: z.object({ ...page, group: z.optional(z.enum(lineGroups)) }),
  response: z.object({ items: z.array(line), total: z.number() }),
};

export const exportPayout = {
  path: payoutPath,
  query: z.object({ format: z.enum(['CSV', 'XLSX']) }),
  response: z.string(),
};
