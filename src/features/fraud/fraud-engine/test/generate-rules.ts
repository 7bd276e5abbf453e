import * as fc from 'fast-check';
import { fieldsWithUse, findFraudField, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import {
  type Condition,
  type EvaluatedRule,
  ageOperators,
  ageUnits,
  aggregateScopes,
  comparators,
  listOperators,
  sumCurrencies,
  sumTypes,
  territoryFields,
  windows,
} from '#features/fraud/fraud-rules/rule.ts';
import { comparable, valueKind } from '../facts.ts';

const texts = [
  '',
  ' ',
  'a',
  'A',
  'ab',
  'AB',
  'Straße',
  'STRASSE',
  'é',
  'e\u0301',
  'İ',
  'x y',
  '1 High St.',
  '+44 20',
];
const countries = ['GBR', 'FRA', 'DEU', 'NGA'];
const emails = ['a@x.com', 'A@X.com', 'b@y.org'];
const days = ['2000-02-29', '2008-03-01', '2010-11-22', '2030-01-01', '1990-12-31'];
const instants = [
  '2026-11-22T10:30:00Z',
  '2026-11-22T10:30:40Z',
  '2026-03-01T23:59:59Z',
  '2024-02-29T00:00:00Z',
];
const numbers = ['0', '1', '9.99', '10', '100', '-5', '1e2'];
const exact = ['0', '1', '9007199254740993', '9007199254740992', '-1', '10.0001', '10.0002'];
const minutes = ['00:00', '06:00', '10:30', '22:00', '23:59'];

const textOps = ['equalTo', 'notEqualTo', 'contains', 'doesNotContain', 'startsWith', 'endsWith'];
const rangeOps = [...comparators, 'between', 'notBetween'];
const nullOps = ['isNull', 'isNotNull'];

/** Every field that a simple condition can read, and some custom fields of each type. */
export const customIds = [
  'custom_string_1',
  'custom_long_string_2',
  'custom_int_1',
  'custom_bigint_1',
  'custom_decimal_1',
  'custom_float_1',
  'custom_date_1',
  'custom_datetime_1',
];

export function sampleValues(field: string): readonly string[] {
  const set = findFraudField(field)?.values;
  if (set === 'country') return countries;
  if (set && set in valueSets) return valueSets[set as keyof typeof valueSets];
  if (field === 'customerEmail') return emails;
  switch (valueKind(field)) {
    case 'number':
      return numbers;
    case 'exact':
      return exact;
    case 'day':
      return days;
    case 'instant':
      return instants;
    case 'text':
      return texts;
  }
}

function operatorAndValue(field: string): fc.Arbitrary<{ operator: string; value: string }> {
  const values = fc.constantFrom(...sampleValues(field));
  const singleValue = (operators: readonly string[]) =>
    fc.record({ operator: fc.constantFrom(...operators), value: values });
  const nothing = fc.record({ operator: fc.constantFrom(...nullOps), value: fc.constant('') });
  const kind = valueKind(field);
  if (kind === 'text') {
    const several = fc.record({
      operator: fc.constantFrom('isIn', 'isNotIn'),
      value: fc.array(values, { minLength: 1, maxLength: 4 }).map((list) => list.join(',')),
    });
    const anyCase = singleValue(textOps).map(({ operator, value }) => ({
      operator: `${operator}IgnoreCase`,
      value,
    }));
    return fc.oneof(singleValue(textOps), anyCase, several, nothing);
  }
  const range = fc.record({
    operator: fc.constantFrom('between', 'notBetween'),
    value: fc.tuple(values, values).map((pair) => pair.join('|')),
  });
  const time = fc.record({
    operator: fc.constantFrom('timeBetween', 'timeNotBetween'),
    value: fc.tuple(fc.constantFrom(...minutes), fc.constantFrom(...minutes)).map((pair) => pair.join('|')),
  });
  return fc.oneof(singleValue(rangeOps.slice(0, 6)), range, nothing, ...(kind === 'instant' ? [time] : []));
}

const simpleFields = fieldsWithUse('simple');
const window = fc.constantFrom(...windows);
const small = fc.integer({ min: 0, max: 4 });

export const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...simpleFields)
      .chain((field) =>
        operatorAndValue(field).map((part): Condition => ({ type: 'simple', field, ...part })),
      ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...customIds).chain((id) => {
      const [, dataType, index] = /^custom_(.+)_(\d+)$/.exec(id) ?? [];
      const types = {
        string: 'string',
        long_string: 'longString',
        int: 'integer',
        bigint: 'bigInteger',
        decimal: 'decimal',
        float: 'float',
        date: 'date',
        datetime: 'dateTime',
      } as const;
      const customField = {
        descriptiveName: id,
        dataType: types[dataType as keyof typeof types],
        index: Number(index),
      };
      return operatorAndValue(id).map((part): Condition => ({ type: 'customField', customField, ...part }));
    }),
  },
  fc.record({
    type: fc.constant('geolocation' as const),
    locationType1: fc.constantFrom('billingCountry', 'ipCity'),
    operator: fc.constantFrom('equalTo', 'notEqualTo'),
    locationType2: fc.constantFrom('ipCountry', 'issuingCountry', 'billingCity'),
  }),
  fc.record({
    type: fc.constant('fieldComparison' as const),
    operator: fc.constantFrom('equalTo', 'notEqualTo'),
    firstField: fc
      .constantFrom('normalisedAddress', 'billingPostcode', 'customerName')
      .map((name) => ({ type: 'simpleField' as const, name })),
    secondField: fc
      .constantFrom('shippingAddress', 'shippingPostcode', 'cardHolderName')
      .map((name) => ({ type: 'simpleField' as const, name })),
  }),
  fc.record({
    type: fc.constant('age' as const),
    field: fc.constant('customerDateOfBirth'),
    operator: fc.constantFrom(...ageOperators),
    value: fc.constantFrom('18', '16|26', '26'),
  }),
  fc.record({
    type: fc.constant('generalAge' as const),
    field: fc.constant('custom_date_1'),
    operator: fc.constantFrom(...ageOperators),
    value: fc.constantFrom('0', '30', '10|400'),
    precision: fc.constantFrom(...ageUnits),
  }),
  fc.record({
    type: fc.constant('list' as const),
    field: fc.constantFrom('customerEmail', 'cardBin', 'customerIpAddress'),
    operator: fc.constantFrom(...listOperators),
    listId: fc.constantFrom(1, 2),
  }),
  fc.record({
    type: fc.constant('velocityCount' as const),
    field: fc.constantFrom('customerEmail', 'cardBin'),
    operator: fc.constantFrom(...comparators),
    value: small,
    window,
  }),
  fc.record({
    type: fc.constant('velocitySum' as const),
    field: fc.constant('customerEmail'),
    operator: fc.constantFrom(...comparators),
    value: small,
    window,
    sumTypeField: fc.constantFrom(...sumTypes),
    currency: fc.constantFrom(...sumCurrencies),
  }),
  fc.record({
    type: fc.constant('morphing' as const),
    field1: fc.constant('customerEmail'),
    field2: fc.constant('cardBin'),
    operator: fc.constantFrom(...comparators),
    value: small,
    window,
  }),
);

