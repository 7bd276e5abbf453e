import type { TenantSql } from '#database/tenant.ts';
import { type FinalAction, type TaskStatus, actionableStatuses } from '#shared/payments/review-task.ts';
import { finalAction } from './claim-task.ts';

/** A claim lasts this long, and each renewal again. */
const claimMinutes = 5;

export interface Claim {
  claimId: string;
  leftMs: number;
}

interface TaskKey {
  companyId: number;
  taskId: number;
}

/**
 * Claims an undecided task for a reviewer, unless another one's claim lasts or a decision is held for it. One statement on
 * the task's row, by the database's clock: of two reviewers one gets it. A reviewer's own claim is replaced.
 */
export async function claimForReview(
  sql: TenantSql,
  { companyId, taskId }: TaskKey,
  user: string,
): Promise<Claim | undefined> {
  const [claim] = await sql<Claim[]>`
    update queue_task set claim_id = gen_random_uuid(), claimed_by = ${user}, claimed_until = ${claimEnd(sql)}
    where company_id = ${companyId} and task_id = ${taskId} and status in ${sql(actionableStatuses)}
      and decision_id is null
      and (claimed_by is null or claimed_by = ${user} or claimed_until <= clock_timestamp())
    returning claim_id, ${leftMs(sql)} as left_ms`;
  return claim;
}

/** Five more minutes for a claim that has not ended. */
export async function renewClaim(
  sql: TenantSql,
  { companyId, taskId }: TaskKey,
  { user, claimId }: { user: string; claimId: string },
): Promise<Claim | undefined> {
  const [claim] = await sql<Claim[]>`
    update queue_task set claimed_until = ${claimEnd(sql)}
    where company_id = ${companyId} and task_id = ${taskId} and status in ${sql(actionableStatuses)}
      and claim_id = ${claimId} and claimed_by = ${user} and claimed_until > clock_timestamp()
    returning claim_id, ${leftMs(sql)} as left_ms`;
  return claim;
}

const claimEnd = (sql: TenantSql) => sql`clock_timestamp() + make_interval(mins => ${claimMinutes})`;
const leftMs = (sql: TenantSql) => sql`
  greatest(0, extract(epoch from claimed_until - clock_timestamp()) * 1000)::float8`;

/** Ends exactly this claim: a page that is left late does not end the claim of its reload. */
export async function releaseClaim(
  sql: TenantSql,
  { companyId, taskId }: TaskKey,
  { user, claimId }: { user: string; claimId: string },
): Promise<boolean> {
  const released = await sql`
    update queue_task set claim_id = null, claimed_by = null, claimed_until = null
    where company_id = ${companyId} and task_id = ${taskId} and claim_id = ${claimId} and claimed_by = ${user}
    returning 1`;
  return released.length > 0;
}

/** A task for review mode, with its claim and its last event. */
export interface ReviewedTask {
  taskId: number;
  version: number;
  status: TaskStatus;
  assignee: string | null;
  txnId: number;
  category: 'PAYMENT' | 'PAYOUT';
  transactionTime: Date;
  amount: string;
  ccyCode: string;
  customerEmail: string | null;
  decidesAt: Date;
  finalAction: FinalAction;
  wasDeferredByMerchant: boolean;
  /** The reviewer of an active claim. */
  claimedBy: string | null;
  claimedUntil: Date | null;
  /** The held decision, if any. */
  heldDecision: 'ACCEPT' | 'REJECT' | 'HOLD' | null;
  heldBy: string | null;
  heldAgoMs: number | null;
  lastKind: string | null;
  lastActor: string | null;
  lastAt: Date | null;
  followUpBy: string | null;
  followUpAt: Date | null;
}

export async function readReviewedTask(
  sql: TenantSql,
  { companyId, taskId }: TaskKey,
): Promise<ReviewedTask | undefined> {
  const [task] = await sql<ReviewedTask[]>`
    select q.task_id, q.version, q.status, q.assignee, q.txn_id, q.category, q.transaction_time, q.amount::text, q.ccy_code,
           q.customer_email, q.decides_at, ${finalAction(sql, sql`q`)} as final_action, q.was_deferred_by_merchant,
           c.claimed_by, c.claimed_until, d.decision as held_decision, d.user_name as held_by,
           extract(epoch from clock_timestamp() - d.held_at)::float8 * 1000 as held_ago_ms,
           e.kind as last_kind, e.actor as last_actor, e.at as last_at, q.follow_up_by, f.txn_datetime as follow_up_at
    from queue_task q
    left join lateral (
      select q.claimed_by, q.claimed_until where q.claimed_until > clock_timestamp()
    ) c on true
    left join queue_decision d on d.company_id = q.company_id and d.decision_id = q.decision_id and d.state = 'HELD'
    left join txn f on f.company_id = q.company_id and f.txn_id = q.follow_up_id
    left join lateral (
      select kind, actor, at from queue_event
      where company_id = q.company_id and task_id = q.task_id order by event_id desc limit 1
    ) e on true
    where q.company_id = ${companyId} and q.task_id = ${taskId}`;
  return task;
}

/** Full names of users by their user names. */
export async function loadUserNames(
  sql: TenantSql,
  users: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (users.length === 0) return new Map();
  const rows = await sql<{ user: string; name: string }[]>`
    select user_name_key as user, given_name || ' ' || family_name as name from app_user
    where user_name_key = any (${[...new Set(users)]})`;
  return new Map(rows.map(({ user, name }) => [user, name.trim() || user]));
}
