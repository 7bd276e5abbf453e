import { useMemo } from 'react';
import type { ValueSetName } from '#features/record/fraud-fields/field-catalogue.ts';
import { getParameterLists } from '#features/fraud/fraud-lists/endpoints.ts';
import type { ListName } from '#features/fraud/fraud-lists/schemas.ts';
import { getRuleCustomFields } from '#features/payments/custom-fields/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import type { RuleCustomField } from '../conditions/condition-fields.ts';
import type { ConditionContext } from '../conditions/validate-condition.ts';
import { getRuleScope, getSimpleFields } from '../endpoints.ts';
import type { ConditionType } from '../rule.ts';
import type { ScopeEntry } from '../schemas.ts';

export interface RuleData {
  scope: readonly ScopeEntry[];
  customFields: readonly RuleCustomField[];
  lists: readonly ListName[];
  /** Codes of a value set; undefined until they are loaded. */
  valuesOf: (set: ValueSetName) => readonly string[] | undefined;
  /** Types of conditions that the user may add. */
  conditionTypes: readonly ConditionType[];
  hasAggregateScope: boolean;
  context: ConditionContext;
}

const noLists: ListName[] = [];
const noFields: RuleCustomField[] = [];
const noScope: ScopeEntry[] = [];

/** The data that the rule editor needs; undefined until the parts that every rule needs are loaded. */
export function useRuleData(kind: 'rule' | 'territoryRule') {
  const session = useSignedIn();
  const path = { orgId: session.organisation.selectedParentOrgId };
  const isRule = kind === 'rule';
  const mayUseLists = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_PARAMETER_LISTS'] });
  const options = { handlesOwnErrors: true };
  const scope = useCall(getRuleScope, { path }, options);
  const fields = useCall(getSimpleFields, { path }, { ...options, enabled: isRule, staleTime: Infinity });
  const custom = useCall(getRuleCustomFields, { path }, { ...options, enabled: isRule });
  const lists = useCall(getParameterLists, { path }, { ...options, enabled: isRule && mayUseLists });
  const needed = isRule ? [scope, fields, custom] : [scope];
  const failed = needed.find(({ error }) => error !== null);
  const data = useMemo<RuleData>(() => {
    const customFields = (custom.data as RuleCustomField[] | undefined) ?? noFields;
    const loadedLists = lists.data ?? noLists;
    const sets = fields.data?.valueSets;
    const valuesOf = (set: ValueSetName) => sets?.[set]?.map(({ value }) => value);
    return {
      scope: scope.data ?? noScope,
      customFields,
      lists: loadedLists,
      valuesOf,
      conditionTypes: availableTypes(session, customFields, mayUseLists),
      hasAggregateScope: session.features.includes('CUSTOM_RULE_AGGREGATE_SCOPE'),
      context: {
        customFields,
        valuesOf,
        dataFieldOf: (listId) => loadedLists.find((list) => list.listId === listId)?.dataField,
      },
    };
  }, [scope.data, custom.data, lists.data, fields.data, session, mayUseLists]);
  return {
    data,
    isReady: needed.every((request) => request.data !== undefined) && (!mayUseLists || !lists.isLoading),
    failure: failed?.error ?? null,
    retry: () => {
      for (const request of needed) void request.refetch();
    },
  };
}

function availableTypes(
  session: ReturnType<typeof useSignedIn>,
  customFields: readonly RuleCustomField[],
  mayUseLists: boolean,
): ConditionType[] {
  const may = (permission: 'P_FRAUD_RULES_MORPHING_CONDITION' | 'P_FRAUD_RULES_AGE_CONDITION') =>
    isAllowed(session, { anyOf: [permission] });
  const mayUseAges = may('P_FRAUD_RULES_AGE_CONDITION');
  const hasDate = customFields.some(({ dataType }) => dataType === 'date');
  const types: [ConditionType, boolean][] = [
    ['simple', true],
    ['customField', customFields.length > 0],
    ['list', mayUseLists],
    ['velocityCount', true],
    ['velocitySum', true],
    ['morphing', may('P_FRAUD_RULES_MORPHING_CONDITION')],
    ['geolocation', true],
    ['fieldComparison', true],
    ['age', mayUseAges],
    ['generalAge', mayUseAges && hasDate],
  ];
  return types.filter(([, isAvailable]) => isAvailable).map(([type]) => type);
}
