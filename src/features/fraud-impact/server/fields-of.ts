import { questionOf } from '#features/fraud-engine/outside.ts';
import {
  customFieldId,
  locationFields,
  type ComparedField,
  type Condition,
  type RuleCore,
} from '#features/fraud-rules/rule.ts';

/** Fields whose coverage is counted: the first ones of the rule. */
const maxFields = 5;

/** The fields without which a payment cannot match a condition. */
export function fieldsOf(rule: RuleCore): string[] {
  const fields =
    rule.ruleType === 'territoryRule'
      ? [rule.territoryCondition.territoryComparisonType]
      : rule.joinedConditions.conditions.flatMap(fieldsOfCondition);
  return [...new Set(fields)].slice(0, maxFields);
}

function fieldsOfCondition(condition: Condition): string[] {
  if ('operator' in condition && /^is(?:Not)?Null$/.test(condition.operator)) return [];
  switch (condition.type) {
    case 'customField':
      return [customFieldId(condition.customField)];
    case 'geolocation':
      return [locationFields[condition.locationType1], locationFields[condition.locationType2]];
    case 'fieldComparison':
      return [idOf(condition.firstField), idOf(condition.secondField)];
    default: {
      const question = questionOf(condition, {});
      return question ? [question.field] : 'field' in condition ? [condition.field] : [];
    }
  }
}

const idOf = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);