const outcome = {
  name: fc.constant('Generated'),
  version: fc.constant(1),
  merchantIds: fc.constant<number[]>([1]),
  installationIds: fc.constantFrom<number[][]>([1], [2], [1, 2]),
};

export const anyRule: fc.Arbitrary<EvaluatedRule> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      ...outcome,
      ruleId: fc.nat(),
      ruleType: fc.constant('rule' as const),
      action: fc.constantFrom('Block', 'Accept'),
      joinedConditions: fc.record({
        logicalOperator: fc.constantFrom('and', 'or'),
        conditions: fc.array(anyCondition, { maxLength: 4 }),
        scope: fc.constantFrom(...aggregateScopes, undefined),
      }),
    }),
  },
  fc.record({
    ...outcome,
    ruleId: fc.nat(),
    ruleType: fc.constant('territoryRule' as const),
    action: fc.constant('TerritoryBlock' as const),
    territoryCondition: fc.record({
      type: fc.constant('territory' as const),
      territoryComparisonType: fc.constantFrom(...territoryFields),
      territoryListOperator: fc.constantFrom('isIn', 'isNotIn'),
      territories: fc.subarray(countries, { minLength: 1 }),
    }),
  }),
);

const allFields = [...new Set([...simpleFields, ...fieldsWithUse('comparison'), ...customIds])];

/** The values of a payment, as facts hold them, each one missing now and then. */
export const anyValues: fc.Arbitrary<Record<string, string | number | null>> = fc.record(
  Object.fromEntries(
    allFields.map((field) => [
      field,
      fc.option(fc.constantFrom(...sampleValues(field)), { freq: 4 }).map((text) => factValue(field, text)),
    ]),
  ),
);

function factValue(field: string, text: string | null): string | number | null {
  if (text === null) return null;
  const kind = valueKind(field);
  if (kind === 'number') return Number(text);
  if (kind === 'instant') return Date.parse(text);
  if (kind !== 'text') return text;
  return findFraudField(field)?.matchAs ? comparable(field, text) : text.normalize('NFC').trim() || null;
}
