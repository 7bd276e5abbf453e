import { comparable, completedUnits, dayNumber, fold, isMissing, minuteOfDay } from './facts.ts';

/** The form in which a slot holds the value of a field. */
export type SlotForm =
  | 'text'
  | 'folded'
  | 'comparable'
  | 'number'
  | 'exact'
  | 'day'
  | 'instant'
  | 'minute'
  | 'minuteOfDay'
  | 'DAYS'
  | 'WEEKS'
  | 'MONTHS'
  | 'YEARS';

/** Codes of predicates. The comparators of lookups follow those of values in the same order. */
export const op = {
  equal: 0,
  notEqual: 1,
  less: 2,
  atMost: 3,
  more: 4,
  atLeast: 5,
  between: 6,
  notBetween: 7,
  timeBetween: 8,
  timeNotBetween: 9,
  same: 10,
  other: 11,
  inSet: 12,
  notInSet: 13,
  contains: 14,
  lacks: 15,
  startsWith: 16,
  endsWith: 17,
  missing: 18,
  present: 19,
  samePair: 20,
  otherPair: 21,
  never: 22,
  lookupEqual: 32,
  lookupYes: 40,
  lookupNo: 41,
} as const;

/** The operators of numbers, in the order of their codes. */
export const comparatorCodes: Readonly<Record<string, number>> = {
  equalTo: op.equal,
  notEqualTo: op.notEqual,
  lessThan: op.less,
  lessThanOrEqualTo: op.atMost,
  greaterThan: op.more,
  greaterThanOrEqualTo: op.atLeast,
  between: op.between,
  notBetween: op.notBetween,
  timeBetween: op.timeBetween,
  timeNotBetween: op.timeNotBetween,
};

/** Codes of text predicates that compare a part. */
export const textCodes: Readonly<Record<string, number>> = {
  contains: op.contains,
  doesNotContain: op.lacks,
  startsWith: op.startsWith,
  endsWith: op.endsWith,
};

/** A value as text, in the form of its slot; undefined when missing. */
export function textIn(
  form: SlotForm,
  field: string,
  value: string | number | null | undefined,
): string | undefined {
  if (isMissing(value)) return undefined;
  if (form === 'comparable') return comparable(field, value) ?? undefined;
  return form === 'folded' ? fold(String(value)) : String(value);
}

/** A value as a number, in the form of its slot. */
export function numberIn(form: SlotForm, value: string | number, now: number): number {
  switch (form) {
    case 'day':
      return dayNumber(String(value));
    case 'minute':
      return Math.floor(Number(value) / 60_000);
    case 'minuteOfDay':
      return minuteOfDay(Number(value));
    case 'DAYS':
    case 'WEEKS':
    case 'MONTHS':
    case 'YEARS':
      return completedUnits(String(value), now, form);
    default:
      return Number(value);
  }
}

/** Compares known numbers; `high` is the end of a range. */
export function compareNumbers<T extends number | bigint>(code: number, value: T, low: T, high: T): boolean {
  switch (code) {
    case op.equal:
      return value === low;
    case op.notEqual:
      return value !== low;
    case op.less:
      return value < low;
    case op.atMost:
      return value <= low;
    case op.more:
      return value > low;
    case op.atLeast:
      return value >= low;
    case op.between:
      return value >= low && value <= high;
    case op.notBetween:
      return value < low || value > high;
    case op.timeBetween:
    case op.timeNotBetween: {
      const isInside = low <= high ? value >= low && value <= high : value >= low || value <= high;
      return isInside === (code === op.timeBetween);
    }
    default:
      return false;
  }
}

/** Whether the text with this id belongs to the set. */
export const hasBit = (set: Uint32Array | undefined, id: number): boolean =>
  set !== undefined && id > 0 && (((set[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1;
