import {
  type ValueSetName,
  customFieldPrefixes,
  findFraudField,
} from '#features/record/fraud-fields/field-catalogue.ts';
import type { ErrorDetail } from '#shared/problem.ts';
import {
  type ComparedField,
  type Condition,
  type CustomFieldRef,
  ageOperators,
  ageUnits,
  comparators,
  locationFields,
  parseOperator,
  sumCurrencies,
  sumTypes,
  windows,
} from '../rule.ts';
import {
  type RuleCustomField,
  comparedFieldId,
  customOperators,
  isComparisonPair,
  isListField,
  isLocationPair,
  isMorphingFirst,
  isMorphingPair,
  isTextOperator,
  isVelocityField,
  operatorsOfList,
  simpleOperators,
} from './condition-fields.ts';
import {
  compareValues,
  customValueKind,
  isCompleteValue,
  splitRange,
  valueKindOf,
} from './condition-value.ts';

/** The first error of a condition: one of its fields. */
export interface ConditionError {
  field: string;
  detail: ErrorDetail;
}

/** The features, lists and custom fields of the rule's organisation. */
export interface ConditionContext {
  customFields: readonly RuleCustomField[];
  /** The values of a set; undefined when they are not known here. */
  valuesOf(set: ValueSetName): readonly string[] | undefined;
  /** The data field of a list that the rule may refer to; undefined for any other list. */
  dataFieldOf(listId: number): string | undefined;
}

/** The first error of a condition, or undefined (docs/domain.md#conditions). */
export function validateCondition(
  condition: Condition,
  context: ConditionContext,
): ConditionError | undefined {
  switch (condition.type) {
    case 'simple':
      return validateSimple(condition, context);
    case 'customField':
      return validateCustom(condition, context);
    case 'list':
      return validateList(condition, context);
    case 'velocityCount':
    case 'velocitySum':
      return validateVelocity(condition);
    case 'morphing':
      return validateMorphing(condition, context);
    case 'geolocation':
      return validateGeolocation(condition);
    case 'fieldComparison':
      return validateComparison(condition, context);
    case 'age':
    case 'generalAge':
      return validateAge(condition, context);
  }
}

type Of<T extends Condition['type']> = Extract<Condition, { type: T }>;
type FieldIssue = ConditionError | undefined;

/** An error when the value is empty, or not one of those allowed. */
function choose(field: string, value: string, isAllowed: boolean): FieldIssue {
  if (value === '') return { field, detail: 'missing' };
  return isAllowed ? undefined : { field, detail: 'not_allowed' };
}

function valueError(value: string, isComplete: boolean): FieldIssue {
  if (isComplete) return undefined;
  const isMissing = value === '' || splitRange(value)?.includes('');
  return { field: 'value', detail: isMissing ? 'missing' : 'invalid' };
}

/** An operator of the list, with IgnoreCase where the field and the operator have it. */
function operatorError(text: string, allowed: readonly string[], hasCaseOption: boolean): FieldIssue {
  const { operator, ignoresCase } = parseOperator(text);
  const isAllowed =
    allowed.includes(operator) && (!ignoresCase || (hasCaseOption && isTextOperator(operator)));
  return choose('operator', text, isAllowed);
}

function validateSimple({ field, operator, value }: Of<'simple'>, context: ConditionContext): FieldIssue {
  const found = findFraudField(field);
  const kind = valueKindOf(field, operator);
  return (
    choose('field', field, simpleOperators(field).length > 0) ??
    operatorError(operator, simpleOperators(field), found?.hasCaseOption ?? false) ??
    valueError(value, isCompleteValue(kind, operator, value, found?.values && context.valuesOf(found.values)))
  );
}

function findCustomField(ref: CustomFieldRef, context: ConditionContext): RuleCustomField | undefined {
  return context.customFields.find(
    ({ dataType, index, descriptiveName }) =>
      dataType === ref.dataType && index === ref.index && descriptiveName === ref.descriptiveName,
  );
}

/** Whether the id is that of a custom field of the company. */
const isKnownCustomId = (id: string, { customFields }: ConditionContext): boolean =>
  customFields.some(({ dataType, index }) => id === `${customFieldPrefixes[dataType]}${index}`);

function validateCustom(
  { customField, operator, value }: Of<'customField'>,
  context: ConditionContext,
): FieldIssue {
  const found = findCustomField(customField, context);
  const { dataType } = customField;
  return (
    choose('customField', customField.descriptiveName, found !== undefined) ??
    operatorError(operator, customOperators(dataType), found?.caseSensitiveOption ?? false) ??
    valueError(value, isCompleteValue(customValueKind(dataType, operator), operator, value))
  );
}

