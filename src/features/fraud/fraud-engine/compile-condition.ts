import {
  type AgeUnit,
  type ComparedField,
  type Condition,
  type JoinedConditions,
  customFieldId,
  locationFields,
  parseOperator,
} from '#features/fraud/fraud-rules/rule.ts';
import { currencyDigits } from '#shared/currencies.ts';
import {
  type FraudFacts,
  comparable,
  completedUnits,
  dayNumber,
  exactNumber,
  fold,
  isMissing,
  minuteOfDay,
  parseMinute,
  ruleText,
  valueKind,
} from './facts.ts';
import { type Lookup, buildLookup } from './lookups.ts';

/** The form in which a condition compares the value of a field. */
type Form =
  | 'stored'
  | 'text'
  | 'folded'
  | 'comparable'
  | 'number'
  | 'exact'
  | 'day'
  | 'minute'
  | 'minuteOfDay'
  | AgeUnit;

/** A field in one form, which all conditions of a merchant share. */
export interface FieldForm {
  field: string;
  form: Form;
}

/** A field's value in a form or the result of a lookup; undefined where a payment has none. */
export type Value = string | number | bigint | boolean | undefined;

/** The truth of a condition. It reads one array: the values of the fields, or the results of the lookups. */
export type Test = (values: readonly Value[]) => boolean;

/** Where a condition finds its values: the index of each in the array that its test reads. */
interface Indexes {
  ofField(field: string, form: Form): number;
  /** `limit` is the number that the condition compares the result with. */
  ofLookup(lookup: Lookup, limit: number): number;
}

/** Compiles a condition to a function. */
export function compileCondition(
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
  indexes: Indexes,
): Test {
  const lookup = buildLookup(condition, joined);
  if (lookup) return compileLookup(condition, lookup, indexes);
  switch (condition.type) {
    case 'simple':
      return compileField(condition.field, condition, indexes);
    case 'customField':
      return compileField(customFieldId(condition.customField), condition, indexes);
    case 'geolocation': {
      const { locationType1, locationType2, operator } = condition;
      return compareFields(locationFields[locationType1], locationFields[locationType2], operator, indexes);
    }
    case 'fieldComparison': {
      const { firstField, secondField, operator } = condition;
      return compareFields(fieldId(firstField), fieldId(secondField), operator, indexes);
    }
    case 'age':
    case 'generalAge': {
      const { type, field, operator, value } = condition;
      const index = indexes.ofField(field, type === 'age' ? 'YEARS' : condition.precision);
      return compareNumber(index, operator, value.split('|').map(Number));
    }
    default:
      throw new Error(`no test for a condition of type ${condition.type}`);
  }
}

function compileLookup(condition: Condition, lookup: Lookup, indexes: Indexes): Test {
  if (condition.type === 'list')
    return testListed(indexes.ofLookup(lookup, 0), condition.operator !== 'isNotIn');
  if (!('window' in condition)) throw new Error(`${condition.type} needs no lookup`);
  const { type, operator, value } = condition;
  const limit = type === 'velocitySum' ? minorUnits(value, condition.currency) : value;
  return compareNumber(indexes.ofLookup(lookup, limit), operator, [limit]);
}

function compileField(
  field: string,
  { operator: written, value }: { operator: string; value: string },
  indexes: Indexes,
): Test {
  const { operator, ignoresCase } = parseOperator(written);
  if (operator === 'isNull') return testMissing(indexes.ofField(field, 'stored'));
  if (operator === 'isNotNull') return testPresent(indexes.ofField(field, 'stored'));
  const compareRead = (form: Form, read: (text: string) => number | bigint | null) =>
    compareNumber(indexes.ofField(field, form), operator, value.split('|').map(read));
  switch (valueKind(field)) {
    case 'number':
      return compareRead('number', Number);
    case 'day':
      return compareRead('day', dayNumber);
    case 'exact':
      return compareRead('exact', exactNumber);
    case 'instant':
      if (operator.startsWith('time')) return compareRead('minuteOfDay', parseMinute);
      // The same minute is equal.
      return operator === 'equalTo' || operator === 'notEqualTo'
        ? compareRead('minute', (text) => Math.floor(Date.parse(text) / 60_000))
        : compareRead('number', (text) => Date.parse(text));
    case 'text': {
      const toForm = (text: string) => {
        const clean = ruleText(field, operator, text);
        return ignoresCase ? fold(clean) : clean;
      };
      const index = indexes.ofField(field, ignoresCase ? 'folded' : 'text');
      if (operator === 'isIn' || operator === 'isNotIn')
        return compareChoices(index, operator === 'isIn', new Set<Value>(value.split(',').map(toForm)));
      return compareText(index, operator, toForm(value));
    }
  }
}

