import { readInstant } from '#shared/instant.ts';
import { type CustomFieldType, findFraudField } from '#features/record/fraud-fields/field-catalogue.ts';
import { normalisePostcode } from '#features/record/fraud-fields/match-value.ts';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { isOneEmail } from '#shared/email-address.ts';
import { isIpAddress } from '#shared/patterns.ts';
import { parseOperator } from '../rule.ts';

/** How the value of a condition is entered and validated. */
export type ValueKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'bin'
  | 'ip'
  | 'ipPart'
  | 'integer'
  | 'tinyInteger'
  | 'bigInteger'
  | 'decimal'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'choice'
  | 'choices'
  | 'none';

const withoutValue = new Set(['isNull', 'isNotNull']);
const ranges = new Set(['between', 'notBetween', 'timeBetween', 'timeNotBetween']);

export const needsNoValue = (operator: string): boolean => withoutValue.has(operator);
export const isRange = (operator: string): boolean => ranges.has(operator);

/** The kind of value that a built-in field takes with an operator. */
export function valueKindOf(field: string, operator: string): ValueKind {
  const { operator: plain } = parseOperator(operator);
  if (needsNoValue(plain)) return 'none';
  if (plain.startsWith('time')) return 'time';
  const found = findFraudField(field);
  if (found?.values) return plain === 'isIn' || plain === 'isNotIn' ? 'choices' : 'choice';
  const isEquality = plain === 'equalTo' || plain === 'notEqualTo';
  if (found?.matchAs === 'ip') return isEquality ? 'ip' : 'ipPart';
  switch (found?.type) {
    case 'Email':
      return isEquality ? 'email' : 'text';
    case 'Bin':
      return 'bin';
    case 'Integer':
      return 'integer';
    case 'Double':
      return 'decimal';
    case 'Date':
      return 'date';
    case 'DateTime':
      return 'dateTime';
    default:
      return 'text';
  }
}

const customKinds: Readonly<Record<CustomFieldType, ValueKind>> = {
  string: 'text',
  longString: 'longText',
  integer: 'integer',
  tinyInteger: 'tinyInteger',
  bigInteger: 'bigInteger',
  float: 'decimal',
  decimal: 'decimal',
  date: 'date',
  dateTime: 'dateTime',
};

export function customValueKind(dataType: CustomFieldType, operator: string): ValueKind {
  return needsNoValue(parseOperator(operator).operator) ? 'none' : customKinds[dataType];
}

/** Both values of a range, `low|high`; undefined for another number of values. */
export function splitRange(value: string): [string, string] | undefined {
  const [low = '', high = '', ...more] = value.split('|');
  return more.length === 0 && value.includes('|') ? [low, high] : undefined;
}

const maxChoices = 250;

export const splitChoices = (value: string): string[] => (value === '' ? [] : value.split(','));

/** Whether one value, neither range nor choice, has the form of its kind. */
export function isValueOf(kind: ValueKind, text: string): boolean {
  const clean = text.trim();
  switch (kind) {
    case 'text':
      return clean !== '' && text.length <= 255 && !/\p{Cc}/u.test(text);
    case 'longText':
      return clean !== '' && text.length <= 2000 && !text.includes('\0');
    case 'email':
      return isOneEmail(clean);
    case 'bin':
      return /^\d{1,6}$/.test(text);
    case 'ip':
      return isIpAddress(clean);
    case 'ipPart':
      return /^[\da-f.:]{1,45}$/i.test(clean);
    case 'integer':
      return isWholeNumber(text, 2_147_483_648n);
    case 'tinyInteger':
      return isWholeNumber(text, 128n);
    case 'bigInteger':
      return isWholeNumber(text, 9_223_372_036_854_775_808n);
    case 'decimal':
      return /^-?\d{1,14}(?:\.\d{1,4})?$/.test(text);
    case 'date':
      return isCalendarDay(text);
    case 'dateTime':
      // Both engines read the text again, so its offset has one form.
      return readInstant(text) !== undefined && /(?:Z|:\d\d)$/.test(text);
    case 'time':
      return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
    case 'choice':
    case 'choices':
      return text !== '' && text.length <= 255;
    case 'none':
      return text === '';
  }
}

/** A signed integer of as many bits as `limit` allows. */
function isWholeNumber(text: string, limit: bigint): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const number = BigInt(text);
  return number >= -limit && number < limit;
}

/**
 * Whether the value of a condition is complete: two values of a range, allowed values of a choice. `allowedValues` undefined: the
 * values of the set are not known here, and the server checks them.
 */
export function isCompleteValue(
  kind: ValueKind,
  operator: string,
  value: string,
  allowedValues?: readonly string[],
): boolean {
  const isAllowedValue = (allowedValue: string) =>
    isValueOf('choice', allowedValue) &&
    (allowedValues === undefined || allowedValues.includes(allowedValue));
  if (kind === 'choice') return isAllowedValue(value);
  if (kind === 'choices') {
    const choices = splitChoices(value);
    const isUnique = new Set(choices).size === choices.length;
    return choices.length > 0 && choices.length <= maxChoices && isUnique && choices.every(isAllowedValue);
  }
  if (!isRange(parseOperator(operator).operator)) return isValueOf(kind, value);
  return splitRange(value)?.every((bound) => isValueOf(kind, bound)) ?? false;
}

/** A negative, zero or positive number by the order of two values of one kind. */
export function compareValues(kind: ValueKind, left: string, right: string): number {
  if (kind === 'dateTime') return Date.parse(left) - Date.parse(right);
  if (kind === 'date') return left < right ? -1 : Number(left > right);
  if (kind === 'bigInteger') {
    const [a, b] = [BigInt(left), BigInt(right)];
    return a < b ? -1 : Number(a > b);
  }
  return Number(left) - Number(right);
}

/** The stored form of the value: trimmed, postcodes normalised, the smaller value of a range first. */
export function normaliseValue(field: string, kind: ValueKind, operator: string, value: string): string {
  if (kind === 'none') return '';
  // Times of day may cross midnight and keep their order.
  if (kind === 'time') return value;
  const range = isRange(operator) ? splitRange(value) : undefined;
  if (range?.every((bound) => isValueOf(kind, bound))) {
    const [first, second] = range;
    return compareValues(kind, first, second) > 0 ? `${second}|${first}` : value;
  }
  const text =
    kind === 'text' || kind === 'email' || kind === 'ip' || kind === 'ipPart' ? value.trim() : value;
  return findFraudField(field)?.matchAs === 'postcode' ? (normalisePostcode(text) ?? '') : text;
}
