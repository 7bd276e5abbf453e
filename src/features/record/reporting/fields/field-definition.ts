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

export const aggregations = ['SUM', 'COUNT'] as const;
type Aggregation = (typeof aggregations)[number];

/** The roll-ups have these by currency (docs/domain.md#aggregations). No transaction lacks one of the fields. */
const aggregated: Readonly<Record<string, readonly Aggregation[]>> = {
  txn_id: ['COUNT'],
  txn_volume: ['SUM'],
  requested_amount: ['SUM', 'COUNT'],
  amount: ['SUM', 'COUNT'],
  money_moved: ['SUM', 'COUNT'],
};

export const aggregationsFor = (field: string): readonly Aggregation[] => aggregated[field] ?? [];

/** The heading of a field in the column chooser. */
type FieldGroup = 'transaction' | 'card' | 'customer' | 'authentication' | 'account' | 'risk' | 'custom';

export interface TransactionField {
  field: string;
  type: FieldType;
  group: FieldGroup;
  filters: readonly Operation[];
  values?: readonly string[];
  /**
   * Any of these permissions shows the column. Without one the field cannot be shown, filtered or sorted by.
   */
  needs?: readonly Permission[];
}

const equality: readonly Operation[] = ['EQUALS', 'NOT_EQUALS', 'IN', 'NOT_IN', 'IS_NULL', 'IS_NOT_NULL'];
const order: readonly Operation[] = ['GT', 'GTE', 'LT', 'LTE'];

/** A field with a literal name: the server must define columns for it. */
type DefinedField<Name extends string> = TransactionField & { field: Name };

/** Builders for the fields of one group. */
export function fieldsInGroup(group: FieldGroup) {
  const defineField = <Name extends string>(
    type: FieldType,
    filters: readonly Operation[],
    field: Name,
    needs?: readonly Permission[],
  ): DefinedField<Name> => ({ field, type, group, filters, needs });
  return {
    text: <Name extends string>(field: Name, needs?: readonly Permission[]) =>
      defineField('STRING', equality, field, needs),
    listed: <Name extends string>(
      field: Name,
      values: readonly string[],
      needs?: readonly Permission[],
    ): DefinedField<Name> => ({ ...defineField('ENUM', equality, field, needs), values }),
    /** Digits compared as text: leading zeros count. */
    digits: <Name extends string>(field: Name) => defineField('NUMBER', equality, field),
    ordered: <Name extends string>(type: FieldType, field: Name, needs?: readonly Permission[]) =>
      defineField(type, [...equality, ...order], field, needs),
    /** The few fields with BETWEEN. */
    ranged: <Name extends string>(type: FieldType, field: Name) =>
      defineField(type, [...equality, ...order, 'BETWEEN'], field),
  };
}
