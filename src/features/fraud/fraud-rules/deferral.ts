import {
  type ValueSetName,
  findFraudField,
  isDeferrable,
  valueSets,
} from '#features/record/fraud-fields/field-catalogue.ts';
import { splitChoices } from './conditions/condition-value.ts';
import type { Condition, JoinedConditions } from './rule.ts';

interface FieldValues {
  set: ValueSetName;
  equalTo: string[];
  notEqualTo: string[];
  /** The values that every isIn names; undefined without one. */
  isIn?: readonly string[];
  isNotIn: string[];
}

/**
 * The field whose conditions name values that cannot be pre-authorised; undefined when the rule can defer. Conditions on one
 * field are merged in a rule of `and`; in one of `or` a single condition decides (docs/domain.md#fraud-rules).
 */
export function undeferrableField({
  logicalOperator,
  conditions,
}: Pick<JoinedConditions, 'logicalOperator' | 'conditions'>): string | undefined {
  const groups = logicalOperator === 'and' ? [conditions] : conditions.map((condition) => [condition]);
  for (const group of groups) {
    for (const [field, values] of mergeByField(group)) if (excludesDeferral(values)) return field;
  }
  return undefined;
}

export const canDefer = (joined: Pick<JoinedConditions, 'logicalOperator' | 'conditions'>): boolean =>
  undeferrableField(joined) === undefined;

function mergeByField(conditions: readonly Condition[]): Map<string, FieldValues> {
  const merged = new Map<string, FieldValues>();
  for (const condition of conditions) {
    if (condition.type !== 'simple') continue;
    const set = findFraudField(condition.field)?.values;
    if (set === undefined || !hasUndeferrable(set)) continue;
    const fieldValues = merged.get(condition.field) ?? { set, equalTo: [], notEqualTo: [], isNotIn: [] };
    merged.set(condition.field, fieldValues);
    const choices = splitChoices(condition.value);
    if (condition.operator === 'equalTo') fieldValues.equalTo.push(...choices);
    else if (condition.operator === 'notEqualTo') fieldValues.notEqualTo.push(...choices);
    else if (condition.operator === 'isNotIn') fieldValues.isNotIn.push(...choices);
    else if (condition.operator === 'isIn')
      fieldValues.isIn =
        fieldValues.isIn === undefined
          ? choices
          : fieldValues.isIn.filter((choice) => choices.includes(choice));
  }
  return merged;
}

function excludesDeferral({ set, equalTo, notEqualTo, isIn, isNotIn }: FieldValues): boolean {
  const can = (value: string) => isDeferrable(set, value);
  return (
    equalTo.some((value) => !can(value)) ||
    notEqualTo.some(can) ||
    (isIn !== undefined && isIn.length > 0 && !isIn.some(can)) ||
    (isNotIn.length > 0 && isNotIn.every(can))
  );
}

/** Only fields with a value that cannot be pre-authorised decide about deferral. */
const hasUndeferrable = (set: ValueSetName): boolean =>
  set in valueSets && valueSets[set as keyof typeof valueSets].some((value) => !isDeferrable(set, value));
