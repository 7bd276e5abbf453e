import * as z from 'zod/mini';
import { databaseId } from '#shared/whole-number.ts';
import { conditionSchema } from '#features/fraud/fraud-rules/conditions/condition-schema.ts';
import { territoryConditionSchema } from '#features/fraud/fraud-rules/schemas.ts';
import { transactionIdPattern } from '#shared/patterns.ts';

/** One condition, or the country condition of a territory rule. */
const explainedCondition = z.object({
  condition: z.union([conditionSchema, territoryConditionSchema]),
  /** MISSING: the payment has no such value, so the condition cannot match. */
  state: z.enum(['TRUE', 'FALSE', 'MISSING']),
  /** The value of the field, a count, a sum in minor units, or whether a list has the value. */
  found: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
  /**
   * DECIDED: as stored with the decision. ATTEMPTS: counted now over the attempts up to the payment, which is exact.
   * TODAY: with the lists or the customer of today.
   */
  basis: z.enum(['DECIDED', 'ATTEMPTS', 'TODAY']),
});

export const explainRule = {
  path: z.object({
    transactionId: z.string().check(z.regex(transactionIdPattern)),
    ruleId: databaseId,
  }),
  response: z.object({
    ruleId: z.number(),
    ruleName: z.string(),
    ruleType: z.enum(['rule', 'territoryRule']),
    version: z.number(),
    /**
     * DECIDED: the version that was active. TODAY: the rule did not exist, or was not active, when the payment was
     * evaluated; the current version is shown.
     */
    versionBasis: z.enum(['DECIDED', 'TODAY']),
    /** False where the engine was unavailable or a list had decided: the rule was not evaluated. */
    wasEvaluated: z.boolean(),
    /** The payment's installation is one of the rule's. */
    applies: z.boolean(),
    matched: z.boolean(),
    /** The rule in that version, for its sentence. */
    rule: z.looseObject({ ruleType: z.enum(['rule', 'territoryRule']), action: z.string() }),
    /** The lists that it refers to. */
    lists: z.array(z.object({ listId: z.number(), name: z.string() })),
    conditions: z.array(explainedCondition),
  }),
};
