import { column } from '#warehouse/clickhouse-sql.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Fragment } from '#database/connection.ts';
import { attemptColumns } from '#features/record/fraud-fields/server/warehouse-attempts.ts';
import { fieldColumns } from '#features/record/fraud-fields/server/warehouse-fields.ts';
import { transactionFields } from '../../fields/transaction-fields.ts';
import { authenticationColumns } from './authentication-columns.ts';
import {
  type CustomName,
  customFileKind,
  customPostgresColumn,
  customWarehouseColumn,
  sentCustomFields,
} from './custom-columns.ts';
import { type FieldColumns, type FileKind, field } from './field-columns.ts';
import {
  type Column,
  clock,
  detail,
  identifier,
  instantFormat,
  money,
  moneyMoved,
  plain,
} from './postgres-column.ts';
import { type WarehouseColumn, stored } from './warehouse-column.ts';
import type { PaymentField } from '../../fields/payment-fields.ts';

/** MMYY of the card as its last valid day. */
const expiry = (sql: TenantSql): Fragment =>
  sql`case when txn.card_expiry ~ '^(0[1-9]|1[0-2])[0-9]{2}$'
      then (make_date(2000 + right(txn.card_expiry, 2)::int, left(txn.card_expiry, 2)::int, 1)
            + interval '1 month - 1 day')::date end`;

