import { hasCardNumber } from '#shared/card-number.ts';
import type { FaultDetail } from '#shared/problem.ts';
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

/** A fault of a rule. `validation_defer_error` is the one that has its own code. */
interface RuleFault {
  /** As in `joinedConditions.conditions.0.value`. */
  field: string;
  detail: FaultDetail | 'validation_defer_error';
}

/**
 * All faults of a rule, in the order of the editor; none for a rule that may be saved. Browser and server use the same
 * rules (docs/domain.md#saving-a-rule).
 */
export function validateRule(rule: RuleContent, context: ConditionContext): RuleFault[] {
  const core = rule.ruleType === 'rule' ? conditionFaults(rule, context) : territoryFaults(rule, context);
  return [
    ...textFaults('name', rule.name, ruleLimits.name),
    ...textFaults('description', rule.description, ruleLimits.description),
    ...idFaults('merchantIds', rule.merchantIds),
    ...idFaults('installationIds', rule.installationIds),
    ...core,
    ...actionFaults(rule),
  ];
}

function textFaults(field: string, text: string, limit: number): RuleFault[] {
  if (text.trim() === '') return [{ field, detail: 'missing' }];
  if (text.length > limit) return [{ field, detail: 'too_long' }];
  return hasCardNumber(text) || text.includes('\0') ? [{ field, detail: 'not_allowed' }] : [];
}

function idFaults(field: string, ids: readonly number[]): RuleFault[] {
  if (ids.length === 0) return [{ field, detail: 'missing' }];
  return ids.length > ruleLimits.ids ? [{ field, detail: 'too_long' }] : [];
}

function conditionFaults(
  { joinedConditions: joined }: Extract<RuleContent, { ruleType: 'rule' }>,
  context: ConditionContext,
): RuleFault[] {
  const { logicalOperator, conditions, scope } = joined;
  const faults: RuleFault[] = [];
  if (conditions.length === 0) faults.push({ field: 'joinedConditions.conditions', detail: 'missing' });
  if (conditions.length > ruleLimits.conditions)
    faults.push({ field: 'joinedConditions.conditions', detail: 'too_long' });
  // The type excludes other values, the browser's state does not.
  if (!['and', 'or'].includes(logicalOperator))
    faults.push({ field: 'joinedConditions.logicalOperator', detail: 'missing' });
  if (scope !== undefined && !aggregateScopes.includes(scope))
    faults.push({ field: 'joinedConditions.scope', detail: 'not_allowed' });
  for (const [index, condition] of conditions.entries()) {
    const fault = validateCondition(condition, context) ?? cardNumberFault(condition);
    if (fault) faults.push({ ...fault, field: `joinedConditions.conditions.${index}.${fault.field}` });
  }
  return faults;
}

/** Values of rules are shown and stored as they are, so they never contain card numbers. */
function cardNumberFault(condition: Parameters<typeof validateCondition>[0]): RuleFault | undefined {
  const value = 'value' in condition && typeof condition.value === 'string' ? condition.value : '';
  return hasCardNumber(value) ? { field: 'value', detail: 'not_allowed' } : undefined;
}

function territoryFaults(
  { territoryCondition }: Extract<RuleContent, { ruleType: 'territoryRule' }>,
  { valuesOf }: ConditionContext,
): RuleFault[] {
  const { territoryComparisonType, territoryListOperator, territories } = territoryCondition;
  const field = (name: string) => `territoryCondition.${name}`;
  const known = valuesOf('country');
  const faults: RuleFault[] = [];
  if (!territoryFields.includes(territoryComparisonType))
    faults.push({ field: field('territoryComparisonType'), detail: 'missing' });
  if (!['isIn', 'isNotIn'].includes(territoryListOperator))
    faults.push({ field: field('territoryListOperator'), detail: 'missing' });
  if (territories.length === 0) faults.push({ field: field('territories'), detail: 'missing' });
  else if (territories.length > ruleLimits.territories)
    faults.push({ field: field('territories'), detail: 'too_long' });
  else if (known && !territories.every((code) => known.includes(code)))
    faults.push({ field: field('territories'), detail: 'not_allowed' });
  return faults;
}

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

function actionFaults(rule: RuleContent): RuleFault[] {
  const { action, deferFinalAction, deferWaitPeriod, actionToTest } = rule;
  const actions = rule.ruleType === 'rule' ? ruleActions : territoryActions;
  if (!isOneOf(actions, action)) return [{ field: 'action', detail: 'missing' }];
  if (action === 'Ignore') {
    // A territory rule accepts nothing.
    const testable = testableActions.filter((one) => rule.ruleType === 'rule' || one !== 'Accept');
    return isOneOf(testable, actionToTest ?? '') ? [] : [{ field: 'actionToTest', detail: 'missing' }];
  }
  if (action !== 'Defer' && action !== 'TerritoryDefer') return [];
  const faults: RuleFault[] = [];
  if (rule.ruleType === 'rule' && undeferrableField(rule.joinedConditions) !== undefined)
    faults.push({ field: 'action', detail: 'validation_defer_error' });
  if (!isOneOf(deferFinalActions, deferFinalAction ?? ''))
    faults.push({ field: 'deferFinalAction', detail: 'missing' });
  else if (!isOneOf(deferWaitPeriods, deferWaitPeriod ?? ''))
    faults.push({ field: 'deferWaitPeriod', detail: 'missing' });
  return faults;
}

const ids = (list: readonly number[]): number[] => [...new Set(list)].toSorted((a, b) => a - b);

/**
 * The rule as it is saved: trimmed texts, sorted ids, values in their one form, and only the options of its action. A Defer
 * that declines waits 7 days.
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
