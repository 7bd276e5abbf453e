/** As custom_field.data_type has them (docs/domain.md#custom-fields). */
export type CustomFieldType =
  | 'string'
  | 'longString'
  | 'integer'
  | 'bigInteger'
  | 'tinyInteger'
  | 'float'
  | 'decimal'
  | 'date'
  | 'dateTime';

const integers: Partial<Record<CustomFieldType, bigint>> = {
  tinyInteger: 2n ** 7n,
  integer: 2n ** 31n,
  bigInteger: 2n ** 63n,
};

/** Does the text that a shop sent fit the type that its company gave the field (A124)? Nothing at all fits every type. */
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
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value);
    case 'dateTime':
      return (
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(value) &&
        isDay(value.slice(0, 10)) &&
        !Number.isNaN(Date.parse(value))
      );
  }
}

function isWithin(value: bigint, limit: bigint): boolean {
  return value >= -limit && value < limit;
}

/** Day 31 of a month that has 30 is no day. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