const compareFields = (firstField: string, secondField: string, operator: string, indexes: Indexes): Test =>
  comparePair(
    indexes.ofField(firstField, 'comparable'),
    indexes.ofField(secondField, 'comparable'),
    operator,
  );

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

// A closure holds all variables that any closure of the same function uses. These functions have few, to save memory.

const never: Test = () => false;

const testMissing =
  (index: number): Test =>
  (values) =>
    values[index] === undefined;

const testPresent =
  (index: number): Test =>
  (values) =>
    values[index] !== undefined;

const testListed =
  (index: number, isListed: boolean): Test =>
  (results) =>
    results[index] === isListed;

const comparePair = (first: number, second: number, operator: string): Test =>
  operator === 'equalTo'
    ? (values) => values[first] !== undefined && values[first] === values[second]
    : (values) =>
        values[first] !== undefined && values[second] !== undefined && values[first] !== values[second];

const textAt = (values: readonly Value[], index: number) => values[index] as string | undefined;

function compareText(index: number, operator: string, text: string): Test {
  switch (operator) {
    case 'equalTo':
      return (values) => values[index] === text;
    case 'notEqualTo':
      return (values) => values[index] !== undefined && values[index] !== text;
    case 'contains':
      return (values) => textAt(values, index)?.includes(text) === true;
    case 'doesNotContain':
      return (values) => textAt(values, index)?.includes(text) === false;
    case 'startsWith':
      return (values) => textAt(values, index)?.startsWith(text) === true;
    case 'endsWith':
      return (values) => textAt(values, index)?.endsWith(text) === true;
    default:
      return never;
  }
}

const compareChoices = (index: number, isIn: boolean, choices: ReadonlySet<Value>): Test =>
  isIn
    ? (values) => choices.has(values[index])
    : (values) => values[index] !== undefined && !choices.has(values[index]);

type Limit = number | bigint;
const numberAt = (values: readonly Value[], index: number) => values[index] as Limit;

/**
 * Compares with one limit, or with the two of a range. A missing value is undefined, for which JavaScript finds every
 * comparison false except !==. A limit that cannot be read matches nothing.
 */
function compareNumber(index: number, operator: string, limits: readonly (Limit | null)[]): Test {
  const [low, high] = limits as [Limit, Limit];
  const isRange = operator.toLowerCase().endsWith('between');
  if (!isReadable(limits[0]) || (isRange && !isReadable(limits[1]))) return never;
  switch (operator) {
    case 'equalTo':
      return (values) => values[index] === low;
    case 'notEqualTo':
      return (values) => values[index] !== undefined && values[index] !== low;
    case 'lessThan':
      return (values) => numberAt(values, index) < low;
    case 'lessThanOrEqualTo':
      return (values) => numberAt(values, index) <= low;
    case 'greaterThan':
      return (values) => numberAt(values, index) > low;
    case 'greaterThanOrEqualTo':
      return (values) => numberAt(values, index) >= low;
    case 'between':
      return (values) => numberAt(values, index) >= low && numberAt(values, index) <= high;
    case 'notBetween':
      return (values) => numberAt(values, index) < low || numberAt(values, index) > high;
    // Times of day may span midnight.
    case 'timeBetween':
      return low <= high
        ? (values) => numberAt(values, index) >= low && numberAt(values, index) <= high
        : (values) => numberAt(values, index) >= low || numberAt(values, index) <= high;
    case 'timeNotBetween':
      return low <= high
        ? (values) => numberAt(values, index) < low || numberAt(values, index) > high
        : (values) => numberAt(values, index) < low && numberAt(values, index) > high;
    default:
      return never;
  }
}

const isReadable = (limit: Limit | null | undefined): boolean =>
  limit !== null && limit !== undefined && !Number.isNaN(limit);

/** The value of a field in a form; undefined when it is missing or cannot be read. */
export function readValue({ field, form }: FieldForm, { now, values }: FraudFacts): Value {
  const value = values[field];
  if (isMissing(value)) return undefined;
  switch (form) {
    case 'stored':
      return value;
    case 'text':
      return String(value);
    case 'folded':
      return fold(String(value));
    case 'comparable':
      return comparable(field, value) ?? undefined;
    case 'exact':
      return exactNumber(String(value)) ?? undefined;
    case 'number':
      return knownNumber(Number(value));
    case 'day':
      return knownNumber(dayNumber(String(value)));
    case 'minute':
      return knownNumber(Math.floor(Number(value) / 60_000));
    case 'minuteOfDay':
      return knownNumber(minuteOfDay(Number(value)));
    default:
      return knownNumber(completedUnits(String(value), now, form));
  }
}

const knownNumber = (number: number): number | undefined => (Number.isNaN(number) ? undefined : number);

/** A rule's amount in minor units of its currency, as sums are compared. */
export function minorUnits(value: number, currency: string): number {
  return Math.round(value * 10 ** (currencyDigits(currency.toUpperCase()) ?? 2));
}
