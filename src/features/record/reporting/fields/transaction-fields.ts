import { authenticationFields } from './authentication-fields.ts';
import { customColumn } from './custom-columns.ts';
import type { TransactionField } from './field-definition.ts';
import { paymentFields } from './payment-fields.ts';

export { operations, type Operation, type TransactionField } from './field-definition.ts';

/**
 * The columns of transactions: names, types and operations of the reporting service
 * (docs/domain.md#reporting-fields). The wire names keep their capitals.
 */
export const transactionFields: readonly TransactionField[] = [...paymentFields, ...authenticationFields];

const byName = new Map(transactionFields.map((field) => [field.field, field]));

/** A field by its wire name, custom fields included. */
export const transactionField = (name: string): TransactionField | undefined =>
  byName.get(name) ?? customColumn(name);

/** Shown when the user has made no choice (docs/domain.md#reporting-fields): the specification's, and the money moved. */
export const defaultColumns = [
  'txn_datetime',
  'txn_id',
  'merch_ref',
  'requested_amount',
  'amount',
  'money_moved',
  'ccy_code',
  'description',
  'txn_type',
  'txn_status',
  'payment_product',
] as const;
