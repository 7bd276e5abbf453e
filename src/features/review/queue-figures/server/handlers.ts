import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { loadUserNames } from '#features/review/queue/server/db/review-claims.ts';
import { type QueueScope, queueScope } from '#features/review/queue/server/queue-scope.ts';
import { handle } from '#server/handler.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addDays, daysBetween } from '#shared/calendar-day.ts';
import { type DecidedStatus, ageLimits, ages, maxRows, pageSize, maxDays } from '../figures.ts';
import type { DecidedCounts, QueueFigures } from '../schemas.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import type { Fragment } from '#database/connection.ts';
import { problems } from '#shared/problem.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';

export const getQueueFigures = handle(
  endpoints.getQueueFigures,
  schemas.getQueueFigures,
  async ({ sql, services, caller, path, query, now }) => {
    const range = readRange(query);
    const scope = await queueScope({ ...services, database: sql }, caller, path.orgId);
    return readFigures(sql, scope, range, { firstDay: query.from, now });
  },
);

export const listCountedTasks = handle(
  endpoints.listCountedTasks,
  schemas.listCountedTasks,
  async ({ sql, services, caller, path, query, now }) => {
    const range = readRange(query);
    const scope = await queueScope({ ...services, database: sql }, caller, path.orgId);
    return listTasks(sql, scope, { query, range, now });
  },
);

interface DayCount {
  /** From 1. */
  place: number;
  status: DecidedStatus;
  tasks: number;
  refunded: number;
}

interface Times {
  medianSeconds: number | null;
  p95Seconds: number | null;
}

type Counts = Record<Lowercase<DecidedStatus>, number> & { refunded: number };

/** Counts open tasks by age, and those closed in the range by day, reviewer and rule. `firstDay` is that of the range. */
async function readFigures(
  sql: TenantSql,
  scope: QueueScope,
  range: Range,
  { firstDay, now }: { firstDay: string; now: Date },
): Promise<QueueFigures> {
  const closed = isDecidedIn(sql, scope, range);
  const seconds = sql`extract(epoch from q.decided_at - q.opened_at)`;
  const counts = sql`
    (count(*) filter (where q.status = 'ACCEPTED'))::integer as accepted,
    (count(*) filter (where q.status = 'REJECTED'))::integer as rejected,
    (count(*) filter (where q.status = 'FLUSHED'))::integer as flushed,
    (count(*) filter (where q.status = 'EXPIRED'))::integer as expired,
    (count(*) filter (where ${isRefunded(sql)}))::integer as refunded`;
  const limits = ages.map((age) => new Date(Math.max(0, now.getTime() - ageLimits[age]))).toReversed();
  const [openRows, days, [times], reviewers, rules] = await pipelined(sql, [
    () => sql<{ place: number; tasks: number }[]>`
      select width_bucket(q.opened_at, ${limits}::timestamptz[]) as place, count(*)::integer as tasks
      from queue_task q where ${isOpenTask(sql, scope)} group by 1`,
    () => sql<DayCount[]>`
      select width_bucket(q.decided_at, ${range.starts}::timestamptz[]) as place, q.status, count(*)::integer as tasks,
             (count(*) filter (where ${isRefunded(sql)}))::integer as refunded
      from queue_task q where ${closed} group by 1, 2`,
    () => sql<Times[]>`
      select percentile_cont(0.5) within group (order by ${seconds}) as median_seconds,
             percentile_cont(0.95) within group (order by ${seconds}) as p95_seconds
      from queue_task q where ${closed} and q.decided_by <> 'system'`,
    () => sql<(Counts & { reviewer: string; medianSeconds: number })[]>`
      select q.decided_by as reviewer, ${counts},
             percentile_cont(0.5) within group (order by ${seconds}) as median_seconds
      from queue_task q where ${closed} and q.decided_by <> 'system'
      group by 1 order by count(*) desc, 1 limit ${maxRows}`,
    () => sql<(Counts & { ruleId: number; name: string })[]>`
      select r.rule_id, (array_agg(r.name order by q.decided_at desc))[1] as name, ${counts}
      from queue_task q
      cross join lateral (select rule."ruleId" as rule_id, rule."ruleName" as name from ${deferringRules(sql)}) r
      where ${closed} group by 1 order by count(*) desc, 1 limit ${maxRows}`,
  ]);
  const names = await loadUserNames(
    sql,
    reviewers.map(({ reviewer }) => reviewer),
  );
  const oldestFirst = ages.toReversed();
  const openByAge = new Map(openRows.map(({ place, tasks }) => [oldestFirst[place - 1], tasks]));
  return {
    open: ages.map((age) => ({ age, tasks: openByAge.get(age) ?? 0 })),
    days: range.starts.slice(0, -1).map((_, index) => ({
      day: addDays(firstDay, index),
      ...noDecisions,
      ...Object.fromEntries(
        days.filter(({ place }) => place === index + 1).map(({ status, tasks }) => [status, tasks]),
      ),
    })),
    medianSeconds: times?.medianSeconds ?? null,
    p95Seconds: times?.p95Seconds ?? null,
    acceptedRefunded: days.reduce((sum, { refunded }) => sum + refunded, 0),
    reviewers: reviewers.map(({ reviewer, medianSeconds, refunded, ...row }) => ({
      reviewer,
      name: names.get(reviewer) ?? reviewer,
      ...toDecided(row),
      medianSeconds,
      refunded,
    })),
    rules: rules.map(({ ruleId, name, refunded, ...row }) => ({
      ruleId: Number(ruleId),
      name,
      ...toDecided(row),
      refunded,
    })),
  };
}

