import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { TaskStatus, FinalAction } from '#shared/payments/review-task.ts';
import type { QueueScope } from '../queue-scope.ts';
import { type TaskCriteria, type TaskSearch, sortColumns } from '../read-task-search.ts';
import { finalAction } from './claim-task.ts';

/** A row of the grid. */
export interface TaskRow {
  taskId: number;
  version: number;
  status: Exclude<TaskStatus, 'ACCEPTED' | 'REJECTED' | 'FLUSHED' | 'EXPIRED'>;
  assignee: string | null;
  txnId: number;
  category: 'PAYMENT' | 'PAYOUT';
  transactionTime: Date;
  amount: string;
  ccyCode: string;
  customerEmail: string | null;
  customerIp: string | null;
  score: number | null;
  issuerCountry: string | null;
  paymentSource: string | null;
  decidesAt: Date;
  nextCheckAt: Date | null;
  finalAction: FinalAction;
  wasDeferredByMerchant: boolean;
  reasonCode: string | null;
  statusCode: string | null;
  scheme: string | null;
  companyId: number;
  /** The full name of who reviews it now. */
  claimedBy: string | null;
  claimedUntil: Date | null;
}

/**
 * One page of open tasks, and their total number. An index alone finds the page, for every filter. A total order: the
 * task's id decides between equal values.
 */
export async function searchOpenTasks(
  sql: TenantSql,
  scope: QueueScope,
  search: TaskSearch,
  user: string,
): Promise<{ rows: TaskRow[]; total: number }> {
  const whereClause = buildWhere(sql, scope, search, user);
  const direction = search.isDescending ? sql`desc` : sql`asc`;
  const column = sql(sortColumns[search.sortField]);
  const { limit, offset } = search;
  const rows = await sql<TaskRow[]>`
    select company_id, task_id, version, status, assignee, txn_id, category, transaction_time, amount::text, ccy_code,
           customer_email, customer_ip, score, issuer_country, payment_source, decides_at, next_check_at,
           ${finalAction(sql, sql`queue_task`)} as final_action,
           was_deferred_by_merchant, reason_code, attempt.status_code, attempt.scheme, claimed_until,
           case when claimed_until > clock_timestamp() then (
             select given_name || ' ' || family_name from app_user where user_name_key = claimed_by) end as claimed_by
    from (
      select company_id, task_id from queue_task where ${whereClause}
      order by ${column} ${direction}, task_id ${direction} limit ${limit} offset ${offset}
    ) as page join queue_task using (company_id, task_id)
    left join lateral (
      select t.authoriser_code as status_code, t.card_scheme as scheme from txn t
      where t.txn_id = queue_task.follow_up_id and t.company_id = queue_task.company_id
    ) as attempt on true
    order by queue_task.${column} ${direction}, task_id ${direction}`;
  // A page that isn't full is the last one.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length };
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::integer as total from queue_task where ${whereClause}`;
  return { rows, total: counted?.total ?? 0 };
}

/** The names of the rules that deferred the transactions of these tasks, by transaction. */
export async function loadDeferringRules(
  sql: TenantSql,
  tasks: readonly Pick<TaskRow, 'companyId' | 'txnId'>[],
): Promise<Map<number, string[]>> {
  const rows = await sql<{ txnId: number; names: string[] }[]>`
    select d.txn_id, array_agg(r.rule ->> 'ruleName' order by r.place) as names
    from fraud_decision d
    cross join lateral jsonb_array_elements(d.result -> 'triggeredRules') with ordinality as r (rule, place)
    where d.company_id = any (${[...new Set(tasks.map(({ companyId }) => companyId))]})
      and d.txn_id = any (${tasks.map(({ txnId }) => txnId)}::bigint[])
      and r.rule ->> 'action' in ('Defer', 'TerritoryDefer')
    group by d.txn_id`;
  return new Map(rows.map(({ txnId, names }) => [txnId, names]));
}

/** The open tasks of a scope. The condition on the status is that of the indexes. */
const isOpen = (sql: TenantSql, { tenantIds, merchants }: QueueScope): Fragment => sql`
  ${tenantIds.length === 1 ? sql`company_id = ${tenantIds[0] ?? 0}` : sql`company_id = any (${tenantIds})`}
  ${merchants === undefined ? sql`` : sql`and merchant_id = any (${merchants})`}
  and status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')`;

function buildWhere(sql: TenantSql, scope: QueueScope, search: TaskSearch, user: string): Fragment {
  const { values, emailPart, until, assigneePart } = search;
  const conditions: Fragment[] = [buildCriteria(sql, scope, search, user)];
  // Emails are stored in lower case (docs/decisions/0055).
  if (emailPart !== undefined) conditions.push(sql`strpos(customer_email, ${emailPart}) > 0`);
  if (assigneePart !== undefined) conditions.push(isAssignedTo(sql, assigneePart));
  if (until) conditions.push(sql`transaction_time <= ${until}`);
  for (const [column, value] of values)
    conditions.push(sql`${sql(column)} = ${value}::text${castOf(sql, column)}`);
  return joinConditions(sql, conditions);
}

/** A part of the user name or of the full name, as the grid shows it. */
const isAssignedTo = (sql: TenantSql, part: string): Fragment => sql`
  assignee in (
    select user_name_key from app_user
    where strpos(user_name_key, ${part}) > 0 or strpos(lower(given_name || ' ' || family_name), ${part}) > 0)`;

/** A comparison with another type than the column's would read no index. */
function castOf(sql: TenantSql, column: string): Fragment {
  if (column === 'task_id' || column === 'txn_id') return sql`::bigint`;
  if (column === 'score') return sql`::smallint`;
  return column === 'amount' ? sql`::numeric` : sql``;
}

/** The open tasks of a scope that the filter beside the columns shows. */
export function buildCriteria(
  sql: TenantSql,
  scope: QueueScope,
  { isMine, categories, statuses, minAmount, maxAmount }: TaskCriteria,
  user: string,
): Fragment {
  const conditions: Fragment[] = [isOpen(sql, scope)];
  if (isMine) conditions.push(sql`assignee = ${user}`);
  if (categories) conditions.push(sql`category = any (${categories})`);
  if (statuses) conditions.push(sql`status = any (${statuses})`);
  if (minAmount !== undefined) conditions.push(sql`amount >= ${minAmount}::numeric`);
  if (maxAmount !== undefined) conditions.push(sql`amount <= ${maxAmount}::numeric`);
  return joinConditions(sql, conditions);
}

const joinConditions = (sql: TenantSql, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((all, condition) => sql`${all} and ${condition}`);

/** The number of open tasks with the same status, type, assignee and amount interval. */
export interface TaskCount {
  status: string;
  category: string;
  isMine: boolean;
  isInAmounts: boolean;
  number: number;
  maximum: string;
}

/** One pass over the open tasks, grouped by every property that the filter offers. */
export function countOpenTasks(
  sql: TenantSql,
  scope: QueueScope,
  { minAmount = '0', maxAmount }: { minAmount?: string; maxAmount?: string },
  user: string,
): Promise<TaskCount[]> {
  return sql<TaskCount[]>`
    select status, category, assignee is not distinct from ${user}::text as is_mine,
           amount >= ${minAmount}::text::numeric
             and amount <= coalesce(${maxAmount ?? null}::text::numeric, 'Infinity') as is_in_amounts,
           count(*)::integer as number, max(amount)::text as maximum
    from queue_task where ${isOpen(sql, scope)}
    group by 1, 2, 3, 4`;
}