function validateList({ field, operator, listId }: Of<'list'>, context: ConditionContext): FieldIssue {
  const isKnown = findFraudField(field) !== undefined || isKnownCustomId(field, context);
  return (
    choose('field', field, isKnown && isListField(field)) ??
    choose('operator', operator, operatorsOfList(field).includes(operator)) ??
    (listId === 0 ? { field: 'listId', detail: 'missing' } : undefined) ??
    choose('listId', String(listId), context.dataFieldOf(listId) === field)
  );
}

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value);

/** Counts are whole numbers, sums have at most two decimals. */
const maxCount = 1_000_000_000;

function validateVelocity(condition: Of<'velocityCount' | 'velocitySum'>): FieldIssue {
  const { type, field, operator, value, window } = condition;
  const isSum = type === 'velocitySum';
  const isNumber =
    value >= 0 && value <= maxCount && (isSum ? Number(value.toFixed(2)) === value : Number.isInteger(value));
  return (
    choose('field', field, isVelocityField(field)) ??
    (isSum
      ? (choose('sumTypeField', condition.sumTypeField, isOneOf(sumTypes, condition.sumTypeField)) ??
        choose('currency', condition.currency, isOneOf(sumCurrencies, condition.currency)))
      : undefined) ??
    choose('operator', operator, isOneOf(comparators, operator)) ??
    (isNumber ? undefined : { field: 'value', detail: Number.isNaN(value) ? 'missing' : 'invalid' }) ??
    choose('window', window, isOneOf(windows, window))
  );
}

function validateMorphing(condition: Of<'morphing'>, context: ConditionContext): FieldIssue {
  const { field1, field2, operator, value, window } = condition;
  const isKnown = (field: string) => findFraudField(field) !== undefined || isKnownCustomId(field, context);
  const isNumber = Number.isInteger(value) && value > 0 && value <= maxCount;
  return (
    choose('field1', field1, isKnown(field1) && isMorphingFirst(field1)) ??
    choose('field2', field2, isKnown(field2) && isMorphingPair(field1, field2)) ??
    choose('operator', operator, isOneOf(comparators, operator)) ??
    (isNumber ? undefined : { field: 'value', detail: Number.isNaN(value) ? 'missing' : 'too_small' }) ??
    choose('window', window, isOneOf(windows, window))
  );
}

function validateGeolocation({ locationType1, operator, locationType2 }: Of<'geolocation'>): FieldIssue {
  return (
    choose('locationType1', locationType1, Object.hasOwn(locationFields, locationType1)) ??
    choose('operator', operator, isEquality(operator)) ??
    choose(
      'locationType2',
      locationType2,
      Object.hasOwn(locationFields, locationType2) && isLocationPair(locationType1, locationType2),
    )
  );
}

const isEquality = (operator: string): boolean => operator === 'equalTo' || operator === 'notEqualTo';

function validateComparison(condition: Of<'fieldComparison'>, context: ConditionContext): FieldIssue {
  const { firstField, operator, secondField } = condition;
  const isKnown = (field: ComparedField) =>
    field.type === 'customField'
      ? findCustomField(field, context) !== undefined
      : (findFraudField(field.name)?.uses.includes('comparison') ?? false);
  const nameOf = (field: ComparedField) =>
    field.type === 'simpleField' ? field.name : comparedFieldId(field);
  return (
    choose('firstField', nameOf(firstField), isKnown(firstField)) ??
    choose('operator', operator, isEquality(operator)) ??
    choose(
      'secondField',
      nameOf(secondField),
      isKnown(secondField) && isComparisonPair(firstField, secondField),
    )
  );
}

/** Ages in years, and periods in any unit. */
const maxAge = { age: 150, generalAge: 100_000 } as const;

function validateAge(condition: Of<'age' | 'generalAge'>, context: ConditionContext): FieldIssue {
  const { type, field, operator, value } = condition;
  const isField =
    type === 'age'
      ? field === 'customerDateOfBirth'
      : field.startsWith(customFieldPrefixes.date) && isKnownCustomId(field, context);
  const isNumber = (text: string) => /^\d{1,6}$/.test(text) && Number(text) <= maxAge[type];
  const range = operator === 'between' ? splitRange(value) : undefined;
  const isComplete = operator === 'between' ? (range?.every(isNumber) ?? false) : isNumber(value);
  const isOrdered = !range || (isComplete && compareValues('integer', range[0], range[1]) < 0);
  return (
    choose('field', field, isField) ??
    choose('operator', operator, isOneOf(ageOperators, operator)) ??
    valueError(value, isComplete) ??
    (isOrdered ? undefined : { field: 'value', detail: 'too_small' }) ??
    (type === 'generalAge'
      ? choose('precision', condition.precision, isOneOf(ageUnits, condition.precision))
      : undefined)
  );
}
