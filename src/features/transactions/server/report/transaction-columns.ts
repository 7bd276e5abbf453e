import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/** How a field stands in the table: what is shown, and what it is compared and sorted by. */
export interface Column {
  shown(sql: TenantSql): Fragment;
  compared(sql: TenantSql): Fragment;
  as: 'text' | 'integer' | 'decimal' | 'instant' | 'date' | 'time';
}

/** Compared by the table's column: a bare name in `order by` would mean the text that is shown. */
const plain = (name: string, as: Column['as'] = 'text'): Column => ({
  shown: (sql) => sql`${sql(name)}`,
  compared: (sql) => sql`txn.${sql(name)}`,
  as,
});
/** Ids as text: they are names, not numbers, and must reach every client unrounded. */
const identifier = (name: string): Column => ({
  ...plain(name, 'integer'),
  shown: (sql) => sql`${sql(name)}::text`,
});
/** Money as text with the currency's digits: no float on the way. */
const money = (name: string): Column => ({
  ...plain(name, 'decimal'),
  shown: (sql) => sql`round(${sql(name)}, ccy_digits)::text`,
});
const utc = (format: string, as: Column['as'], type: string): Column => ({
  shown: (sql) => sql`to_char(txn_datetime at time zone 'UTC', ${format})`,
  compared: (sql) => sql`(txn_datetime at time zone 'UTC')::${sql(type)}`,
  as,
});

const columns: Readonly<Record<string, Column>> = {
  txn_id: identifier('txn_id'),
  txn_root_id: identifier('root_id'),
  txn_datetime: {
    shown: (sql) => sql`to_char(txn_datetime at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`,
    compared: (sql) => sql`txn.txn_datetime`,
    as: 'instant',
  },
  txn_date: utc('YYYY-MM-DD', 'date', 'date'),
  txn_time: utc('HH24:MI:SS', 'time', 'time'),
  txn_type: plain('txn_type'),
  txn_status: plain('txn_status'),
  txn_stage: plain('txn_stage'),
  PROCESSING_MODEL: plain('processing_model'),
  requested_amount: money('requested_amount'),
  amount: money('amount'),
  ccy_code: plain('ccy_code'),
  merch_ref: plain('merch_ref'),
  description: plain('description'),
  payment_product: plain('payment_product'),
  masked_pan: plain('masked_pan'),
  last_four: plain('last_four'),
  card_fingerprint: plain('card_correlation_id'),
  card_issuer: plain('card_issuer'),
  issuer_country: plain('issuer_country'),
  merchant_name: plain('merchant_name'),
  acquirer: plain('acquirer'),
  AUTHORISERSTATUS: plain('authoriser_status'),
  sales_channel: plain('sales_channel'),
  commerce_type: plain('commerce_type'),
  CONTINUOUS_AUTHORITY_TYPE: plain('continuous_authority_type'),
  customer_name: plain('customer_name'),
  customer_email: plain('customer_email'),
  customer_country: plain('customer_country'),
  IP_address: plain('ip_address'),
  '3ds_status': plain('three_d_secure_status'),
  '3ds_eci': plain('three_d_secure_eci'),
  THREED_SECURE_VERSION: plain('three_d_secure_version'),
  SCHEDULE_ID: plain('schedule_id'),
  EPISODE_INDEX: plain('episode_index', 'integer'),
  SCHEDULE_REMAINING_EPISODE_COUNT: plain('schedule_remaining_episode_count', 'integer'),
  OPTIMIZE360_OUTCOME: plain('optimize360_outcome'),
  fg_score: plain('fg_score', 'integer'),
  fg_advice: plain('fg_advice'),
};

export function columnOf(field: string): Column {
  const column = columns[field];
  if (!column) throw new Error(`field ${field} has no column`);
  return column;
}
