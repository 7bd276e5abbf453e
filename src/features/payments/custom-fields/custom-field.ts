import { isCalendarDay } from '#shared/calendar-day.ts';
import { readInstant } from '#shared/instant.ts';

/** Types in the order of the form (docs/domain.md#custom-fields). */
export const customFieldTypes = [
  'string',
  'longString',
  'integer',
  'bigInteger',
  'tinyInteger',
  'decimal',
  'float',
  'date',
  'dateTime',
] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** The number of fields of a company, hidden ones included. */
export const maxCustomFields = 100;
export const maxFieldName = 50;
export const maxFieldLabel = 60;

/** A name as the merchant's system sends it. */
export const isFieldName = (name: string): boolean =>
  /^[A-Za-z][\w.-]*$/.test(name) && name.length <= maxFieldName;

/** Texts can be compared with or without case. */
export const hasCase = (type: CustomFieldType): boolean => type === 'string' || type === 'longString';

const integers: Partial<Record<CustomFieldType, bigint>> = {
  tinyInteger: 2n ** 7n,
  integer: 2n ** 31n,
  bigInteger: 2n ** 63n,
};

/** Whether a value fits the type that the company gave the field (A124). An empty value fits every type. */
export function fitsCustomField(type: CustomFieldType, value: string): boolean {
  if (value === '') return true;
  switch (type) {
    case 'string':
      return value.length <= 255;
    case 'longString':
      return value.length <= 2000;
    case 'tinyInteger':
    case 'integer':
    case 'bigInteger':
      return /^[+-]?\d{1,19}$/.test(value) && isWithin(BigInt(value.replace('+', '')), integers[type] ?? 0n);
    case 'float':
      return /^[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?$/.test(value);
    case 'decimal':
      return /^[+-]?\d{1,14}(?:\.\d{1,4})?$/.test(value);
    case 'date':
      return isCalendarDay(value);
    case 'dateTime':
      return readInstant(value) !== undefined;
  }
}

function isWithin(value: bigint, limit: bigint): boolean {
  return value >= -limit && value < limit;
}
