import { createHash } from 'node:crypto';
import { ClickHouseSql, clause } from '#warehouse/clickhouse-sql.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { storedColumns } from './columns/transaction-columns.ts';

/** Exact search fields. They change only when a person is erased (docs/decisions/0021). */
const blooms = [
  'txn_id',
  'txn_root_id',
  'original_txn_id',
  'merch_ref',
  'original_reference',
  'customer_email',
  'IP_address',
  'card_fingerprint',
];

const columns = storedColumns.map(({ name, type }) => `\`${name}\` ${type}`).join(',\n  ');
const indexes = blooms
  .map((name) => `index \`${name}_bloom\` \`${name}\` type bloom_filter(0.005)`)
  .join(',\n  ');
const body = `(
  ${columns},
  ${indexes},
  index txn_id_range txn_id type minmax
) engine = ReplacingMergeTree(version)
partition by toYYYYMM(txn_datetime)
order by (merchant_id, txn_datetime, txn_id)
settings min_age_to_force_merge_seconds = 60, min_age_to_force_merge_on_partition_only = 1`;

/** Other columns make another table, filled from the start. */
const tableHash = createHash('sha256').update(body).digest('hex').slice(0, 8);
export const tableName = `txn_${tableHash}`;
/** The position keeps its stored names: under others, the warehouse would be filled from the start. */
const positionName = `txn_${tableHash}_feed`;
export const table = new ClickHouseSql([tableName]);
/** Only the newest version of every row, whether or not older ones have been merged away. */
export const newestVersions = new ClickHouseSql([`${tableName} final`]);
export const positionTable = new ClickHouseSql([positionName]);

/** Creates missing tables. */
export async function ensureTables(warehouse: Warehouse): Promise<void> {
  await warehouse.command(clause`create table if not exists ${table} ${new ClickHouseSql([body])}`);
  await warehouse.command(clause`
    create table if not exists ${positionTable} (feed_id String, changed_in Int64, txn_id Int64)
    engine = ReplacingMergeTree(changed_in) order by feed_id`);
}

/** Empties the tables. */
export async function emptyTables(warehouse: Warehouse): Promise<void> {
  await warehouse.command(clause`drop table if exists ${positionTable} sync`);
  await warehouse.command(clause`drop table if exists ${table} sync`);
  await ensureTables(warehouse);
}
