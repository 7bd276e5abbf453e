import { hasCardNumber } from '#shared/card-number.ts';
import type { ErrorDetail } from '#shared/problem.ts';
import { normaliseCondition } from './conditions/normalise-condition.ts';
import { type ConditionContext, validateCondition } from './conditions/validate-condition.ts';
import { undeferrableField } from './deferral.ts';
import {
  type RuleContent,
  aggregateScopes,
  deferFinalActions,
  deferWaitPeriods,
  ruleActions,
  territoryActions,
  territoryFields,
  testableActions,
} from './rule.ts';

export const ruleLimits = {
  conditions: 50,
  ids: 2000,
  name: 100,
  description: 255,
  territories: 250,
} as const;

/** An error of a rule. Only `validation_defer_error` has a separate code. */
interface RuleError {
  /** As in `joinedConditions.conditions.0.value`. */
  field: string;
  detail: ErrorDetail | 'validation_defer_error';
}

/**
 * All errors of a rule, in the order of the editor; none for a rule that may be saved. Browser and server use the same
 * rules (docs/domain.md#saving-a-rule).
 */
export function validateRule(rule: RuleContent, context: ConditionContext): RuleError[] {
  const core =
    rule.ruleType === 'rule' ? findConditionErrors(rule, context) : findTerritoryErrors(rule, context);
  return [
    ...findTextErrors('name', rule.name, ruleLimits.name),
    ...findTextErrors('description', rule.description, ruleLimits.description),
    ...findIdErrors('merchantIds', rule.merchantIds),
    ...findIdErrors('installationIds', rule.installationIds),
    ...core,
    ...findActionErrors(rule),
  ];
}

function findTextErrors(field: string, text: string, limit: number): RuleError[] {
  if (text.trim() === '') return [{ field, detail: 'missing' }];
  if (text.length > limit) return [{ field, detail: 'too_long' }];
  return hasCardNumber(text) || text.includes('\0') ? [{ field, detail: 'not_allowed' }] : [];
}

function findIdErrors(field: string, ids: readonly number[]): RuleError[] {
  if (ids.length === 0) return [{ field, detail: 'missing' }];
  return ids.length > ruleLimits.ids ? [{ field, detail: 'too_long' }] : [];
}

function findConditionErrors(
  { joinedConditions: joined }: Extract<RuleContent, { ruleType: 'rule' }>,
  context: ConditionContext,
): RuleError[] {
  const { logicalOperator, conditions, scope } = joined;
  const errors: RuleError[] = [];
  if (conditions.length === 0) errors.push({ field: 'joinedConditions.conditions', detail: 'missing' });
  if (conditions.length > ruleLimits.conditions)
    errors.push({ field: 'joinedConditions.conditions', detail: 'too_long' });
  // The type excludes other values, the browser's state does not.
  if (!['and', 'or'].includes(logicalOperator))
    errors.push({ field: 'joinedConditions.logicalOperator', detail: 'missing' });
  if (scope !== undefined && !aggregateScopes.includes(scope))
    errors.push({ field: 'joinedConditions.scope', detail: 'not_allowed' });
  for (const [index, condition] of conditions.entries()) {
    const error = validateCondition(condition, context) ?? findCardNumberError(condition);
    if (error) errors.push({ ...error, field: `joinedConditions.conditions.${index}.${error.field}` });
  }
  return errors;
}

/** Values of rules are shown and stored as they are, so they never contain card numbers. */
function findCardNumberError(condition: Parameters<typeof validateCondition>[0]): RuleError | undefined {
  const value = 'value' in condition && typeof condition.value === 'string' ? condition.value : '';
  return hasCardNumber(value) ? { field: 'value', detail: 'not_allowed' } : undefined;
}

