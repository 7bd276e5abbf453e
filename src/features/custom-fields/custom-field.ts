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
