import * as z from 'zod/mini';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { disputeSortFields, disputeTextPattern, maxDisputeOffset } from './disputes-search.ts';

const disputePath = z.object({ disputeId: wholeNumber(1) });
const time = z.string();
/** Decimal text with the currency's digits. */
const amount = z.string();

/** As the merchant API and its events show a dispute. */
const merchantDispute = z.object({
  disputeId: z.string(),
  /** The payment or authorisation that is disputed. */
  transactionId: z.string(),
  stage: z.enum(disputeStages),
  status: z.enum(disputeStatuses),
  amount: z.number(),
  /** How much of it was taken from you by now. */
  chargedBack: z.number(),
  currency: z.string(),
  scheme: z.optional(z.string()),
  /** The code of the scheme. */
  reasonCode: z.optional(z.string()),
  reason: z.optional(z.string()),
  isFraud: z.boolean(),
  /** The processor's id of the dispute. */
  processorReference: z.string(),
  openedAt: time,
  /** Until then a response counts. */
  deadline: z.optional(time),
  closedAt: z.optional(time),
});
export type MerchantDispute = z.output<typeof merchantDispute>;

const listedDispute = z.object({
  disputeId: z.string(),
  transactionId: z.string(),
  merchantName: z.string(),
  stage: z.enum(disputeStages),
  status: z.enum(disputeStatuses),
  amount,
  currency: z.string(),
  scheme: z.nullable(z.string()),
  reasonCode: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  isFraud: z.boolean(),
  /** The day before the processor's deadline, in the merchant's zone: yyyy-MM-dd. */
  respondBy: z.nullable(z.string()),
  openedAt: time,
});
export type ListedDispute = z.output<typeof listedDispute>;

const page = {
  offset: z.optional(wholeNumber(0, maxDisputeOffset)),
  pageSize: z.optional(wholeNumber(1, 100)),
};

export const listDisputes = {
  path: z.object({ orgId: databaseId }),
  query: z.object({
    ...page,
    /** Without: all. */
    status: z.optional(z.enum(disputeStatuses)),
    stage: z.optional(z.enum(disputeStages)),
    fraud: z.optional(z.enum(['yes', 'no'])),
    text: z.optional(z.string().check(z.regex(disputeTextPattern))),
    /** Organisations in place of that of the path, joined by commas. */
    nodes: z.optional(z.string().check(z.regex(/^\d{1,9}(?:,\d{1,9}){0,199}$/))),
    field: z.optional(z.enum(disputeSortFields)),
    direction: z.optional(z.enum(['ASC', 'DESC'])),
  }),
  response: z.object({
    disputes: z.array(listedDispute),
    /** Counted up to the last page that can be requested. */
    total: z.number(),
    hasMore: z.boolean(),
  }),
};

const disputeEvent = z.object({
  id: z.string(),
  at: time,
  /** The processor's name of the event, or ours. */
  name: z.string(),
  stage: z.nullable(z.enum(disputeStages)),
  status: z.nullable(z.enum(disputeStatuses)),
  /** How much was taken from the merchant at that time; null where the report has no money. */
  chargedBack: z.nullable(amount),
  /** The user; null for the processor. */
  actor: z.nullable(z.string()),
});
export type DisputeEventView = z.output<typeof disputeEvent>;

const disputeView = z.extend(listedDispute, {
  version: z.number(),
  merchantPath: z.string(),
  processorName: z.string(),
  processorReference: z.string(),
  /** How much of it was taken from the merchant by now. */
  chargedBack: amount,
  /** The processor's own deadline. */
  deadline: z.nullable(time),
  timeZone: z.string(),
  closedAt: z.nullable(time),
  payment: z.object({
    transactionId: z.string(),
    at: time,
    amount,
    refunded: amount,
    paymentProduct: z.nullable(z.string()),
    maskedPan: z.nullable(z.string()),
    reference: z.nullable(z.string()),
    customerName: z.nullable(z.string()),
    customerEmail: z.nullable(z.string()),
  }),
  /** The newest first. */
  events: z.array(disputeEvent),
});
export type DisputeView = z.output<typeof disputeView>;

export const getDispute = { path: disputePath, response: disputeView };