function findTerritoryErrors(
  { territoryCondition }: Extract<RuleContent, { ruleType: 'territoryRule' }>,
  { valuesOf }: ConditionContext,
): RuleError[] {
  const { territoryComparisonType, territoryListOperator, territories } = territoryCondition;
  const field = (name: string) => `territoryCondition.${name}`;
  const countries = valuesOf('country');
  const errors: RuleError[] = [];
  if (!territoryFields.includes(territoryComparisonType))
    errors.push({ field: field('territoryComparisonType'), detail: 'missing' });
  if (!['isIn', 'isNotIn'].includes(territoryListOperator))
    errors.push({ field: field('territoryListOperator'), detail: 'missing' });
  if (territories.length === 0) errors.push({ field: field('territories'), detail: 'missing' });
  else if (territories.length > ruleLimits.territories)
    errors.push({ field: field('territories'), detail: 'too_long' });
  else if (countries && !territories.every((code) => countries.includes(code)))
    errors.push({ field: field('territories'), detail: 'not_allowed' });
  return errors;
}

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

function findActionErrors(rule: RuleContent): RuleError[] {
  const { action, deferFinalAction, deferWaitPeriod, actionToTest } = rule;
  const actions = rule.ruleType === 'rule' ? ruleActions : territoryActions;
  if (!isOneOf(actions, action)) return [{ field: 'action', detail: 'missing' }];
  if (action === 'Ignore') {
    // A territory rule accepts nothing.
    const testable = testableActions.filter(
      (testableAction) => rule.ruleType === 'rule' || testableAction !== 'Accept',
    );
    return isOneOf(testable, actionToTest ?? '') ? [] : [{ field: 'actionToTest', detail: 'missing' }];
  }
  if (action !== 'Defer' && action !== 'TerritoryDefer') return [];
  const errors: RuleError[] = [];
  if (rule.ruleType === 'rule' && undeferrableField(rule.joinedConditions) !== undefined)
    errors.push({ field: 'action', detail: 'validation_defer_error' });
  if (!isOneOf(deferFinalActions, deferFinalAction ?? ''))
    errors.push({ field: 'deferFinalAction', detail: 'missing' });
  else if (!isOneOf(deferWaitPeriods, deferWaitPeriod ?? ''))
    errors.push({ field: 'deferWaitPeriod', detail: 'missing' });
  return errors;
}

const ids = (list: readonly number[]): number[] => [...new Set(list)].toSorted((a, b) => a - b);

/**
 * The stored form of the rule: trimmed texts, sorted ids, normalised values, and only the options of its action. A
 * Defer that declines waits 7 days.
 */
export function normaliseRule(rule: RuleContent): RuleContent {
  const { action, deferFinalAction, actionToTest } = rule;
  const isDefer = action === 'Defer' || action === 'TerritoryDefer';
  const deferWaitPeriod = deferFinalAction === 'decline' ? '7 days' : rule.deferWaitPeriod;
  const common = {
    name: rule.name.trim(),
    description: rule.description.trim(),
    merchantIds: ids(rule.merchantIds),
    installationIds: ids(rule.installationIds),
    ...(isDefer && deferFinalAction ? { deferFinalAction } : {}),
    ...(isDefer && deferWaitPeriod ? { deferWaitPeriod } : {}),
    ...(action === 'Ignore' && actionToTest ? { actionToTest } : {}),
  };
  if (rule.ruleType === 'territoryRule') {
    const { territories } = rule.territoryCondition;
    return {
      ...common,
      ruleType: rule.ruleType,
      action: rule.action,
      territoryCondition: {
        ...rule.territoryCondition,
        type: 'territory',
        territories: [...new Set(territories)].toSorted(),
      },
    };
  }
  const { logicalOperator, conditions, scope } = rule.joinedConditions;
  return {
    ...common,
    ruleType: rule.ruleType,
    action: rule.action,
    joinedConditions: {
      logicalOperator,
      conditions: conditions.map(normaliseCondition),
      ...(scope ? { scope } : {}),
    },
  };
}
