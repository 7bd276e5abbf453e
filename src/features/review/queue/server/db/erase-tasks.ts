import type { TenantSql } from '#database/tenant.ts';

/** Erases the payers' values and the comments of decided tasks. Returns how many tasks there were. */
export async function eraseTasks(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  const tasks = await sql<{ taskId: number }[]>`
    update queue_task set customer_email = null, customer_ip = null
    where company_id = ${companyId} and txn_id = any (${[...txnIds]}) returning task_id`;
  await sql`
    update queue_event set comment = null
    where company_id = ${companyId} and task_id = any (${tasks.map(({ taskId }) => taskId)}) and comment is not null`;
  return tasks.length;
}
