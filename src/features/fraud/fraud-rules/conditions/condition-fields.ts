import {
  type CustomFieldType,
  type FraudField,
  type FraudFieldId,
  customFieldPrefixes,
  fieldsWithUse,
  findFraudField,
  parseCustomFieldId,
} from '#features/record/fraud-fields/field-catalogue.ts';
import {
  type ComparedField,
  type CustomFieldRef,
  type ListOperator,
  type LocationType,
  comparators,
  listOperators,
  locationFields,
} from '../rule.ts';

/** A custom field that the company lets rules evaluate. */
export interface RuleCustomField extends CustomFieldRef {
  caseSensitiveOption: boolean;
}

const nullOperators = ['isNull', 'isNotNull'] as const;
const textOperators = [
  'equalTo',
  'notEqualTo',
  'contains',
  'doesNotContain',
  'startsWith',
  'endsWith',
] as const;
const choiceOperators = ['equalTo', 'notEqualTo', 'isIn', 'isNotIn'] as const;
const prefixOperators = ['equalTo', 'notEqualTo', 'startsWith'] as const;
const rangeOperators = [...comparators, 'between', 'notBetween'] as const;
const timeOperators = [...rangeOperators, 'timeBetween', 'timeNotBetween'] as const;

/** The operators of a field in a simple condition, without IgnoreCase; none for a field without this use. */
export function simpleOperators(field: string): readonly string[] {
  const found = findFraudField(field);
  if (!found?.uses.includes('simple')) return [];
  return [...operatorsOf(found), ...nullOperators];
}

function operatorsOf(field: FraudField): readonly string[] {
  if (field.values) return choiceOperators;
  if (field.type === 'Bin' || field.matchAs === 'ip') return prefixOperators;
  if (field.type === 'DateTime') return timeOperators;
  return field.type === 'text' || field.type === 'Email' ? textOperators : rangeOperators;
}

/** The operators of a custom field of a type, without IgnoreCase. */
export function customOperators(dataType: CustomFieldType): readonly string[] {
  return isTextType(dataType)
    ? [...textOperators, ...nullOperators]
    : [...comparators, 'between', ...nullOperators];
}

export const isTextType = (dataType: CustomFieldType): boolean =>
  dataType === 'string' || dataType === 'longString';

/** Whether an operator also exists with the suffix IgnoreCase, for fields with the case option. */
export const isTextOperator = (operator: string): boolean =>
  (textOperators as readonly string[]).includes(operator);

/** The operators of a list condition. A card has no parts to search for. */
export function operatorsOfList(field: string): readonly ListOperator[] {
  return field === 'cardCorrelationId' ? ['isIn', 'isNotIn'] : listOperators;
}

export const isListField = (field: string): boolean =>
  findFraudField(field)?.uses.includes('list') ?? isCustomText(field);

export const isVelocityField = (field: string): boolean =>
  findFraudField(field)?.uses.includes('velocity') ?? false;

const isCustomText = (field: string): boolean => {
  const custom = parseCustomFieldId(field);
  return custom !== undefined && isTextType(custom.dataType);
};

const hasUse = (field: string, ...uses: readonly FraudField['uses'][number][]): boolean =>
  uses.some((use) => findFraudField(field)?.uses.includes(use));

/** Fields of a group follow from each other, or one contains the other (docs/domain.md#morphing-pairs). */
const incompatibleFields: readonly (readonly [string, readonly string[]])[] = [
  ['normalisedAddress', ['billingPostcode', 'billingCity', 'billingCountryCode']],
  ['shippingAddress', ['shippingPostcode', 'shippingCity', 'shippingCountryCode']],
  ['customerIpAddress', ['ipCountryCode', 'ipCity']],
  ['cardBin', ['cardIssuerCountryCode']],
  [
    'paymentAccountCorrelationId',
    [
      'cardBin',
      'cardIssuerCountryCode',
      'cardHolderName',
      'accountHolderName',
      'customerEmail',
      'customerTelephone',
      'customerDateOfBirth',
      'merchantCustomerRef',
    ],
  ],
];

function isIncompatiblePair(first: string, second: string): boolean {
  return incompatibleFields.some(
    ([field, others]) =>
      (field === first && others.includes(second)) || (field === second && others.includes(first)),
  );
}

export const isMorphingFirst = (field: string): boolean =>
  hasUse(field, 'morphing', 'morphingFirst') || isCustomText(field);

/** Whether `second` may be counted for each value of `first`. */
export function isMorphingPair(first: string, second: string): boolean {
  return (
    isMorphingFirst(first) &&
    (hasUse(second, 'morphing') || isCustomText(second)) &&
    first !== second &&
    !isIncompatiblePair(first, second)
  );
}

const isCountry = (location: LocationType): boolean => location.endsWith('Country');

/** Countries are compared with countries and cities with cities, each with another one. */
export function isLocationPair(first: LocationType, second: LocationType): boolean {
  return isCountry(first) === isCountry(second) && locationFields[first] !== locationFields[second];
}

/** Groups of fields that can be compared with each other. */
const comparable: readonly (readonly FraudFieldId[])[] = [
  ['ipCountryCode', 'billingCountryCode', 'cardIssuerCountryCode', 'shippingCountryCode'],
  ['normalisedAddress', 'shippingAddress'],
  ['billingPostcode', 'shippingPostcode'],
  ['cardHolderName', 'customerName', 'accountHolderName'],
  ['ipCity', 'billingCity', 'shippingCity'],
];

export const comparisonFields = (): readonly FraudFieldId[] => fieldsWithUse('comparison');

const customKinds = {
  string: 'text',
  longString: 'text',
  integer: 'integer',
  bigInteger: 'integer',
  tinyInteger: 'integer',
  float: 'decimal',
  decimal: 'decimal',
  date: 'date',
  dateTime: 'dateTime',
} as const satisfies Record<CustomFieldType, string>;

/** Two built-in fields of one group, two custom fields of one kind, or a text of each. */
export function isComparisonPair(first: ComparedField, second: ComparedField): boolean {
  if (first.type === 'simpleField' && second.type === 'simpleField')
    return (
      first.name !== second.name &&
      comparable.some((group) => isIn(group, first.name) && isIn(group, second.name))
    );
  if (first.type === 'customField' && second.type === 'customField')
    return (
      first.descriptiveName !== second.descriptiveName &&
      comparedFieldId(first) !== comparedFieldId(second) &&
      customKinds[first.dataType] === customKinds[second.dataType]
    );
  const [custom, simple] = first.type === 'customField' ? [first, second] : [second, first];
  return (
    custom.type === 'customField' &&
    simple.type === 'simpleField' &&
    isTextType(custom.dataType) &&
    hasUse(simple.name, 'comparison')
  );
}

/** The id of a compared field in facts. */
export const comparedFieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : `${customFieldPrefixes[field.dataType]}${field.index}`;

const isIn = (group: readonly string[], name: string): boolean => group.includes(name);
