import type { TenantSql } from '#database/tenant.ts';

/** The last payment that a job has looked at. */
export interface Progress {
  reached: Date;
  txnId: number;
}

export async function readProgress(sql: TenantSql, kind: string): Promise<Progress> {
  const [row] = await sql<Progress[]>`select reached, txn_id from retention_progress where kind = ${kind}`;
  return row ?? { reached: new Date(0), txnId: 0 };
}

export async function saveProgress(
  sql: TenantSql,
  kind: string,
  { reached, txnId }: Progress,
): Promise<void> {
  await sql`
    insert into retention_progress ${sql({ kind, reached, txnId })}
    on conflict (kind) do update set reached = excluded.reached, txn_id = excluded.txn_id
      where (retention_progress.reached, retention_progress.txn_id) < (excluded.reached, excluded.txn_id)`;
}
