import { type Condition, parseOperator } from '../rule.ts';
import { customValueKind, isValueOf, normaliseValue, splitRange, valueKindOf } from './condition-value.ts';
import { findFraudField } from '#features/record/fraud-fields/field-catalogue.ts';

/** The stored form of the condition: normalised values, and keys of the chosen type only. */
export function normaliseCondition(condition: Condition): Condition {
  switch (condition.type) {
    case 'simple': {
      const { type, field, operator, value } = condition;
      const kind = valueKindOf(field, operator);
      const category = findFraudField(field)?.category;
      return {
        type,
        field,
        ...(category ? { category } : {}),
        operator,
        value: normaliseValue(field, kind, parseOperator(operator).operator, value),
        ...precisionOf(kind, operator),
      };
    }
    case 'customField': {
      const { type, customField, operator, value } = condition;
      const kind = customValueKind(customField.dataType, operator);
      const plain = parseOperator(operator).operator;
      return {
        type,
        customField,
        operator,
        value: normaliseValue('', kind, plain, value),
        ...precisionOf(kind, operator),
      };
    }
    case 'age':
    case 'generalAge': {
      const range = condition.operator === 'between' ? splitRange(condition.value) : undefined;
      const isDescending =
        range?.every((bound) => isValueOf('integer', bound)) === true && Number(range[0]) > Number(range[1]);
      return isDescending ? { ...condition, value: `${range[1]}|${range[0]}` } : condition;
    }
    default:
      return condition;
  }
}

/** Equality of instants is to the minute (docs/domain.md#fraud-rules). */
function precisionOf(kind: string, operator: string): { precision?: 'MINUTES' } {
  return kind === 'dateTime' && (operator === 'equalTo' || operator === 'notEqualTo')
    ? { precision: 'MINUTES' }
    : {};
}
