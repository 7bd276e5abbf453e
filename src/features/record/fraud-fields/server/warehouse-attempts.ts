import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { fieldsWithUse } from '../field-catalogue.ts';
import { type ClickHouseSql, column } from '#warehouse/clickhouse-sql.ts';

/** A column of the warehouse's table, and PostgreSQL's text for it, of the attempt that `attemptJoins` finds. */
interface AttemptColumn {
  name: string;
  type: string;
  sent(sql: TenantSql): Fragment;
}

const countedFields: readonly string[] = fieldsWithUse('velocity');
const keyName = (field: string): string => `attempt_${field}`;

/**
 * The attempt of a transaction, null without one. It is stored in the database transaction that stores the payment, so that
 * replication finds both.
 */
export const attemptColumns: readonly AttemptColumn[] = [
  // Microseconds, as PostgreSQL compares.
  {
    name: 'attempt_at',
    type: 'Nullable(Int64)',
    sent: (sql) => sql`(extract(epoch from attempt.at) * 1000000)::bigint`,
  },
  { name: 'attempt_minor', type: 'Nullable(Int64)', sent: (sql) => sql`attempt_key.amount_minor` },
  { name: 'attempt_is_payout', type: 'Nullable(UInt8)', sent: (sql) => sql`attempt_key.is_payout::integer` },
  { name: 'attempt_branch_id', type: 'Nullable(Int32)', sent: (sql) => sql`attempt_key.branch_id` },
  ...countedFields.map((field): AttemptColumn => ({
    name: keyName(field),
    type: 'Nullable(Int64)',
    sent: (sql) => sql`attempt.hashes ->> ${field}::text`,
  })),
];

/** The attempt of the transaction `t`, and one of its keys, which has the amount and the branch of that moment. */
export const attemptJoins = (sql: TenantSql): Fragment => sql`
  left join velocity_attempt attempt on attempt.company_id = t.company_id and attempt.txn_id = t.txn_id
  left join lateral (
    select k.amount_minor, k.is_payout, k.branch_id from velocity_key k
    where k.company_id = attempt.company_id and k.at = attempt.at and k.txn_id = attempt.txn_id
      and k.key = (select value::bigint from jsonb_each_text(attempt.hashes) limit 1)
    limit 1
  ) as attempt_key on true`;

/** The column with the key of a field's value; undefined for a field whose keys are not in the warehouse. */
export const attemptKeyColumn = (field: string): ClickHouseSql | undefined =>
  countedFields.includes(field) ? column(keyName(field)) : undefined;
