import type { Permission } from '#contract/permissions.ts';
import {
  transactionStages,
  transactionStatuses,
  transactionTypes,
} from '#features/payments/transaction-kind.ts';

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

export interface TransactionField {
  field: string;
  description: string;
  type: FieldType;
  filters: readonly Operation[];
  values?: readonly string[];
  /** Any one of these shows the column; without it the field cannot be shown, filtered or sorted by. */
  needs?: readonly Permission[];
}

const equality: readonly Operation[] = ['EQUALS', 'NOT_EQUALS', 'IN', 'NOT_IN', 'IS_NULL', 'IS_NOT_NULL'];
const order: readonly Operation[] = ['GT', 'GTE', 'LT', 'LTE'];

const fraudRules: readonly Permission[] = ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'];
const fraudGuard: readonly Permission[] = ['P_VIEW_FRAUDGUARD'];

const text = (field: string, description: string, needs?: readonly Permission[]): TransactionField => ({
  field,
  description,
  type: 'STRING',
  filters: equality,
  ...(needs ? { needs } : {}),
});
const listed = (
  field: string,
  description: string,
  values: readonly string[],
  needs?: readonly Permission[],
): TransactionField => ({ ...text(field, description, needs), type: 'ENUM', values });
const ordered = (
  field: string,
  description: string,
  type: FieldType,
  between: boolean,
  needs?: readonly Permission[],
): TransactionField => ({
  field,
  description,
  type,
  filters: [...equality, ...order, ...(between ? (['BETWEEN'] as const) : [])],
  ...(needs ? { needs } : {}),
});

/**
 * The columns of the transactions area: names, types and operations as the reporting service has them
 * (domain §1.5). The wire names are the specification's, capitals and all.
 */
export const transactionFields: readonly TransactionField[] = [
  ordered('txn_id', 'Transaction id', 'NUMBER', false),
  ordered('txn_root_id', 'Id of the first transaction of the payment', 'NUMBER', false),
  ordered('txn_datetime', 'Date and time', 'ISO_DATETIME', true),
  ordered('txn_date', 'Date', 'ISO_DATE', true),
  ordered('txn_time', 'Time', 'ISO_TIME', true),
  listed('txn_type', 'Type', transactionTypes),
  listed('txn_status', 'Status', transactionStatuses),
  listed('txn_stage', 'Stage', transactionStages),
  listed('PROCESSING_MODEL', 'Processing model', ['MANAGE', 'REPORT', 'ADVICE', 'IMPORT']),
  ordered('requested_amount', 'Requested amount', 'NUMBER', true),
  ordered('amount', 'Consumer spend', 'NUMBER', true),
  text('ccy_code', 'Currency'),
  text('merch_ref', 'Merchant reference'),
  text('description', 'Description'),
  text('payment_product', 'Payment product'),
  text('masked_pan', 'Card number, masked'),
  text('last_four', 'Last four digits'),
  text('card_fingerprint', 'Card fingerprint'),
  text('card_issuer', 'Card issuer'),
  text('issuer_country', 'Issuer country'),
  text('merchant_name', 'Merchant'),
  text('acquirer', 'Acquirer'),
  text('AUTHORISERSTATUS', 'Authoriser status'),
  text('sales_channel', 'Channel'),
  text('commerce_type', 'Commerce type'),
  text('CONTINUOUS_AUTHORITY_TYPE', 'Continuous authority'),
  text('customer_name', 'Customer name'),
  text('customer_email', 'Customer e-mail'),
  text('customer_country', 'Customer country'),
  text('IP_address', 'IP address'),
  text('3ds_status', '3-D Secure status'),
  text('3ds_eci', '3-D Secure ECI'),
  text('THREED_SECURE_VERSION', '3-D Secure version'),
  text('SCHEDULE_ID', 'Schedule id'),
  ordered('EPISODE_INDEX', 'Episode', 'NUMBER', false),
  ordered('SCHEDULE_REMAINING_EPISODE_COUNT', 'Episodes left', 'NUMBER', false),
  text('OPTIMIZE360_OUTCOME', 'Risk outcome', fraudRules),
  ordered('fg_score', 'FraudGuard score', 'NUMBER', false, fraudGuard),
  text('fg_advice', 'FraudGuard advice', fraudGuard),
];

const byName = new Map(transactionFields.map((field) => [field.field, field]));

export const transactionField = (name: string): TransactionField | undefined => byName.get(name);

/** Shown when the user has chosen nothing else (spec 1 §2). */
export const defaultColumns = [
  'txn_datetime',
  'txn_id',
  'merch_ref',
  'requested_amount',
  'amount',
  'ccy_code',
  'description',
  'txn_type',
  'txn_status',
  'payment_product',
] as const;
