import { currencyDigits } from '#shared/currencies.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import type { QueueScope } from '#features/queue/server/queue-scope.ts';
import type { listCountedTasks } from '../endpoints.ts';
import { ageLimits, ages, pageSize } from '../figures.ts';
import type { CountedTask } from '../schemas.ts';
import { type Range, deferringRules, isDecidedIn, isOpenTask, isRefunded } from './counted-tasks.ts';

interface Row {
  taskId: number;
  txnId: number;
  status: string;
  amount: string;
  ccyCode: string;
  openedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
}

type Wanted = QueryOf<typeof listCountedTasks>;

/** A page of the tasks of one figure, the newest first. */
export async function listTasks(
  sql: TenantSql,
  scope: QueueScope,
  { wanted, range, now }: { wanted: Wanted; range: Range; now: Date },
): Promise<{ tasks: CountedTask[]; hasMore: boolean }> {
  const rows = await sql<Row[]>`
    select q.task_id, q.txn_id, q.status, q.amount::text, q.ccy_code, q.opened_at, q.decided_at, q.decided_by
    from queue_task q
    where ${wanted.age ? openOfAge(sql, scope, wanted.age, now) : closedOf(sql, scope, range, wanted)}
      ${wanted.before === undefined ? sql`` : sql`and q.task_id < ${wanted.before}`}
    order by q.task_id desc limit ${pageSize + 1}`;
  return { tasks: rows.slice(0, pageSize).map(toTask), hasMore: rows.length > pageSize };
}

function openOfAge(sql: TenantSql, scope: QueueScope, age: (typeof ages)[number], now: Date) {
  const newer = ages[ages.indexOf(age) - 1];
  const at = (limit: number) => new Date(Math.max(0, now.getTime() - limit));
  return sql`${isOpenTask(sql, scope)} and q.opened_at >= ${at(ageLimits[age])}
    ${newer ? sql`and q.opened_at < ${at(ageLimits[newer])}` : sql``}`;
}

function closedOf(sql: TenantSql, scope: QueueScope, range: Range, wanted: Wanted) {
  const { status, reviewer, ruleId, refunded } = wanted;
  return sql`${isDecidedIn(sql, scope, range)}
    ${status ? sql`and q.status = ${status}` : sql``}
    ${reviewer ? sql`and q.decided_by = ${reviewer}` : sql``}
    ${refunded ? sql`and ${isRefunded(sql)}` : sql``}
    ${ruleId ? sql`and exists (select from ${deferringRules(sql)} and rule."ruleId" = ${ruleId})` : sql``}`;
}

function toTask({
  taskId,
  txnId,
  status,
  amount,
  ccyCode,
  openedAt,
  decidedAt,
  decidedBy,
}: Row): CountedTask {
  return {
    taskId: String(taskId),
    transactionId: String(txnId),
    status,
    amount: Number(amount).toFixed(currencyDigits(ccyCode) ?? 2),
    currency: ccyCode,
    openedAt: openedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy,
  };
}
