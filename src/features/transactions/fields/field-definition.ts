import type { Permission } from '#shared/permissions.ts';

export type FieldType = 'STRING' | 'NUMBER' | 'ENUM' | 'ISO_DATE' | 'ISO_TIME' | 'ISO_DATETIME';

export const operations = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'NOT_IN',
  'IS_NULL',
  'IS_NOT_NULL',
  'GT',
  'GTE',
  'LT',
  'LTE',
  'BETWEEN',
] as const;
export type Operation = (typeof operations)[number];

/** Only what is counted or follows in order has more than a number of values (docs/domain.md#reporting). */
export function aggregationsFor(type: FieldType): readonly string[] {
  if (type === 'NUMBER') return ['MIN', 'MAX', 'AVERAGE', 'SUM', 'COUNT', 'COUNT_DISTINCT'];
  const counts = ['COUNT', 'COUNT_DISTINCT'];
  return type === 'ENUM' || type === 'STRING' ? counts : ['MIN', 'MAX', ...counts];
}

/** Under which heading the column chooser lists a field. */
export type FieldGroup =
  | 'transaction'
  | 'card'
  | 'customer'
  | 'authentication'
  | 'account'
  | 'risk'
  | 'custom';

export interface TransactionField {
  field: string;
  type: FieldType;
  group: FieldGroup;
  filters: readonly Operation[];
  values?: readonly string[];
  /** Any one of these shows the column; without it the field cannot be shown, filtered or sorted by. */
  needs?: readonly Permission[];
}

const equality: readonly Operation[] = ['EQUALS', 'NOT_EQUALS', 'IN', 'NOT_IN', 'IS_NULL', 'IS_NOT_NULL'];
const order: readonly Operation[] = ['GT', 'GTE', 'LT', 'LTE'];

/** Functions that make the fields of one group. */
export function fieldsInGroup(group: FieldGroup) {
  const defineField = (
    type: FieldType,
    filters: readonly Operation[],
    field: string,
    needs?: readonly Permission[],
  ): TransactionField => ({ field, type, group, filters, ...(needs ? { needs } : {}) });
  return {
    text: (field: string, needs?: readonly Permission[]) => defineField('STRING', equality, field, needs),
    listed: (field: string, values: readonly string[], needs?: readonly Permission[]): TransactionField => ({
      ...defineField('ENUM', equality, field, needs),
      values,
    }),
    /** Digits that are compared as a whole: leading zeros count. */
    digits: (field: string) => defineField('NUMBER', equality, field),
    ordered: (type: FieldType, field: string, needs?: readonly Permission[]) =>
      defineField(type, [...equality, ...order], field, needs),
    /** The few fields that have BETWEEN (docs/domain.md#reporting). */
    ranged: (type: FieldType, field: string) => defineField(type, [...equality, ...order, 'BETWEEN'], field),
  };
}