const noDecisions: DecidedCounts = { ACCEPTED: 0, REJECTED: 0, FLUSHED: 0, EXPIRED: 0 };

const toDecided = ({ accepted, rejected, flushed, expired }: Omit<Counts, 'refunded'>): DecidedCounts => ({
  ACCEPTED: accepted,
  REJECTED: rejected,
  FLUSHED: flushed,
  EXPIRED: expired,
});

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

type CountedTaskQuery = QueryOf<typeof endpoints.listCountedTasks>;

/** A page of the tasks of one figure, the newest first. */
async function listTasks(
  sql: TenantSql,
  scope: QueueScope,
  { query, range, now }: { query: CountedTaskQuery; range: Range; now: Date },
): Promise<{ tasks: schemas.CountedTask[]; hasMore: boolean }> {
  const rows = await sql<Row[]>`
    select q.task_id, q.txn_id, q.status, q.amount::text, q.ccy_code, q.opened_at, q.decided_at, q.decided_by
    from queue_task q
    where ${query.age ? openOfAge(sql, scope, query.age, now) : closedCondition(sql, scope, range, query)}
      ${query.before === undefined ? sql`` : sql`and q.task_id < ${query.before}`}
    order by q.task_id desc limit ${pageSize + 1}`;
  const names = await loadUserNames(
    sql,
    rows.flatMap(({ decidedBy }) => decidedBy ?? []),
  );
  return {
    tasks: rows.slice(0, pageSize).map((row) => ({
      ...toTask(row),
      decidedByName: row.decidedBy === null ? null : (names.get(row.decidedBy) ?? row.decidedBy),
    })),
    hasMore: rows.length > pageSize,
  };
}

function openOfAge(sql: TenantSql, scope: QueueScope, age: (typeof ages)[number], now: Date) {
  const newerAge = ages[ages.indexOf(age) - 1];
  const openedBefore = (limit: number) => new Date(Math.max(0, now.getTime() - limit));
  return sql`${isOpenTask(sql, scope)} and q.opened_at >= ${openedBefore(ageLimits[age])}
    ${newerAge ? sql`and q.opened_at < ${openedBefore(ageLimits[newerAge])}` : sql``}`;
}

function closedCondition(sql: TenantSql, scope: QueueScope, range: Range, query: CountedTaskQuery) {
  const { status, reviewer, ruleId, refunded } = query;
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
}: Row): Omit<schemas.CountedTask, 'decidedByName'> {
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

interface Range {
  /** The first moment of each day, then the end of the last. */
  starts: Date[];
  from: Date;
  until: Date;
}

/** Throws 400 for a range that is empty or longer than a year. */
function readRange({ from, to, timeZone }: { from: string; to: string; timeZone: string }): Range {
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > maxDays) throw problems.invalid('query.to');
  const starts = Array.from({ length: days + 1 }, (_, index) => startOfDayIn(addDays(from, index), timeZone));
  return { starts, from: starts[0] as Date, until: starts[days] as Date };
}

const inScope = (sql: TenantSql, { tenantIds, merchants }: QueueScope): Fragment => sql`
  q.company_id = any (${tenantIds}) ${merchants === undefined ? sql`` : sql`and q.merchant_id = any (${merchants})`}`;

/** The closed tasks of a range. `queue_task_decided` is its index. */
const isDecidedIn = (sql: TenantSql, scope: QueueScope, { from, until }: Range): Fragment => sql`
  ${inScope(sql, scope)} and q.decided_at is not null and q.decided_at >= ${from} and q.decided_at < ${until}`;

/** The open tasks of a scope. The condition on the status is that of the indexes. */
const isOpenTask = (sql: TenantSql, scope: QueueScope): Fragment => sql`
  ${inScope(sql, scope)} and q.status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')`;

/** Whether the payment of an accepted task has a refund since. */
const isRefunded = (sql: TenantSql): Fragment => sql`
  (q.status = 'ACCEPTED' and exists (
    select from payment p
    where p.company_id = q.company_id and p.root_id = q.txn_id and p.refunded_minor > 0))`;

/** The rules that deferred the task's payment, one row each. */
const deferringRules = (sql: TenantSql): Fragment => sql`
  fraud_decision f
  cross join lateral jsonb_to_recordset(f.result -> 'triggeredRules') as rule ("ruleId" bigint, "ruleName" text, action text)
  where f.company_id = q.company_id and f.txn_id = q.txn_id and rule.action in ('Defer', 'TerritoryDefer')`;
