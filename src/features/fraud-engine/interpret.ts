import type { EvaluatedRule, Condition } from '#features/fraud-rules/rule.ts';
import {
  customFieldId,
  locationFields,
  parseOperator,
  type ComparedField,
} from '#features/fraud-rules/rule.ts';
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
  /** What the condition compared with: the value of the field, a count, a sum. */
  found: string | number | boolean | null;
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

/** The truth of one condition, with what it found. */
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
    return { condition, isTrue, isMissing: result === undefined, found: result ?? null };
  }
  const { isTrue, found } = evaluateValue(condition, facts);
  const isAboutPresence = 'operator' in condition && /^is(?:Not)?Null$/.test(condition.operator);
  return { condition, isTrue, isMissing: found === null && !isAboutPresence, found };
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
  found: string | number | null;
}

function evaluateValue(condition: Condition, facts: FraudFacts): Evaluation {
  const missing: Evaluation = { isTrue: false, found: null };
  switch (condition.type) {
    case 'simple':
      return evaluateField(condition.field, condition, facts);
    case 'customField':
      return evaluateField(customFieldId(condition.customField), condition, facts);
    case 'geolocation': {
      const one = locationFields[condition.locationType1];
      const other = locationFields[condition.locationType2];
      return evaluatePair(one, other, condition.operator, facts);
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
      return { isTrue: compareRange(condition.operator, age, condition.value, Number), found: age };
    }
    default:
      return missing;
  }
}

const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

function evaluatePair(one: string, other: string, operator: string, facts: FraudFacts): Evaluation {
  const first = comparable(one, facts.values[one]);
  const second = comparable(other, facts.values[other]);
  if (first === null || second === null) return { isTrue: false, found: null };
  return { isTrue: (first === second) === (operator === 'equalTo'), found: `${first}|${second}` };
}

function evaluateField(
  field: string,
  { operator: written, value }: { operator: string; value: string },
  facts: FraudFacts,
): Evaluation {
  const { operator, ignoresCase } = parseOperator(written);
  const found = facts.values[field];
  if (operator === 'isNull') return { isTrue: isMissing(found), found: isMissing(found) ? null : found };
  if (isMissing(found)) return { isTrue: false, found: null };
  if (operator === 'isNotNull') return { isTrue: true, found };
  switch (valueKind(field)) {
    case 'number':
      return { isTrue: compareRange(operator, Number(found), value, Number), found };
    case 'exact': {
      const exact = exactNumber(String(found));
      if (exact === null) return { isTrue: false, found: null };
      return { isTrue: compareRange(operator, exact, value, exactNumber), found };
    }
    case 'day':
      return { isTrue: compareRange(operator, dayNumber(String(found)), value, dayNumber), found };
    case 'instant':
      return { isTrue: evaluateInstant(Number(found), operator, value), found };
    case 'text':
      return { isTrue: evaluateText(field, String(found), operator, value, ignoresCase), found };
  }
}

function evaluateInstant(found: number, operator: string, value: string): boolean {
  if (operator === 'timeBetween' || operator === 'timeNotBetween') {
    const [from = 0, to = 0] = value.split('|').map(parseMinute);
    const minute = minuteOfDay(found);
    const isInside = from <= to ? minute >= from && minute <= to : minute >= from || minute <= to;
    return isInside === (operator === 'timeBetween');
  }
  const isEquality = operator === 'equalTo' || operator === 'notEqualTo';
  const toMinute = (ms: number) => (isEquality ? Math.floor(ms / 60_000) : ms);
  return compareRange(operator, toMinute(found), value, (text) => toMinute(Date.parse(text)));
}

function evaluateText(
  field: string,
  found: string,
  operator: string,
  value: string,
  ignoresCase: boolean,
): boolean {
  const inCase = (text: string) => (ignoresCase ? fold(text) : text);
  const own = inCase(found);
  const wanted = (text: string) => inCase(ruleText(field, operator, text));
  switch (operator) {
    case 'equalTo':
      return own === wanted(value);
    case 'notEqualTo':
      return own !== wanted(value);
    case 'contains':
      return own.includes(wanted(value));
    case 'doesNotContain':
      return !own.includes(wanted(value));
    case 'startsWith':
      return own.startsWith(wanted(value));
    case 'endsWith':
      return own.endsWith(wanted(value));
    case 'isIn':
      return value.split(',').some((one) => own === wanted(one));
    case 'isNotIn':
      return value.split(',').every((one) => own !== wanted(one));
    default:
      return false;
  }
}

/** One of the comparators, or a range `low|high` with both ends. Values that cannot be read match nothing. */
function compareRange<T extends number | bigint>(
  operator: string,
  found: T,
  value: string,
  read: (text: string) => T | null,
): boolean {
  const [low, high] = value.split('|').map(read);
  const isRange = operator === 'between' || operator === 'notBetween';
  if (!isKnown(found) || !isKnown(low) || (isRange && !isKnown(high))) return false;
  if (!isRange) return compare(operator, found, low);
  const isInside = found >= low && found <= (high as T);
  return isInside === (operator === 'between');
}

const isKnown = <T extends number | bigint>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined && !(typeof value === 'number' && Number.isNaN(value));

function compare<T extends number | bigint>(operator: string, found: T, limit: T): boolean {
  switch (operator) {
    case 'equalTo':
      return found === limit;
    case 'notEqualTo':
      return found !== limit;
    case 'lessThan':
      return found < limit;
    case 'lessThanOrEqualTo':
      return found <= limit;
    case 'greaterThan':
      return found > limit;
    case 'greaterThanOrEqualTo':
      return found >= limit;
    default:
      return false;
  }
}