/** For each field: description, PostgreSQL column, warehouse column, and its kind in a file. */
const paymentColumns: Readonly<Record<PaymentField, FieldColumns>> = {
  txn_id: field('Transaction id', identifier('txn_id'), stored.identifier, 'safeText'),
  txn_root_id: field(
    'Id of the first transaction of the payment',
    identifier('root_id'),
    stored.identifier,
    'safeText',
  ),
  txn_datetime: field(
    'Date and time',
    {
      select: (sql) => sql`to_char(txn_datetime at time zone 'UTC', ${instantFormat})`,
      compare: (sql) => sql`txn.txn_datetime`,
      as: 'instant',
    },
    stored.moment,
    'instant',
  ),
  txn_date: field('Date', clock('YYYY-MM-DD', 'date', 'date'), stored.momentDay, 'date'),
  txn_time: field('Time', clock('HH24:MI:SS', 'time', 'time'), stored.momentTime, 'time'),
  txn_type: field('Type', plain('txn_type'), stored.sharedText, 'safeText'),
  txn_status: field('Status', plain('txn_status'), stored.sharedText, 'safeText'),
  txn_stage: field('Stage', plain('txn_stage'), stored.sharedText, 'safeText'),
  PROCESSING_MODEL: field('Processing model', plain('processing_model'), stored.sharedText, 'safeText'),
  requested_amount: field('Requested amount', money('requested_amount'), stored.money, 'money'),
  amount: field('Consumer spend', money('amount'), stored.money, 'money'),
  money_moved: field('Money moved', moneyMoved, stored.moneyMoved, 'money'),
  ccy_code: field('Currency', plain('ccy_code'), stored.sharedText, 'safeText'),
  txn_volume: field(
    'Number of transactions',
    { select: (sql) => sql`1`, compare: (sql) => sql`(1 + 0)`, as: 'integer' },
    stored.one,
    'number',
  ),
  merch_ref: field('Merchant reference', plain('merch_ref'), stored.text, 'text'),
  original_reference: field(
    'Merchant reference of the payment that a capture, release or refund belongs to',
    plain('original_reference'),
    stored.text,
    'text',
  ),
  original_txn_id: field(
    'Id of the payment that a capture, release or refund belongs to',
    identifier('original_txn_id'),
    stored.integer,
    'safeText',
  ),
  description: field('Description', plain('description'), stored.text, 'text'),
  refund_reason: field('Reason of the refund', plain('refund_reason'), stored.sharedText, 'safeText'),
  refund_note: field('Internal note on the refund', plain('refund_note'), stored.text, 'text'),
  arn: field('Acquirer reference number of the refund', plain('arn'), stored.text, 'safeText'),
  refund_expected_date: field(
    'Day by which the payer’s bank shows the refund',
    {
      select: (sql) => sql`to_char(refund_expected_date, 'YYYY-MM-DD')`,
      compare: (sql) => sql`txn.refund_expected_date`,
      as: 'date',
    },
    stored.sharedDay,
    'date',
  ),
  payment_product: field('Payment product', plain('payment_product'), stored.sharedText, 'safeText'),
  CUSTOM_PAYMENT_PRODUCT: field(
    'Custom payment product',
    detail.text('customPaymentProduct'),
    stored.sharedText,
    'text',
  ),
  merchant_name: field('Merchant', plain('merchant_name'), stored.sharedText, 'text'),
  acquirer: field('Acquirer', plain('acquirer'), stored.sharedText, 'text'),
  AUTHORISERSTATUS: field('Authoriser status', plain('authoriser_status'), stored.sharedText, 'text'),
  PSP_MESSAGE: field('Authoriser message', plain('authoriser_message'), stored.sharedText, 'text'),
  sales_channel: field('Channel', plain('sales_channel'), stored.sharedText, 'safeText'),
  commerce_type: field('Commerce type', plain('commerce_type'), stored.sharedText, 'safeText'),
  CONTINUOUS_AUTHORITY_TYPE: field(
    'Continuous authority',
    plain('continuous_authority_type'),
    stored.sharedText,
    'safeText',
  ),
  PAYMENT_DESCRIPTOR: field('Text on the statement', detail.text('paymentDescriptor'), stored.text, 'text'),
  IMPORT_SOURCE_SYSTEM: field('Imported from', detail.text('importSource.system'), stored.sharedText, 'text'),
  IMPORT_SOURCE_TRANSACTION_ID: field(
    'Id where it was imported from',
    detail.text('importSource.transactionId'),
    stored.text,
    'text',
  ),
  SCHEDULE_ID: field('Schedule id', plain('schedule_id'), stored.text, 'text'),
  EPISODE_INDEX: field('Episode', plain('episode_index', 'integer'), stored.number, 'number'),
  SCHEDULE_REMAINING_EPISODE_COUNT: field(
    'Episodes left',
    plain('schedule_remaining_episode_count', 'integer'),
    stored.number,
    'number',
  ),
  masked_pan: field('Card number, masked', plain('masked_pan'), stored.text, 'safeText'),
  last_four: field('Last four digits', plain('last_four'), stored.text, 'safeText'),
  card_fingerprint: field('Card fingerprint', plain('card_correlation_id'), stored.text, 'text'),
  card_issuer: field('Card issuer', plain('card_issuer'), stored.sharedText, 'text'),
  issuer_country: field('Issuer country', plain('issuer_country'), stored.sharedText, 'safeText'),
  EXPIRY: field(
    'Card expiry, the last day',
    { select: (sql) => sql`to_char(${expiry(sql)}, 'YYYY-MM-DD')`, compare: expiry, as: 'date' },
    stored.sharedDay,
    'date',
  ),
  PAYMENT_METHOD_SOURCE: field(
    'Source of the payment method',
    detail.text('paymentMethodSource.source'),
    stored.sharedText,
    'text',
  ),
  PAYMENT_METHOD_SOURCE_ID: field(
    'Id at the source of the payment method',
    detail.text('paymentMethodSource.sourceId'),
    stored.text,
    'text',
  ),
  customer_name: field('Customer name', plain('customer_name'), stored.text, 'text'),
  customer_email: field('Customer email', plain('customer_email'), stored.text, 'text'),
  customer_country: field('Customer country', plain('customer_country'), stored.sharedText, 'safeText'),
  IP_address: field('IP address', plain('ip_address'), stored.text, 'safeText'),
  BANK_ACCOUNT_NUMBER: field(
    'Bank account number',
    detail.text('bankAccount.accountNumber'),
    stored.text,
    'text',
  ),
  IBAN: field('IBAN', detail.text('bankAccount.iban'), stored.text, 'text'),
  PAYMENT_ACCOUNT_HOLDER_NAME: field(
    'Account holder',
    detail.text('bankAccount.accountHolderName'),
    stored.text,
    'text',
  ),
  ACCOUNT_EMAIL: field(
    'Account email',
    detail.text('strongCustomerAuthentication.accountInfo.accountEmail'),
    stored.text,
    'text',
  ),
  BANK_SORT_CODE: field('Sort code', detail.text('bankAccount.sortCode'), stored.text, 'text'),
  BIC: field('BIC', detail.text('bankAccount.bic'), stored.text, 'text'),
  BANK_NAME: field('Bank', detail.text('bankAccount.bankName'), stored.text, 'text'),
  OPTIMIZE360_OUTCOME: field('Risk outcome', plain('optimize360_outcome'), stored.sharedText, 'safeText'),
  fg_score: field('FraudGuard score', plain('fg_score', 'integer'), stored.number, 'number'),
  fg_advice: field('FraudGuard advice', plain('fg_advice'), stored.sharedText, 'text'),
};

