import * as z from 'zod/mini';
import {
  decisionStates,
  historySubjects,
  maxHistory,
  maxNamed,
  placeKinds,
  reviewDecisions,
} from './review-mode.ts';
import { eventKinds, actionableStatuses } from '#shared/payments/review-task.ts';

const text = z.nullable(z.string());
const count = z.number().check(z.minimum(0), z.maximum(maxHistory));

/** A decision of the caller. `leftMs` is the time until it is sent, by the server's clock. */
export const ownDecision = z.object({
  taskId: z.string(),
  transactionId: z.string(),
  decision: z.enum(reviewDecisions),
  state: z.enum(decisionStates),
  leftMs: z.number(),
  transactionAmount: z.string(),
  transactionCurrencyCode: z.string(),
  customerEmail: text,
  /** The reason why the capture or release of a failed task was refused. */
  reasonCode: text,
});
export type OwnDecision = z.output<typeof ownDecision>;

/** The last event of a task. `by` is null for the clock and for the merchant. */
const taskAct = z.object({ act: z.enum(eventKinds), by: text, isOwn: z.boolean(), agoMs: z.number() });
export type LastAct = z.output<typeof taskAct>;

/** The task of a review. */
export const reviewTask = z.object({
  id: z.string(),
  version: z.number(),
  status: z.enum(actionableStatuses),
  assignee: text,
  transactionId: z.string(),
  transactionTypeCategory: z.enum(['PAYMENT', 'PAYOUT']),
  transactionTime: z.string(),
  transactionAmount: z.string(),
  transactionCurrencyCode: z.string(),
  customerEmail: text,
  decidesAt: z.string(),
  finalAction: z.enum(['capture', 'decline', 'release']),
  /** False when the merchant itself requested the deferral: an accept moves no money. */
  movesMoney: z.boolean(),
});
export type ReviewTask = z.output<typeof reviewTask>;

/** A claim of the caller. `leftMs` is the time until it ends. */
export const claim = z.object({ claimId: z.string(), leftMs: z.number() });

export const refusedReview = [
  /** Another reviewer has the task. */
  z.object({ state: z.literal('CLAIMED'), by: z.string(), until: z.string() }),
  /** The caller's own claim has ended. */
  z.object({ state: z.literal('ENDED') }),
  /** The task is decided, or has changed since the caller read it. */
  z.object({ state: z.literal('ACTED'), ...taskAct.shape }),
] as const;

/** A history of attempts with the same value, this one excepted. Numbers stop at 100. */
const foundHistory = z.object({
  state: z.literal('FOUND'),
  attempts: count,
  hasMore: z.boolean(),
  /** Only the attempts of the last 90 days are known. */
  isRecentOnly: z.boolean(),
  payments: count,
  refunds: count,
  declines: count,
  firstAt: text,
  lastAt: text,
  /** Different ones, and those at merchants that the caller may see. */
  cards: z.object({ count, named: z.array(z.string()).check(z.maxLength(maxNamed)) }),
  names: z.object({ count, named: z.array(z.string()).check(z.maxLength(maxNamed)) }),
  emails: z.object({ count, named: z.array(z.string()).check(z.maxLength(maxNamed)) }),
});
export type FoundHistory = z.output<typeof foundHistory>;

/** MISSING: the payment has no such value. FAILED: not loaded. */
export const history = z.object({
  subject: z.enum(historySubjects),
  result: z.discriminatedUnion('state', [
    foundHistory,
    z.object({ state: z.literal('MISSING') }),
    z.object({ state: z.literal('FAILED') }),
  ]),
});
export type SubjectHistory = z.output<typeof history>;

const place = z.object({
  kind: z.enum(placeKinds),
  /** Alpha-3. */
  country: z.string(),
  city: text,
  /** Whether it is the billing country, and how far the two countries' centres are apart; null without one. */
  isSame: z.nullable(z.boolean()),
  distanceKm: z.nullable(z.number()),
});
export type ReviewPlace = z.output<typeof place>;

const matchedList = z.object({
  listId: z.number(),
  listType: z.enum(['parameterlist', 'negativeList', 'positiveList']),
  name: z.string(),
  dataField: z.string(),
  displayName: text,
  active: z.boolean(),
});
export type MatchedList = z.output<typeof matchedList>;

const event = z.object({
  at: z.string(),
  act: z.enum(eventKinds),
  by: text,
  comment: text,
  assignee: text,
});
export type ReviewEvent = z.output<typeof event>;

/** null: the part could not be loaded. `lists` is also HIDDEN without a permission for lists. */
export const context = z.object({
  history: z.array(history),
  lists: z.nullable(z.array(matchedList)),
  seesLists: z.boolean(),
  places: z.nullable(z.array(place)),
  events: z.nullable(z.array(event)),
  /** The merchant's own device id, from the custom field that carries it. */
  device: text,
});
export type ReviewContext = z.output<typeof context>;

export const maxComment = 255;
