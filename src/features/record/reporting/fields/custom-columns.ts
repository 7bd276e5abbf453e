import { fieldsInGroup, type FieldType, type TransactionField } from './field-definition.ts';

/**
 * Types of custom fields, as rules write them (docs/domain.md#custom-fields), with the prefix of their stored
 * names.
 */
export const customPrefixes = {
  string: 'custom_string_',
  longString: 'custom_long_string_',
  integer: 'custom_int_',
  bigInteger: 'custom_bigint_',
  tinyInteger: 'custom_tinyint_',
  float: 'custom_float_',
  decimal: 'custom_decimal_',
  date: 'custom_date_',
  dateTime: 'custom_datetime_',
} as const;
export type CustomType = keyof typeof customPrefixes;
const customTypes = Object.keys(customPrefixes) as CustomType[];

const pattern = /^(custom_[a-z_]+_)([1-9]\d{0,2})$/;
const byPrefix = new Map(customTypes.map((type) => [customPrefixes[type] as string, type]));

/** The type of a stored name such as 'custom_string_3'; undefined for other names. */
export function parseCustomType(storedName: string): CustomType | undefined {
  return byPrefix.get(pattern.exec(storedName)?.[1] ?? '');
}

const reported: Readonly<Record<CustomType, FieldType>> = {
  string: 'STRING',
  longString: 'STRING',
  integer: 'NUMBER',
  bigInteger: 'NUMBER',
  tinyInteger: 'NUMBER',
  float: 'NUMBER',
  decimal: 'NUMBER',
  date: 'ISO_DATE',
  dateTime: 'ISO_DATETIME',
};

/** A custom field as a column. Organisations decide which exist and their names. */
export function customColumn(storedName: string): TransactionField | undefined {
  const type = parseCustomType(storedName);
  if (!type) return undefined;
  const { text, ordered } = fieldsInGroup('custom');
  return reported[type] === 'STRING' ? text(storedName) : ordered(reported[type], storedName);
}

/** Whether the name is that of a custom field. */
export const isCustom = (field: string): boolean => field.startsWith('custom_');
