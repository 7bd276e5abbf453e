import type { DraftRule } from '#features/fraud/fraud-impact/schemas.ts';
import type { RuleContent } from '../rule.ts';
import type { AnyRuleView, RuleView, TerritoryRuleView } from '../schemas.ts';

function common(view: AnyRuleView) {
  const { name, description, merchantIds, installationIds, deferFinalAction, deferWaitPeriod, actionToTest } =
    view;
  return {
    name,
    description,
    merchantIds,
    installationIds,
    ...(deferFinalAction ? { deferFinalAction } : {}),
    ...(deferWaitPeriod ? { deferWaitPeriod } : {}),
    ...(actionToTest ? { actionToTest } : {}),
  };
}

/** The part of a rule that a request sends back. */
export const bodyOfRule = (view: RuleView) => ({
  ...common(view),
  action: view.action,
  joinedConditions: view.joinedConditions,
});

export const bodyOfTerritoryRule = (view: TerritoryRuleView) => ({
  ...common(view),
  action: view.action,
  territoryCondition: view.territoryCondition,
});

export const toRuleContent = (view: AnyRuleView): RuleContent =>
  view.ruleType === 'rule'
    ? { ...bodyOfRule(view), ruleType: 'rule' }
    : { ...bodyOfTerritoryRule(view), ruleType: 'territoryRule' };

/** A valid rule as the measurement of its impact takes it: typing a name or description measures nothing again. */
export function toDraftRule({ name: _name, description: _description, ...draft }: RuleContent): DraftRule {
  return draft;
}
