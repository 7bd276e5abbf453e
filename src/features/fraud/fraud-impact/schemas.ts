import * as z from 'zod/mini';
import { databaseId as pathId } from '#shared/whole-number.ts';
import { type Upload, isUpload } from '#shared/upload.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { conditionSchema } from '#features/fraud/fraud-rules/conditions/condition-schema.ts';
import {
  aggregateScopes,
  deferFinalActions,
  deferWaitPeriods,
  ruleActions,
  territoryActions,
  territoryFields,
  testableActions,
} from '#features/fraud/fraud-rules/rule.ts';

const id = z.int().check(z.positive(), z.maximum(2_147_483_647));
const ids = z.array(id).check(z.maxLength(2000));

const outcome = {
  deferFinalAction: z.optional(z.enum(deferFinalActions)),
  deferWaitPeriod: z.optional(z.enum(deferWaitPeriods)),
  actionToTest: z.optional(z.enum(testableActions)),
};
const common = { merchantIds: ids, installationIds: ids, ...outcome };

/** A rule that has not been saved: its conditions, its installations and its action. */
const draftRule = z.discriminatedUnion('ruleType', [
  z.object({
    ruleType: z.literal('rule'),
    ...common,
    action: z.enum(ruleActions),
    joinedConditions: z.object({
      logicalOperator: z.enum(['and', 'or']),
      conditions: z.array(conditionSchema).check(z.minLength(1), z.maxLength(50)),
      scope: z.optional(z.enum(aggregateScopes)),
    }),
  }),
  z.object({
    ruleType: z.literal('territoryRule'),
    ...common,
    action: z.enum(territoryActions),
    territoryCondition: z.object({
      type: z.literal('territory'),
      territoryComparisonType: z.enum(territoryFields),
      territoryListOperator: z.enum(['isIn', 'isNotIn']),
      territories: z.array(z.string().check(z.regex(/^[A-Z]{3}$/))).check(z.maxLength(250)),
    }),
  }),
]);

const count = z.number();
/** Decimal text. */
const money = z.object({ currency: z.string(), amount: z.string() });

const impact = z.object({
  days: z.number(),
  from: z.string(),
  until: z.string(),
  /** When the data begin, where that is later than `from`. */
  dataSince: z.optional(z.string()),
  /** The number of evaluated payments, and of accepted payments among them. */
  payments: count,
  accepted: count,
  /** Of the accepted payments; those reported as fraud are not among the refunded ones. */
  acceptedFraud: count,
  acceptedRefunded: count,
  matches: count,
  /** The outcomes of the matches. Each match counts once. */
  blocked: count,
  declined: count,
  deferred: count,
  /** Accepted, and disputed or reported as fraud since. */
  fraud: count,
  refunded: count,
  kept: count,
  /** The matches whose outcome the action alters, how many of them are fraud or refunded, and their amounts. */
  wouldChange: count,
  wouldChangeFraud: count,
  wouldChangeRefunded: count,
  /** Accepted payments that the action alters. */
  wouldChangeAccepted: count,
  money: z.array(money),
  otherCurrencies: count,
  /** The sources that already block matches. */
  blockedBy: z.array(z.object({ source: z.string(), count })),
  /** Active rules that matched the same payments; absent when there are too many matches. */
  overlap: z.optional(z.array(z.object({ ruleId: z.string(), name: z.string(), action: z.string(), count }))),
  /** Matches in cases that were closed as fraud; absent when there are too many matches. */
  closedAsFraud: z.optional(count),
  /** Fields of the rule and how many payments have no value for them. */
  missing: z.array(z.object({ field: z.string(), count })),
  /** The newest matches; absent without permission for transactions. */
  sample: z.optional(
    z.array(
      z.object({
        transactionId: z.string(),
        time: z.string(),
        amount: z.string(),
        currency: z.string(),
        status: z.string(),
        outcome: z.nullable(z.string()),
        merchantName: z.string(),
      }),
    ),
  ),
});

export type DraftRule = z.output<typeof draftRule>;
export type RuleImpact = z.output<typeof impact>;

export const measureImpact = {
  path: z.object({ orgId: organisationId }),
  body: z.strictObject({
    rule: draftRule,
    days: z.union([z.literal(7), z.literal(30), z.literal(90)]),
    /** The end of the range, by default the moment that the store has reached: ranges of one measurement share it. */
    until: z.optional(z.iso.datetime()),
    /** The rule that the draft changes: its own matches are not an overlap. */
    ruleId: z.optional(id),
  }),
  response: z.object({
    ...impact.shape,
    /** The share of accepted payments, in per cent, above which an activation needs confirmation. */
    guardShare: z.number(),
    guardPayments: z.number(),
  }),
};
export type MeasuredImpact = z.output<typeof measureImpact.response>;

export const measureListRemoval = {
  path: z.object({ listId: pathId, orgId: organisationId }),
  response: z.object({
    rules: z.array(
      z.object({
        ruleId: z.number(),
        name: z.string(),
        action: z.enum([...ruleActions, ...territoryActions]),
        impact: measureImpact.response,
      }),
    ),
    /** Further rules: the caller may not view them, or they are too many. */
    unmeasured: count,
  }),
};
export type ListRemoval = z.output<typeof measureListRemoval.response>;

export const countListFileMatches = {
  path: z.object({ listId: pathId, orgId: organisationId }),
  /** Form field `file`: one value a line. */
  body: z.custom<Upload>(isUpload),
  response: z.object({
    days: z.number(),
    /** Absent for a field by whose values payments are not found, and for an unreadable file. */
    payments: z.optional(count),
    /** More payments exist than `payments` has. */
    hasMore: z.optional(z.boolean()),
  }),
};

export const getRecentMatches = {
  path: z.object({ orgId: organisationId }),
  query: z.object({
    /** The ids of one page of rules, separated by commas. */
    ruleIds: z.string().check(z.regex(/^\d{1,9}(?:,\d{1,9}){0,99}$/)),
  }),
  /** Rules without a match are missing. */
  response: z.array(z.object({ ruleId: count, matches: count })),
};

const day = z.object({ day: z.string(), matches: count });
const acceptance = z.object({ payments: count, accepted: count });

export const getRuleEffect = {
  path: z.object({ ruleId: pathId, orgId: organisationId }),
  response: z.object({
    /** When this version became active; absent for an inactive rule. */
    activeSince: z.optional(z.string()),
    /** False until 24 hours have passed. */
    isMeasured: z.boolean(),
    days: z.array(day),
    matches: count,
    /** Matches a day since then, and in the previous 30 days. */
    perDay: z.number(),
    expectedPerDay: z.optional(z.number()),
    before: acceptance,
    after: acceptance,
  }),
};
export type RuleEffect = z.output<typeof getRuleEffect.response>;
