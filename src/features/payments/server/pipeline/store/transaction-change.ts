import type { TenantSql } from '#database/tenant.ts';

/**
 * What every `update txn` sets beside its own columns: when, which version, and in which database transaction, by which
 * the feed of the warehouse finds it (docs/decisions/0020).
 */
export const changed = (sql: TenantSql, now: Date) =>
  sql`updated_at = ${now}, version = version + 1, changed_in = pg_current_xact_id()::text::bigint`;
