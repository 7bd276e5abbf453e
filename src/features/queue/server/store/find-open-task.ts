import type { TenantSql } from '#database/tenant.ts';
import { type OpenStatus, closedStatuses } from '../../task.ts';

/** The open task of a deferred transaction, as its details show it. */
export async function findOpenTask(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<{ status: OpenStatus; decidesAt: Date; finalAction: 'capture' | 'decline' } | undefined> {
  const [task] = await sql<{ status: OpenStatus; decidesAt: Date; finalAction: 'capture' | 'decline' }[]>`
    select status, decides_at, final_action from queue_task
    where company_id = ${companyId} and txn_id = ${txnId} and status not in ${sql(closedStatuses)}`;
  return task;
}
