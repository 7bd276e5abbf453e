import type { EvaluatedRule, Condition } from '#features/fraud/fraud-rules/rule.ts';
import {
  customFieldId,
  locationFields,
  parseOperator,
  type ComparedField,
} from '#features/fraud/fraud-rules/rule.ts';
import { minorUnits } from './compare-number.ts';
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
import { type LookupResult, type Lookup, buildLookup } from './lookups.ts';

/** One condition of a rule, and its truth for a payment. */
interface EvaluatedCondition {
  condition: Condition;
  isTrue: boolean;
  /** The payment has no value that the condition could compare. */
  isMissing: boolean;
  /** The compared value: the value of the field, a count, or a sum. */
  actual: string | number | boolean | null;
}

/**
 * Whether a rule matches a payment: the reference for the compiled engine (docs/domain.md#fraud-rules). `lookUp` does the
 * lookups to the database.
 */
export function interpretRule(
  rule: EvaluatedRule,
  facts: FraudFacts,
  lookUp: (lookup: Lookup) => LookupResult,
): boolean {
  if (rule.ruleType === 'territoryRule') {
    const { territoryComparisonType: field, territoryListOperator, territories } = rule.territoryCondition;
    const country = facts.values[field];
    if (isMissing(country)) return false;
    return territories.includes(String(country)) === (territoryListOperator === 'isIn');
  }
  const { conditions, logicalOperator } = rule.joinedConditions;
  if (conditions.length === 0) return false;
  const evaluate = (condition: Condition) => evaluateCondition(condition, rule, facts, lookUp).isTrue;
  return logicalOperator === 'and' ? conditions.every(evaluate) : conditions.some(evaluate);
}

/** The truth of one condition, with the compared value. */
export function evaluateCondition(
  condition: Condition,
  rule: Extract<EvaluatedRule, { ruleType: 'rule' }>,
  facts: FraudFacts,
  lookUp: (lookup: Lookup) => LookupResult,
): EvaluatedCondition {
  const lookup = buildLookup(condition, rule.joinedConditions);
  if (lookup) {
    const result = lookUp(lookup);
    const isTrue = result !== undefined && isLookupTrue(condition, result);
    return { condition, isTrue, isMissing: result === undefined, actual: result ?? null };
  }
  const { isTrue, actual } = evaluateValue(condition, facts);
  const isAboutPresence = 'operator' in condition && /^is(?:Not)?Null$/.test(condition.operator);
  return { condition, isTrue, isMissing: actual === null && !isAboutPresence, actual };
}

function isLookupTrue(condition: Condition, result: boolean | number): boolean {
  if (condition.type === 'list') return result === (condition.operator !== 'isNotIn');
  if (condition.type === 'velocitySum')
    return compare(condition.operator, Number(result), minorUnits(condition.value, condition.currency));
  if (condition.type === 'velocityCount' || condition.type === 'morphing')
    return compare(condition.operator, Number(result), condition.value);
  return false;
}

interface Evaluation {
  isTrue: boolean;
  actual: string | number | null;
}

function evaluateValue(condition: Condition, facts: FraudFacts): Evaluation {
  const missing: Evaluation = { isTrue: false, actual: null };
  switch (condition.type) {
    case 'simple':
      return evaluateField(condition.field, condition, facts);
    case 'customField':
      return evaluateField(customFieldId(condition.customField), condition, facts);
    case 'geolocation': {
      const firstField = locationFields[condition.locationType1];
      const secondField = locationFields[condition.locationType2];
      return evaluatePair(firstField, secondField, condition.operator, facts);
    }
    case 'fieldComparison':
      return evaluatePair(
        fieldId(condition.firstField),
        fieldId(condition.secondField),
        condition.operator,
        facts,
      );
    case 'age':
    case 'generalAge': {
      const day = facts.values[condition.field];
      if (isMissing(day)) return missing;
      const unit = condition.type === 'age' ? 'YEARS' : condition.precision;
      const age = completedUnits(String(day), facts.now, unit);
      if (Number.isNaN(age)) return missing;
      return { isTrue: compareRange(condition.operator, age, condition.value, Number), actual: age };
    }
    default:
      return missing;
  }
}

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

