import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Column, clock, identifier, instantFormat, money, plain } from './column.ts';
import { buildCustomColumn } from './custom-column.ts';
import { detailColumns } from './detail-columns.ts';

export type { Column } from './column.ts';

/** MMYY of the card as the last day that it can be used. */
const expiry = (sql: TenantSql): Fragment =>
  sql`case when txn.card_expiry ~ '^(0[1-9]|1[0-2])[0-9]{2}$'
      then (make_date(2000 + right(txn.card_expiry, 2)::int, left(txn.card_expiry, 2)::int, 1)
            + interval '1 month - 1 day')::date end`;
const secureVersion = (sql: TenantSql): Fragment =>
  sql`case when txn.three_d_secure_version ~ '^[0-9]{1,4}' then
      (regexp_match(txn.three_d_secure_version, '^[0-9]{1,4}'))[1]::int end`;

const columns: Readonly<Record<string, Column>> = {
  ...detailColumns,
  txn_id: identifier('txn_id'),
  txn_root_id: identifier('root_id'),
  txn_datetime: {
    shown: (sql) => sql`to_char(txn_datetime at time zone 'UTC', ${instantFormat})`,
    compared: (sql) => sql`txn.txn_datetime`,
    as: 'instant',
  },
  txn_date: clock('YYYY-MM-DD', 'date', 'date'),
  txn_time: clock('HH24:MI:SS', 'time', 'time'),
  txn_type: plain('txn_type'),
  txn_status: plain('txn_status'),
  txn_stage: plain('txn_stage'),
  PROCESSING_MODEL: plain('processing_model'),
  requested_amount: money('requested_amount'),
  amount: money('amount'),
  ccy_code: plain('ccy_code'),
  txn_volume: { shown: (sql) => sql`1`, compared: (sql) => sql`(1 + 0)`, as: 'integer' },
  merch_ref: plain('merch_ref'),
  description: plain('description'),
  payment_product: plain('payment_product'),
  masked_pan: plain('masked_pan'),
  last_four: plain('last_four'),
  card_fingerprint: plain('card_correlation_id'),
  card_issuer: plain('card_issuer'),
  issuer_country: plain('issuer_country'),
  EXPIRY: { shown: (sql) => sql`to_char(${expiry(sql)}, 'YYYY-MM-DD')`, compared: expiry, as: 'date' },
  merchant_name: plain('merchant_name'),
  acquirer: plain('acquirer'),
  AUTHORISERSTATUS: plain('authoriser_status'),
  PSP_MESSAGE: plain('authoriser_message'),
  sales_channel: plain('sales_channel'),
  commerce_type: plain('commerce_type'),
  CONTINUOUS_AUTHORITY_TYPE: plain('continuous_authority_type'),
  customer_name: plain('customer_name'),
  customer_email: plain('customer_email'),
  customer_country: plain('customer_country'),
  IP_address: plain('ip_address'),
  '3ds_status': plain('three_d_secure_status'),
  '3ds_eci': plain('three_d_secure_eci'),
  THREED_SECURE_VERSION: {
    shown: (sql) => sql`(${secureVersion(sql)})::text`,
    compared: secureVersion,
    as: 'integer',
  },
  THREED_SECURE_PROTOCOL_VERSION: plain('three_d_secure_version'),
  THREED_SECURE_FRICTIONLESS: {
    shown: (sql) => sql`(three_d_secure_frictionless::int)::text`,
    compared: (sql) => sql`txn.three_d_secure_frictionless::int`,
    as: 'integer',
  },
  SCHEDULE_ID: plain('schedule_id'),
  EPISODE_INDEX: plain('episode_index', 'integer'),
  SCHEDULE_REMAINING_EPISODE_COUNT: plain('schedule_remaining_episode_count', 'integer'),
  OPTIMIZE360_OUTCOME: plain('optimize360_outcome'),
  fg_score: plain('fg_score', 'integer'),
  fg_advice: plain('fg_advice'),
};

export function findColumn(field: string): Column {
  const column = columns[field] ?? buildCustomColumn(field);
  if (!column) throw new Error(`field ${field} has no column`);
  return column;
}
