import { randomUUID } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';

/** Work of a settlement that has failed, for retry-settlement-work. */
export async function queueWork(
  sql: TenantSql,
  queued: {
    companyId: number;
    txnId: number;
    kind: string;
    work: object;
    endedAt: Date;
    nextAttemptAt: Date;
    error: string;
  },
): Promise<void> {
  const { companyId, txnId, kind, work, endedAt, nextAttemptAt, error } = queued;
  await sql`
    insert into settlement_work (company_id, work_id, txn_id, kind, work, ended_at, next_attempt_at, last_error)
    values (${companyId}, ${randomUUID()}, ${txnId}, ${kind}, ${sql.json({ ...work })}, ${endedAt}, ${nextAttemptAt},
            ${error})`;
}
