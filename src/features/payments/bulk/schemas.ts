import * as z from 'zod/mini';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { refundReasons } from '#shared/payments/refund-reasons.ts';
import { bulkActions, itemStates, maxBulkItems } from './bulk-work.ts';

const jobId = z.uuid();
/** Decimal text with the currency's digits. */
const amount = z.string().check(z.maxLength(20));
/** Of transactions or links. */
const objectId = z.string().check(z.minLength(1), z.maxLength(64));

const selection = {
  action: z.enum(bulkActions),
  ids: z.array(objectId).check(z.minLength(1), z.maxLength(maxBulkItems)),
  /** Refuses refunds of payments with an open dispute. */
  withoutDisputed: z.optional(z.boolean()),
};

const dispute = z.object({ stage: z.enum(disputeStages), status: z.enum(disputeStatuses) });

const sum = z.strictObject({
  ccyCode: z.string().check(z.maxLength(3)),
  number: z.int().check(z.positive(), z.maximum(maxBulkItems)),
  amount,
});
export type BulkSum = z.output<typeof sum>;

const subject = z.object({
  id: z.string(),
  merchantRef: z.nullable(z.string()),
  /** null where no money moves. */
  amount: z.nullable(amount),
  ccyCode: z.nullable(z.string()),
  /** Why it is refused. */
  code: z.nullable(z.string()),
  /** Of a refund: the open dispute of its payment. */
  dispute: z.nullable(dispute),
});

export const reviewBulkWork = {
  body: z.strictObject(selection),
  response: z.object({
    items: z.array(subject),
    /** Of what is not refused. */
    sums: z.array(sum),
  }),
};
export type BulkReview = z.output<(typeof reviewBulkWork)['response']>;

const job = z.object({
  jobId: z.string(),
  action: z.enum(bulkActions),
  createdAt: z.string(),
  /** null while it runs. */
  endedAt: z.nullable(z.string()),
  total: z.number(),
  /** How many items have each state. */
  states: z.partialRecord(z.enum(itemStates), z.number()),
});
export type BulkJob = z.output<typeof job>;

const item = z.extend(subject, {
  position: z.number(),
  state: z.enum(itemStates),
  /** The follow-up that it made. */
  resultId: z.nullable(z.string()),
  /** The request that waits for a second person, or was decided by one. */
  approvalId: z.nullable(z.string()),
});
export type BulkItem = z.output<typeof item>;

const wholeJob = z.extend(job, { items: z.array(item) });

export const startBulkWork = {
  body: z.strictObject({
    ...selection,
    /** Chosen by the client: the same id starts one job. */
    jobId,
    /** As reviewed. When they have changed, nothing starts (409 `BULK_CHANGED`). */
    sums: z.array(sum).check(z.maxLength(maxBulkItems)),
    /** How many of the ids run, as reviewed. */
    number: z.int().check(z.positive(), z.maximum(maxBulkItems)),
    refundReason: z.optional(z.enum(refundReasons)),
    refundNote: z.optional(z.string().check(z.maxLength(255))),
  }),
  response: job,
};

const path = z.object({ jobId });

export const listBulkJobs = { response: z.object({ jobs: z.array(job) }) };
export const getBulkJob = { path, response: wholeJob };
export const stopBulkJob = { path, body: z.strictObject({}), response: wholeJob };
export const retryBulkJob = { path, body: z.strictObject({}), response: wholeJob };
