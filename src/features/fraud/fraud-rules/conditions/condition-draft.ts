import { findFraudField } from '#features/record/fraud-fields/field-catalogue.ts';
import {
  type AgeOperator,
  type ComparedField,
  type Condition,
  type ConditionType,
  type CustomFieldRef,
  parseOperator,
} from '../rule.ts';
import { isTextOperator } from './condition-fields.ts';
import { type ValueKind, customValueKind, isRange, needsNoValue, valueKindOf } from './condition-value.ts';

const noCustomField: CustomFieldRef = { descriptiveName: '', dataType: 'string', index: 0 };
const noField: ComparedField = { type: 'simpleField', name: '' };

const blanks = {
  simple: { type: 'simple', field: '', operator: '', value: '' },
  customField: { type: 'customField', customField: noCustomField, operator: '', value: '' },
  list: { type: 'list', field: '', operator: '', listId: 0 },
  velocityCount: { type: 'velocityCount', field: '', operator: '', value: Number.NaN, window: '' },
  velocitySum: {
    type: 'velocitySum',
    sumTypeField: '',
    currency: '',
    field: '',
    operator: '',
    value: Number.NaN,
    window: '',
  },
  morphing: { type: 'morphing', field1: '', field2: '', operator: '', value: Number.NaN, window: '' },
  geolocation: { type: 'geolocation', locationType1: '', operator: '', locationType2: '' },
  fieldComparison: { type: 'fieldComparison', firstField: noField, operator: '', secondField: noField },
  age: { type: 'age', field: 'customerDateOfBirth', operator: '', value: '' },
  generalAge: { type: 'generalAge', field: '', operator: '', value: '', precision: '' },
} as const;

/** A condition before anything is chosen. `validateCondition` finds it incomplete. */
export const blankCondition = (type: ConditionType): Condition =>
  ({ ...blanks[type] }) as unknown as Condition;

type Of<T extends ConditionType> = Extract<Condition, { type: T }>;

/** Another field clears operator and value. */
export const withField = <C extends Of<'simple' | 'customField' | 'list'>>(
  condition: C,
  part: Partial<C>,
): Condition => ({ ...blankCondition(condition.type), ...part }) as Condition;

const kindOf = (condition: Of<'simple' | 'customField'>, operator: string): ValueKind =>
  condition.type === 'simple'
    ? valueKindOf(condition.field, operator)
    : customValueKind(condition.customField.dataType, operator);

/** Another operator clears the value when its kind changes or the operator has none. The case option stays. */
export function withOperator<C extends Of<'simple' | 'customField'>>(condition: C, operator: string): C {
  const before = parseOperator(condition.operator);
  const isSameKind =
    kindOf(condition, before.operator) === kindOf(condition, operator) &&
    isRange(before.operator) === isRange(operator);
  const keepsCase = before.ignoresCase && isTextOperator(operator);
  return {
    ...condition,
    operator: `${operator}${keepsCase ? 'IgnoreCase' : ''}`,
    value: isSameKind && !needsNoValue(operator) ? condition.value : '',
  };
}

/** An age with another operator keeps its number unless a range begins or ends. */
export function withAgeOperator<C extends Of<'age' | 'generalAge'>>(condition: C, operator: AgeOperator): C {
  const isSame = (condition.operator === 'between') === (operator === 'between');
  return { ...condition, operator, value: isSame ? condition.value : '' };
}

/** Another first place clears operator and second place. */
export const withFirstLocation = (locationType1: Of<'geolocation'>['locationType1']): Condition => ({
  ...(blankCondition('geolocation') as Of<'geolocation'>),
  locationType1,
});

export const withFirstField = (firstField: ComparedField): Condition => ({
  ...(blankCondition('fieldComparison') as Of<'fieldComparison'>),
  firstField,
});

/** Whether the case option is offered: not without a value. */
export function hasCaseOption(condition: Of<'simple' | 'customField'>, isCaseField: boolean): boolean {
  return isCaseField && isTextOperator(parseOperator(condition.operator).operator);
}

export const isCaseField = (field: string): boolean => findFraudField(field)?.hasCaseOption ?? false;
