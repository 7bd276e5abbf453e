import {
  type AgeUnit,
  type ComparedField,
  type Condition,
  type EvaluatedRule,
  type JoinedConditions,
  customFieldId,
  locationFields,
  parseOperator,
} from '#features/fraud/fraud-rules/rule.ts';
import { minorUnits } from '../compile-condition.ts';
import {
  type FraudFacts,
  comparable,
  exactNumber,
  fold,
  isMissing,
  parseMinute,
  ruleText,
  valueKind,
} from '../facts.ts';
import { type Lookup, type LookupResult, buildLookup } from '../lookups.ts';

type LookUp = (lookup: Lookup) => LookupResult;
type Limit = number | bigint;

/**
 * Whether a rule matches a payment, read from docs/domain.md#conditions without a thought of speed. Tests compare the
 * product's evaluator and SQL with it. Nothing else uses it.
 */
export function matchesNaively(rule: EvaluatedRule, facts: FraudFacts, lookUp: LookUp): boolean {
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType, territoryListOperator, territories } = rule.territoryCondition;
    const country = facts.values[territoryComparisonType];
    if (isMissing(country)) return false;
    return territories.includes(String(country)) === (territoryListOperator === 'isIn');
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  const truths = conditions.map((condition) =>
    isNaivelyTrue(condition, rule.joinedConditions, facts, lookUp),
  );
  return truths.length > 0 && (logicalOperator === 'and' ? !truths.includes(false) : truths.includes(true));
}

export function isNaivelyTrue(
  condition: Condition,
  joined: Pick<JoinedConditions, 'scope'>,
  { now, values }: FraudFacts,
  lookUp: LookUp,
): boolean {
  const lookup = buildLookup(condition, joined);
  const result = lookup && lookUp(lookup);
  const compareFields = (first: string, second: string, operator: string): boolean => {
    const one = comparable(first, values[first]);
    const other = comparable(second, values[second]);
    return one !== null && other !== null && (one === other) === (operator === 'equalTo');
  };
  switch (condition.type) {
    case 'simple':
      return isFieldTrue(condition.field, values[condition.field], condition);
    case 'customField': {
      const field = customFieldId(condition.customField);
      return isFieldTrue(field, values[field], condition);
    }
    case 'geolocation':
      return compareFields(
        locationFields[condition.locationType1],
        locationFields[condition.locationType2],
        condition.operator,
      );
    case 'fieldComparison':
      return compareFields(fieldId(condition.firstField), fieldId(condition.secondField), condition.operator);
    case 'age':
    case 'generalAge': {
      const day = values[condition.field];
      const age = isMissing(day)
        ? undefined
        : ageIn(condition.type === 'age' ? 'YEARS' : condition.precision, String(day), now);
      return isNumberTrue(condition.operator, age, condition.value.split('|').map(Number));
    }
    case 'list':
      return result !== undefined && result === (condition.operator !== 'isNotIn');
    case 'velocitySum':
      return isNumberTrue(condition.operator, result as number | undefined, [
        minorUnits(condition.value, condition.currency),
      ]);
    case 'velocityCount':
    case 'morphing':
      return isNumberTrue(condition.operator, result as number | undefined, [condition.value]);
  }
}

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