function evaluatePair(
  firstField: string,
  secondField: string,
  operator: string,
  facts: FraudFacts,
): Evaluation {
  const first = comparable(firstField, facts.values[firstField]);
  const second = comparable(secondField, facts.values[secondField]);
  if (first === null || second === null) return { isTrue: false, actual: null };
  return { isTrue: (first === second) === (operator === 'equalTo'), actual: `${first}|${second}` };
}

function evaluateField(
  field: string,
  { operator: written, value }: { operator: string; value: string },
  facts: FraudFacts,
): Evaluation {
  const { operator, ignoresCase } = parseOperator(written);
  const actual = facts.values[field];
  if (operator === 'isNull') return { isTrue: isMissing(actual), actual: isMissing(actual) ? null : actual };
  if (isMissing(actual)) return { isTrue: false, actual: null };
  if (operator === 'isNotNull') return { isTrue: true, actual };
  switch (valueKind(field)) {
    case 'number':
      return { isTrue: compareRange(operator, Number(actual), value, Number), actual };
    case 'exact': {
      const exact = exactNumber(String(actual));
      if (exact === null) return { isTrue: false, actual: null };
      return { isTrue: compareRange(operator, exact, value, exactNumber), actual };
    }
    case 'day':
      return { isTrue: compareRange(operator, dayNumber(String(actual)), value, dayNumber), actual };
    case 'instant':
      return { isTrue: evaluateInstant(Number(actual), operator, value), actual };
    case 'text':
      return { isTrue: evaluateText(field, String(actual), operator, value, ignoresCase), actual };
  }
}

function evaluateInstant(actual: number, operator: string, value: string): boolean {
  if (operator === 'timeBetween' || operator === 'timeNotBetween') {
    const [from = 0, to = 0] = value.split('|').map(parseMinute);
    const minute = minuteOfDay(actual);
    const isInside = from <= to ? minute >= from && minute <= to : minute >= from || minute <= to;
    return isInside === (operator === 'timeBetween');
  }
  const isEquality = operator === 'equalTo' || operator === 'notEqualTo';
  const toMinute = (ms: number) => (isEquality ? Math.floor(ms / 60_000) : ms);
  return compareRange(operator, toMinute(actual), value, (text) => toMinute(Date.parse(text)));
}

function evaluateText(
  field: string,
  actual: string,
  operator: string,
  value: string,
  ignoresCase: boolean,
): boolean {
  const inCase = (text: string) => (ignoresCase ? fold(text) : text);
  const normalised = inCase(actual);
  const normaliseRuleText = (text: string) => inCase(ruleText(field, operator, text));
  switch (operator) {
    case 'equalTo':
      return normalised === normaliseRuleText(value);
    case 'notEqualTo':
      return normalised !== normaliseRuleText(value);
    case 'contains':
      return normalised.includes(normaliseRuleText(value));
    case 'doesNotContain':
      return !normalised.includes(normaliseRuleText(value));
    case 'startsWith':
      return normalised.startsWith(normaliseRuleText(value));
    case 'endsWith':
      return normalised.endsWith(normaliseRuleText(value));
    case 'isIn':
      return value.split(',').some((part) => normalised === normaliseRuleText(part));
    case 'isNotIn':
      return value.split(',').every((part) => normalised !== normaliseRuleText(part));
    default:
      return false;
  }
}

/** One of the comparators, or a range `low|high` with both ends. Values that cannot be read match nothing. */
function compareRange<T extends number | bigint>(
  operator: string,
  actual: T,
  value: string,
  read: (text: string) => T | null,
): boolean {
  const [low, high] = value.split('|').map(read);
  const isRange = operator === 'between' || operator === 'notBetween';
  if (!isKnown(actual) || !isKnown(low) || (isRange && !isKnown(high))) return false;
  if (!isRange) return compare(operator, actual, low);
  const isInside = actual >= low && actual <= (high as T);
  return isInside === (operator === 'between');
}

const isKnown = <T extends number | bigint>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined && !(typeof value === 'number' && Number.isNaN(value));

function compare<T extends number | bigint>(operator: string, actual: T, limit: T): boolean {
  switch (operator) {
    case 'equalTo':
      return actual === limit;
    case 'notEqualTo':
      return actual !== limit;
    case 'lessThan':
      return actual < limit;
    case 'lessThanOrEqualTo':
      return actual <= limit;
    case 'greaterThan':
      return actual > limit;
    case 'greaterThanOrEqualTo':
      return actual >= limit;
    default:
      return false;
  }
}
