import * as z from 'zod/mini';
import { hasVisibleText } from '#shared/label.ts';
import { wholeNumber } from '#shared/whole-number.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { maxComment, claim, context, ownDecision, refusedReview, reviewTask } from './review-shapes.ts';
import { reviewDecisions } from './review-mode.ts';
import { eventKinds, openStatuses, taskActions, taskStatuses } from '#shared/payments/review-task.ts';
import { maxTasks, retryEffects } from './retry.ts';

const taskId = wholeNumber(1);
const taskIds = z.array(taskId).check(z.minLength(1), z.maxLength(maxTasks));
const comment = z.nullish(z.string().check(z.maxLength(maxComment)));
const organisationPath = z.object({ orgId: organisationId });
const text = z.optional(z.string());

const criteria = {
  assignee: text,
  transactionTypeCategories: text,
  txnMinAmount: text,
  txnMaxAmount: text,
  taskStatuses: text,
};

const task = z.object({
  id: z.string(),
  version: z.number(),
  status: z.enum(openStatuses),
  assignee: z.nullable(z.string()),
  transactionId: z.string(),
  transactionTypeCategory: z.enum(['PAYMENT', 'PAYOUT']),
  transactionTime: z.string(),
  customerEmail: z.nullable(z.string()),
  transactionAmount: z.string(),
  transactionCurrencyCode: z.string(),
  customerIpAddress: z.nullable(z.string()),
  score: z.nullable(z.number()),
  cardIssuerCountryCode: z.nullable(z.string()),
  paymentSource: z.nullable(z.string()),
  /** When the clock decides, and how. `release`: it repeats a reviewer's reject that failed. */
  decidesAt: z.string(),
  /** When the clock tries next; null: not before a reviewer has acted, or a decision is with the processor. */
  nextCheckAt: z.nullable(z.string()),
  finalAction: z.enum(['capture', 'decline', 'release']),
  /** The merchant itself requested the deferral: an accept moves no money. */
  wasDeferredByMerchant: z.boolean(),
  /** Why the last attempt failed, the processor's code for it, and the scheme of the card. */
  reasonCode: z.nullable(z.string()),
  statusCode: z.nullable(z.string()),
  scheme: z.nullable(z.string()),
  /** The rules that deferred it; empty without a permission for rules. */
  ruleNames: z.array(z.string()),
  /** The reviewer who has claimed the task, and the end of the claim. */
  claim: z.optional(z.object({ by: z.string(), until: z.string() })),
});
export type TaskView = z.output<typeof task>;

const taskSearch = {
  ...criteria,
  limit: text,
  startFrom: text,
  'taskField.field': text,
  'taskField.sort': text,
  'taskSearch.taskId': text,
  'taskSearch.transactionId': text,
  'taskSearch.transactionTypeCategory': text,
  'taskSearch.transactionTime': text,
  'taskSearch.customerEmail': text,
  'taskSearch.transactionAmount': text,
  'taskSearch.transactionCurrencyCode': text,
  'taskSearch.customerIpAddress': text,
  'taskSearch.score': text,
  'taskSearch.cardIssuerCountryCode': text,
  'taskSearch.paymentSource': text,
  'taskSearch.taskStatus': text,
  'taskSearch.assignee': text,
};

export const searchTasks = {
  path: organisationPath,
  query: z.object(taskSearch),
  response: z.object({ data: z.array(task), resultsAvailable: z.number(), resultsReturned: z.number() }),
};

const retrySum = z.object({
  effect: z.enum(retryEffects),
  currency: z.string(),
  tasks: z.int(),
  amount: z.string(),
});

export const reviewRetry = {
  path: organisationPath,
  query: z.object(taskSearch),
  response: z.object({
    /** The failed tasks that match, in the order of the search, at most 500. */
    data: z.array(task),
    /** All of them. */
    resultsAvailable: z.number(),
    /** What a retry of `data` does to the money, by effect and currency. */
    sums: z.array(retrySum),
  }),
};
export type RetryReview = z.output<typeof reviewRetry.response>;

export const countTasks = {
  path: organisationPath,
  query: z.object(criteria),
  response: z.object({
    maximumTransactionAmount: z.string(),
    /** ANYONE and ME. */
    assigneeCountMap: z.record(z.string(), z.number()),
    transactionTypeCountMap: z.record(z.string(), z.number()),
    statusCounts: z.object({
      taskStatusCountsMap: z.record(z.string(), z.number()),
      totalFailedCount: z.number(),
    }),
  }),
};

