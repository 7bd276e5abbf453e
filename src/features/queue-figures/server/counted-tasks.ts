import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addDays, daysBetween } from '#shared/calendar-day.ts';
import { problems } from '#shared/problem.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import type { QueueScope } from '#features/queue/server/queue-scope.ts';
import { maxDays } from '../figures.ts';

export interface Range {
  /** The first moment of each day, then the end of the last. */
  starts: Date[];
  from: Date;
  until: Date;
}

/** Throws 400 for a range that is empty or longer than a year. */
export function readRange({ from, to, timeZone }: { from: string; to: string; timeZone: string }): Range {
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > maxDays) throw problems.invalid('query.to');
  const starts = Array.from({ length: days + 1 }, (_, index) => startOfDayIn(addDays(from, index), timeZone));
  return { starts, from: starts[0] as Date, until: starts[days] as Date };
}

const inScope = (sql: TenantSql, { tenantIds, merchants }: QueueScope): Fragment => sql`
  q.company_id = any (${tenantIds}) ${merchants === undefined ? sql`` : sql`and q.merchant_id = any (${merchants})`}`;

/** The closed tasks of a range. `queue_task_decided` is its index. */
export const isDecidedIn = (sql: TenantSql, scope: QueueScope, { from, until }: Range): Fragment => sql`
  ${inScope(sql, scope)} and q.decided_at is not null and q.decided_at >= ${from} and q.decided_at < ${until}`;

/** The open tasks of a scope. The condition on the status is that of the indexes. */
export const isOpenTask = (sql: TenantSql, scope: QueueScope): Fragment => sql`
  ${inScope(sql, scope)} and q.status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')`;

/** Whether the payment of an accepted task has a refund since. */
export const isRefunded = (sql: TenantSql): Fragment => sql`
  (q.status = 'ACCEPTED' and exists (
    select from payment p
    where p.company_id = q.company_id and p.root_id = q.txn_id and p.refunded_minor > 0))`;

/** The rules that deferred the task's payment, one row each. */
export const deferringRules = (sql: TenantSql): Fragment => sql`
  fraud_decision f
  cross join lateral jsonb_to_recordset(f.result -> 'triggeredRules') as rule ("ruleId" bigint, "ruleName" text, action text)
  where f.company_id = q.company_id and f.txn_id = q.txn_id and rule.action in ('Defer', 'TerritoryDefer')`;
