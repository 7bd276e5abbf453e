import { undeferrableField } from './deferral.ts';
import type {
  AggregateScope,
  Condition,
  RuleContent,
  TerritoryCondition,
  deferFinalActions,
  TestableAction,
} from './rule.ts';
import { ruleLimits } from './validate-rule.ts';

/** The state of the editors of rules and territory rules. */
export interface RuleForm {
  ruleType: 'rule' | 'territoryRule';
  name: string;
  description: string;
  /** The initial state of a new rule. */
  active: boolean;
  merchantIds: readonly number[];
  installationIds: readonly number[];
  /** '' until one is chosen. */
  action: string;
  deferFinalAction?: (typeof deferFinalActions)[number];
  deferWaitPeriod?: string;
  actionToTest?: TestableAction;
  logicalOperator: 'and' | 'or';
  scope?: AggregateScope;
  conditions: Condition[];
  territory: TerritoryCondition;
}

export function blankForm(ruleType: RuleForm['ruleType']): RuleForm {
  return {
    ruleType,
    name: '',
    description: '',
    active: true,
    merchantIds: [],
    installationIds: [],
    action: '',
    logicalOperator: 'and',
    conditions: [],
    territory: {
      type: 'territory',
      territoryComparisonType: 'cardIssuerCountryCode',
      territoryListOperator: 'isIn',
      territories: [],
    },
  };
}

export function toRuleForm(rule: RuleContent, active: boolean): RuleForm {
  const { name, description, merchantIds, installationIds, action } = rule;
  const { deferFinalAction, deferWaitPeriod, actionToTest } = rule;
  const base = {
    ...blankForm(rule.ruleType),
    name,
    description,
    active,
    merchantIds,
    installationIds,
    action,
    deferFinalAction,
    deferWaitPeriod,
    actionToTest,
  };
  return rule.ruleType === 'rule'
    ? { ...base, ...rule.joinedConditions }
    : { ...base, territory: rule.territoryCondition };
}

/** The rule of the form. It may be incomplete: `validateRule` names what is missing. */
export function buildRuleContent(form: RuleForm): RuleContent {
  const { name, description, merchantIds, installationIds, action } = form;
  const { deferFinalAction, deferWaitPeriod, actionToTest, logicalOperator, conditions, scope } = form;
  const common = {
    name,
    description,
    merchantIds,
    installationIds,
    ...(deferFinalAction ? { deferFinalAction } : {}),
    ...(deferWaitPeriod ? { deferWaitPeriod } : {}),
    ...(actionToTest ? { actionToTest } : {}),
  };
  const core =
    form.ruleType === 'rule'
      ? { joinedConditions: { logicalOperator, conditions, ...(scope ? { scope } : {}) } }
      : { territoryCondition: form.territory };
  return { ...common, ...core, ruleType: form.ruleType, action } as RuleContent;
}

/** A copy is inactive, and its texts begin with `prefix`. */
export function copyForm(form: RuleForm, prefix: string): RuleForm {
  return {
    ...form,
    active: false,
    name: `${prefix}${form.name}`.slice(0, ruleLimits.name),
    description: `${prefix}${form.description}`.slice(0, ruleLimits.description),
  };
}

/** Another action drops the options of the previous one. */
export function withAction(form: RuleForm, action: string): RuleForm {
  return {
    ...form,
    action,
    deferFinalAction: undefined,
    deferWaitPeriod: undefined,
    actionToTest: undefined,
  };
}

/** The rule as a test of its action, which changes no payment. */
export const asTest = (form: RuleForm): RuleForm => ({
  ...withAction(form, 'Ignore'),
  actionToTest: form.action.replace('Territory', '') as TestableAction,
});

/** A Defer that declines always waits 7 days. */
export function withFinalAction(form: RuleForm, final: RuleForm['deferFinalAction']): RuleForm {
  return { ...form, deferFinalAction: final, deferWaitPeriod: final === 'decline' ? '7 days' : undefined };
}

/** Changed conditions. The action is dropped when they no longer allow Defer. */
export function withConditions(
  form: RuleForm,
  part: Partial<Pick<RuleForm, 'conditions' | 'logicalOperator'>>,
): { form: RuleForm; isDeferDropped: boolean } {
  const next = { ...form, ...part };
  const isDeferDropped = form.action === 'Defer' && undeferrableField(next) !== undefined;
  return { form: isDeferDropped ? withAction(next, '') : next, isDeferDropped };
}