const columns: Readonly<Record<string, FieldColumns>> = { ...paymentColumns, ...authenticationColumns };

/** A field in PostgreSQL, custom fields included. */
export function findColumn(field: string): Column {
  const column = columns[field]?.postgres ?? customPostgresColumn(field);
  if (!column) throw new Error(`field ${field} has no column`);
  return column;
}

export function fileKind(field: string): FileKind {
  const kind = columns[field]?.file ?? customFileKind(field);
  if (!kind) throw new Error(`field ${field} has no column`);
  return kind;
}

export const describeField = (field: string): string => columns[field]?.description ?? field;

/** Column names must not start with a digit. */
const warehouseName = (field: string): string => field.replace(/^3/, 'three');

const warehouseColumns: ReadonlyMap<string, WarehouseColumn> = new Map(
  Object.entries(columns).map(([field, { postgres, warehouse }]) => [
    field,
    warehouse(column(warehouseName(field)), postgres),
  ]),
);

/** A field in the warehouse; undefined where it has none. */
export const warehouseColumn = (field: string, names: readonly CustomName[]): WarehouseColumn | undefined =>
  warehouseColumns.get(field) ?? customWarehouseColumn(field, names);

/** A column of the warehouse's table: PostgreSQL's text for it, which ClickHouse reads as `type`. */
interface StoredColumn {
  name: string;
  type: string;
  sent(sql: TenantSql): Fragment;
}

const storedOnly = (name: string, type: string): StoredColumn => ({
  name,
  type,
  sent: (sql) => sql`txn.${sql(name)}`,
});

/** Every column of the table in transfer order. */
export const storedColumns: readonly StoredColumn[] = [
  storedOnly('company_id', 'Int32'),
  storedOnly('merchant_id', 'Int32'),
  storedOnly('version', 'UInt32'),
  storedOnly('ccy_digits', 'UInt8'),
  // The columns at the end are those that the impact of a rule reads (docs/decisions/0119).
  storedOnly('installation_id', 'Int32'),
  storedOnly('requested_minor', 'Int64'),
  storedOnly('reason_code', 'LowCardinality(Nullable(String))'),
  storedOnly('decision_source', 'LowCardinality(Nullable(String))'),
  ...transactionFields.flatMap(({ field }): StoredColumn[] => {
    const stored = warehouseColumns.get(field)?.stored;
    return stored ? [{ name: warehouseName(field), ...stored }] : [];
  }),
  { name: 'custom_fields', type: 'Nullable(String)', sent: sentCustomFields },
  ...fieldColumns,
  ...attemptColumns,
];
