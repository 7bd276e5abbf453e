import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { minorUnits } from '#features/fraud/fraud-engine/compare-number.ts';
import { dayNumber, exactNumber, fold, parseMinute, ruleText } from '#features/fraud/fraud-engine/facts.ts';
import { type ComparedField, type Condition, customFieldId } from '#features/fraud/fraud-rules/rule.ts';

/** The parts of conditions that are not SQL: both stores render these (docs/decisions/0119). */

export const fieldId = (field: ComparedField): string =>
  field.type === 'simpleField' ? field.name : customFieldId(field);

/** Text that no store can hold is in no payment. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const comparatorSigns: Readonly<Record<string, string>> = {
  equalTo: '=',
  notEqualTo: '<>',
  lessThan: '<',
  lessThanOrEqualTo: '<=',
  greaterThan: '>',
  greaterThanOrEqualTo: '>=',
};

/** The sign of a comparator, in both stores; undefined for any other text. */
export const comparatorSign = (operator: string): string | undefined =>
  Object.hasOwn(comparatorSigns, operator) ? comparatorSigns[operator] : undefined;

export type RangeTest<T> =
  | { kind: 'comparison'; sign: string; limit: T }
  | { kind: 'range'; low: T; high: T; isInside: boolean };

/** A comparator, or a range with both ends. `read` returns null for values that match nothing; then undefined. */
export function parseRange<T>(
  operator: string,
  value: string,
  read: (text: string) => T | null,
): RangeTest<T> | undefined {
  const [low = null, high = null] = value.split('|').map(read);
  if (low === null) return undefined;
  if (operator === 'between' || operator === 'notBetween')
    return high === null ? undefined : { kind: 'range', low, high, isInside: operator === 'between' };
  const sign = comparatorSign(operator);
  return sign === undefined ? undefined : { kind: 'comparison', sign, limit: low };
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

export const readNumber = (text: string): number | null => orNull(Number(text));
export const readDay = (text: string): number | null => orNull(dayNumber(text));

export function readExact(text: string): string | null {
  const exact = exactNumber(text);
  return exact === null ? null : String(exact);
}

/** Moments are equal when their minutes are. */
export const comparesMinutes = (operator: string): boolean =>
  operator === 'equalTo' || operator === 'notEqualTo';

export const readInstant = (operator: string) => (text: string) => {
  const ms = Date.parse(text);
  return orNull(comparesMinutes(operator) ? Math.floor(ms / 60_000) : ms);
};

interface TimesTest {
  /** Minutes of the day in UTC. */
  from: number;
  to: number;
  isInside: boolean;
}

/** Refuses where only the engine can decide; undefined for another operator. */
export function parseTimes(
  operator: string,
  value: string,
): Result<TimesTest, Refusal<'UNREADABLE'>> | undefined {
  if (operator !== 'timeBetween' && operator !== 'timeNotBetween') return undefined;
  const [from = 0, to = 0] = value.split('|').map(parseMinute);
  if (Number.isNaN(from) || Number.isNaN(to)) return refuse('UNREADABLE');
  return ok({ from, to, isInside: operator === 'timeBetween' });
}

export interface TextTest {
  form: 'equal' | 'contains' | 'startsWith' | 'endsWith' | 'isIn';
  isNegated: boolean;
  /** In the form of the field's own values; one except for `isIn`. */
  expected: readonly string[];
  ignoresCase: boolean;
}

const textForms: Readonly<Record<string, Pick<TextTest, 'form' | 'isNegated'>>> = {
  equalTo: { form: 'equal', isNegated: false },
  notEqualTo: { form: 'equal', isNegated: true },
  contains: { form: 'contains', isNegated: false },
  doesNotContain: { form: 'contains', isNegated: true },
  startsWith: { form: 'startsWith', isNegated: false },
  endsWith: { form: 'endsWith', isNegated: false },
  isIn: { form: 'isIn', isNegated: false },
  isNotIn: { form: 'isIn', isNegated: true },
};

export function parseText(
  field: string,
  { operator, value, ignoresCase }: { operator: string; value: string; ignoresCase: boolean },
): TextTest | undefined {
  const test = Object.hasOwn(textForms, operator) ? textForms[operator] : undefined;
  if (!test) return undefined;
  const texts = test.form === 'isIn' ? value.split(',') : [value];
  const formed = texts.map((text) => ruleText(field, operator, text));
  return { ...test, ignoresCase, expected: ignoresCase ? formed.map(fold) : formed };
}

/** The limit of a count or sum of attempts; a sum in minor units. */
export function measureLimit(condition: Condition): number {
  if (condition.type === 'velocitySum') return minorUnits(condition.value, condition.currency);
  return Number((condition as { value: number }).value);
}