function isFieldTrue(
  field: string,
  stored: string | number | null | undefined,
  { operator: written, value }: { operator: string; value: string },
): boolean {
  const { operator, ignoresCase } = parseOperator(written);
  if (operator === 'isNull') return isMissing(stored);
  if (isMissing(stored)) return false;
  if (operator === 'isNotNull') return true;
  const limits = value.split('|');
  switch (valueKind(field)) {
    case 'number':
      return isNumberTrue(operator, Number(stored), limits.map(Number));
    case 'exact':
      return isNumberTrue(operator, exactNumber(String(stored)) ?? undefined, limits.map(exactNumber));
    case 'day':
      return isNumberTrue(operator, startOf(String(stored)), limits.map(startOf));
    case 'instant': {
      const minute = new Date(Number(stored)).toISOString().slice(0, 16);
      if (operator === 'equalTo' || operator === 'notEqualTo')
        return (minute === new Date(value).toISOString().slice(0, 16)) === (operator === 'equalTo');
      if (operator === 'timeBetween' || operator === 'timeNotBetween')
        return isTimeBetween(minuteOf(new Date(Number(stored))), limits) === (operator === 'timeBetween');
      return isNumberTrue(
        operator,
        Number(stored),
        limits.map((text) => Date.parse(text)),
      );
    }
    case 'text': {
      const inCase = (text: string) => (ignoresCase ? fold(text) : text);
      const ofRule = (text: string) => inCase(ruleText(field, operator, text));
      return isTextTrue(operator, inCase(String(stored)), value, ofRule);
    }
  }
}

/** Both ends included. The first may be later than the second: the time then spans midnight. */
function isTimeBetween(minute: number, limits: readonly string[]): boolean {
  const [from = Number.NaN, to = Number.NaN] = limits.map(parseMinute);
  return from <= to ? from <= minute && minute <= to : from <= minute || minute <= to;
}

const minuteOf = (time: Date): number => time.getUTCHours() * 60 + time.getUTCMinutes();

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function isTextTrue(
  operator: string,
  text: string,
  value: string,
  ofRule: (text: string) => string,
): boolean {
  switch (operator) {
    case 'equalTo':
      return text === ofRule(value);
    case 'notEqualTo':
      return text !== ofRule(value);
    case 'contains':
      return text.includes(ofRule(value));
    case 'doesNotContain':
      return !text.includes(ofRule(value));
    case 'startsWith':
      return text.startsWith(ofRule(value));
    case 'endsWith':
      return text.endsWith(ofRule(value));
    case 'isIn':
      return value.split(',').some((choice) => text === ofRule(choice));
    case 'isNotIn':
      return value.split(',').every((choice) => text !== ofRule(choice));
    default:
      return false;
  }
}

/** A number or a limit that cannot be read matches nothing. */
function isNumberTrue(
  operator: string,
  number: Limit | undefined,
  [low, high]: readonly (Limit | null)[],
): boolean {
  const isUnread = (limit: Limit | null | undefined) =>
    limit === null || limit === undefined || Number.isNaN(limit);
  if (number === undefined || low === null || low === undefined) return false;
  if (isUnread(number) || isUnread(low)) return false;
  if (operator === 'between' || operator === 'notBetween') {
    if (high === null || high === undefined || isUnread(high)) return false;
    return (low <= number && number <= high) === (operator === 'between');
  }
  const isEqual = number === low;
  const isTrue: Readonly<Record<string, boolean>> = {
    equalTo: isEqual,
    notEqualTo: !isEqual,
    lessThan: number < low,
    lessThanOrEqualTo: number < low || isEqual,
    greaterThan: number > low,
    greaterThanOrEqualTo: number > low || isEqual,
  };
  return isTrue[operator] ?? false;
}

/** Completed units from a day until today; months are counted one by one. A 29th of February is completed on the 1st of March. */
function ageIn(unit: AgeUnit, day: string, now: number): number | undefined {
  const today = new Date(now).toISOString().slice(0, 10);
  const days = (startOf(today) - startOf(day)) / 86_400_000;
  if (!(days >= 0)) return undefined;
  if (unit === 'DAYS') return days;
  if (unit === 'WEEKS') return Math.floor(days / 7);
  const [year = 0, month = 0] = day.split('-').map(Number);
  const after = (months: number): string => {
    const count = year * 12 + month - 1 + months;
    const inMonth = String((count % 12) + 1).padStart(2, '0');
    return `${String(Math.floor(count / 12)).padStart(4, '0')}-${inMonth}-${day.slice(8)}`;
  };
  let months = 0;
  while (after(months + 1) <= today) months += 1;
  return unit === 'MONTHS' ? months : Math.floor(months / 12);
}