export const listQueueUsers = {
  path: organisationPath,
  response: z.array(z.object({ emailAddress: z.string(), firstName: z.string(), lastName: z.string() })),
};

/** The last thing that happened to a task. */
const lastEvent = z.object({
  kind: z.enum([...eventKinds, 'ACCEPTING', 'REJECTING']),
  /** A user name, or "system" for the clock and the merchant. */
  by: z.string(),
  /** Null for a decision in progress. */
  at: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
});
export type LastEvent = z.output<typeof lastEvent>;

const results = z.object({
  /** The result of the whole request. */
  result: z.enum(['SUCCESS', 'PARTIAL', 'ERROR']),
  taskList: z.array(
    z.object({
      taskId: z.string(),
      version: z.number(),
      taskStatus: z.enum(taskStatuses),
      /** S200: done. V020: not possible in this status. Otherwise the code of the capture or release. */
      reasonCode: z.string(),
      lastEvent,
    }),
  ),
});
export type TaskResults = z.output<typeof results>;

const action = { action: z.enum(taskActions), commentMessage: comment };

export const actOnTask = { path: z.object({ taskId }), body: z.object(action), response: results };
export const actOnTasks = { body: z.object({ taskRecordIds: taskIds, ...action }), response: results };
export const retryTasks = {
  body: z.object({
    taskRecordIds: taskIds,
    commentMessage: comment,
    /** The versions that were confirmed. A task that has another one is not retried: V020. */
    reviewed: z.optional(z.array(z.object({ taskId, version: wholeNumber(0) })).check(z.maxLength(maxTasks))),
  }),
  response: results,
};
export const commentTasks = {
  body: z.object({
    taskRecordIds: taskIds,
    commentMessage: z.string().check(z.maxLength(maxComment), z.refine(hasVisibleText)),
  }),
  response: results,
};
export const assignTasks = {
  body: z.object({
    assignedTasks: z
      .array(z.object({ taskId, version: wholeNumber(0) }))
      .check(z.minLength(1), z.maxLength(maxTasks)),
    action: z.enum(['ASSIGN', 'UNASSIGN']),
    /** An email address; empty with UNASSIGN. */
    assignee: z.nullish(z.string().check(z.maxLength(254))),
  }),
  response: results,
};

const taskPath = z.object({ taskId });

export const getReview = {
  path: organisationPath,
  query: z.object({ ...criteria, sessionId: z.uuid() }),
  response: z.object({
    /** The earliest undecided tasks that the session has not decided, at most 100. */
    tasks: z.array(
      z.object({ id: z.string(), transactionId: z.string(), claimedBy: z.nullable(z.string()) }),
    ),
    /** All of them. */
    open: z.number(),
    /** Held and sent decisions of the session. */
    counts: z.object({ ACCEPT: z.number(), REJECT: z.number(), HOLD: z.number() }),
    /** The last decisions of the session, the latest first. */
    decisions: z.array(ownDecision),
  }),
};

export const claimReview = {
  path: taskPath,
  /** With the id of a claim, renews that one. */
  body: z.object({ claimId: z.nullish(z.uuid()) }),
  response: z.discriminatedUnion('state', [
    z.object({ state: z.literal('MINE'), claim, task: reviewTask }),
    /** The caller's own decision is held. */
    z.object({ state: z.literal('HELD'), decision: ownDecision }),
    ...refusedReview,
  ]),
};

export const releaseReview = {
  path: z.object({ taskId, claimId: z.uuid() }),
  response: z.object({ released: z.boolean() }),
};

export const holdDecision = {
  path: taskPath,
  body: z.object({
    decision: z.enum(reviewDecisions),
    claimId: z.uuid(),
    sessionId: z.uuid(),
    /** The version that the reviewer has seen. */
    version: z.int(),
  }),
  response: z.discriminatedUnion('state', [
    z.object({ state: z.literal('HELD'), decision: ownDecision }),
    ...refusedReview,
  ]),
};

export const undoDecision = {
  path: taskPath,
  /** False: it was sent, or never made. */
  response: z.object({ undone: z.boolean() }),
};

export const getReviewContext = { path: taskPath, response: context };
