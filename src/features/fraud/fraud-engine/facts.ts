import { findFraudField, parseCustomFieldId } from '#features/record/fraud-fields/field-catalogue.ts';
import { foldCase, matchValue } from '#features/record/fraud-fields/match-value.ts';

/**
 * The values of a payment by field id. Text is in NFC without outer spaces; post codes, addresses, telephone numbers and IP
 * addresses are in the form in which lists compare them. Days are `yyyy-MM-dd`, instants milliseconds, integers of 64 bits
 * and decimals text. A missing value is null or absent.
 */
export interface FraudFacts {
  /** Milliseconds: the time of the attempt. */
  now: number;
  values: Readonly<Record<string, string | number | null | undefined>>;
}

/** How the values of a field are compared. */
export type ValueKind = 'text' | 'number' | 'exact' | 'day' | 'instant';

const customKinds = {
  string: 'text',
  longString: 'text',
  integer: 'number',
  tinyInteger: 'number',
  float: 'number',
  bigInteger: 'exact',
  decimal: 'exact',
  date: 'day',
  dateTime: 'instant',
} as const satisfies Record<string, ValueKind>;

const kinds = { Integer: 'number', Double: 'number', Date: 'day', DateTime: 'instant' } as const;

export function valueKind(field: string): ValueKind {
  const custom = parseCustomFieldId(field);
  if (custom) return customKinds[custom.dataType];
  const type = findFraudField(field)?.type ?? 'text';
  return type in kinds ? kinds[type as keyof typeof kinds] : 'text';
}

/** Whether the field has a value. Text of spaces only is missing. */
export function isMissing(value: string | number | null | undefined): value is null | undefined {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}

/** The text of a rule in the form of the field's own values. */
export function ruleText(field: string, operator: string, text: string): string {
  const clean = text.normalize('NFC').trim();
  const form = findFraudField(field)?.matchAs;
  if (form === undefined) return clean;
  const isPartialMatch = operator !== 'equalTo' && operator !== 'notEqualTo' && !operator.startsWith('is');
  // A part of a number or an address has no normalised form.
  if (isPartialMatch && form === 'telephone') return clean.replaceAll(/[^\d+]/g, '');
  if (isPartialMatch && form === 'ip') return clean.toLowerCase();
  return matchValue(field, clean) ?? '';
}

/** A value as velocity keys, lists and comparisons of fields use it; null when missing. */
export function comparable(field: string, value: string | number | null | undefined): string | null {
  return isMissing(value) ? null : matchValue(field, String(value));
}

export const fold = foldCase;

const dayMs = 86_400_000;

/** Days since 1970; NaN for text that is not a day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** Ten-thousandths, exact: a decimal has at most four digits after the point. Null for other text. */
export function exactNumber(text: string): bigint | null {
  const parts = /^([+-]?)(\d+)(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (!parts) return null;
  const size = BigInt(`${parts[2]}${(parts[3] ?? '').padEnd(4, '0')}`);
  return parts[1] === '-' ? -size : size;
}

/** The minute of the day in UTC. */
export const minuteOfDay = (ms: number): number => Math.floor((((ms % dayMs) + dayMs) % dayMs) / 60_000);

/** Minutes of 'HH:mm'. */
export const parseMinute = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Completed units between a day and now, both in UTC; NaN for a day in the future. */
export function completedUnits(
  day: string,
  now: number,
  unit: 'DAYS' | 'WEEKS' | 'MONTHS' | 'YEARS',
): number {
  const today = Math.floor(now / dayMs);
  const days = today - dayNumber(day);
  if (!(days >= 0)) return Number.NaN;
  if (unit === 'DAYS') return days;
  if (unit === 'WEEKS') return Math.floor(days / 7);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = new Date(now);
  const months =
    (at.getUTCFullYear() - year) * 12 + at.getUTCMonth() + 1 - month - (at.getUTCDate() < date ? 1 : 0);
  return unit === 'MONTHS' ? months : Math.floor(months / 12);
}
