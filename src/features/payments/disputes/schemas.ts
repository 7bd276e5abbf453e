import * as z from 'zod/mini';
import { type Upload, isUpload } from '#shared/upload.ts';
import { cursorPage, cursorQuery, queryMoment } from '#shared/cursor-page.ts';
import { transactionIdPattern } from '#shared/patterns.ts';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { maxEvidenceText } from './dispute-limits.ts';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { disputeSortFields, disputeTextPattern, maxDisputeOffset } from './disputes-search.ts';

const disputePath = z.object({ disputeId: wholeNumber(1) });
const time = z.string();
/** Decimal text with the currency's digits. */
const amount = z.string();

/** As the merchant API and its events show a dispute. */
export const merchantDispute = z.object({
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

const disputeFile = z.object({
  id: z.string(),
  /** The processor's name of the document. */
  item: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.number(),
  addedAt: time,
  addedBy: z.string(),
});
export type DisputeFile = z.output<typeof disputeFile>;

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
  /** False: the processor takes responses in its own portal only. */
  isAnswerable: z.boolean(),
  mayAnswer: z.boolean(),
  /** The newest response, also one whose result is missing. */
  answer: z.nullable(
    z.object({
      kind: z.enum(['ACCEPT', 'SUBMIT']),
      state: z.enum(['PENDING', 'DONE', 'REFUSED']),
      by: z.string(),
      at: time,
      refusal: z.nullable(z.string()),
    }),
  ),
  files: z.array(disputeFile),
  /** Responses that wait for a second person. */
  waitingApprovals: z.array(
    z.object({ approvalId: z.string(), requestedBy: z.string(), requestedAt: time, endsAt: time }),
  ),
  payment: z.object({
    transactionId: z.string(),
    at: time,
    amount,
    refunded: amount,
    paymentProduct: z.nullable(z.string()),
    cardScheme: z.nullable(z.string()),
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

const check = z.nullable(z.string());

const evidenceForm = z.object({
  /** One is chosen; a processor without reasons has one, with the code ''. */
  reasons: z.array(
    z.object({
      code: z.string(),
      items: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(['text', 'file']),
          level: z.enum(['REQUIRED', 'ONE_OR_MORE', 'OPTIONAL']),
          maxLength: z.optional(z.number()),
        }),
      ),
    }),
  ),
  fileTypes: z.array(z.string()),
  /** By field: what we can fill in. */
  texts: z.record(z.string(), z.string()),
  known: z.object({
    at: time,
    amount,
    currency: z.string(),
    reference: z.nullable(z.string()),
    description: z.nullable(z.string()),
    authCode: z.nullable(z.string()),
    customerName: z.nullable(z.string()),
    customerEmail: z.nullable(z.string()),
    ip: z.nullable(z.string()),
    ipCountry: z.nullable(z.string()),
    billingAddress: z.nullable(z.string()),
    cv2Check: check,
    addressCheck: check,
    postcodeCheck: check,
    threeDSecure: z.nullable(z.string()),
    eci: z.nullable(z.string()),
    earlier: z.array(
      z.object({ transactionId: z.string(), at: time, amount, currency: z.string(), sameIp: z.boolean() }),
    ),
  }),
});
export type EvidenceFormView = z.output<typeof evidenceForm>;

export const getEvidenceForm = { path: disputePath, response: evidenceForm };

const version = z.number().check(z.int(), z.positive());

export const acceptDispute = {
  path: disputePath,
  body: z.strictObject({ version }),
  response: disputeView,
};

export const submitEvidence = {
  path: disputePath,
  body: z.strictObject({
    version,
    reason: z.string().check(z.maxLength(100)),
    texts: z.record(
      z.string().check(z.regex(/^[\w.-]{1,100}$/)),
      z.string().check(z.maxLength(maxEvidenceText)),
    ),
  }),
  response: disputeView,
};

export const attachDisputeFile = {
  path: disputePath,
  /** Form fields `file`, with its name, and `item`. */
  body: z.custom<Upload>(isUpload),
  response: disputeFile,
};

const filePath = z.object({ disputeId: wholeNumber(1), fileId: wholeNumber(1) });
export const downloadDisputeFile = { path: filePath, response: z.string() };
export const removeDisputeFile = { path: filePath, response: z.undefined() };

export const listMerchantDisputes = {
  path: z.object({ installationId: databaseId }),
  query: z.object({
    ...cursorQuery,
    status: z.optional(z.enum(disputeStatuses)),
    /** Of this payment or authorisation. */
    transactionId: z.optional(z.string().check(z.regex(transactionIdPattern))),
    openedFrom: z.optional(queryMoment),
    openedTo: z.optional(queryMoment),
  }),
  response: cursorPage(merchantDispute),
};

export const readMerchantDispute = {
  path: z.object({ installationId: databaseId, disputeId: wholeNumber(1) }),
  response: merchantDispute,
};
