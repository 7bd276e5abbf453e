import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type OpenStatus,
  closedStatuses,
  decisionGraceMs,
  type FinalAction,
} from '#shared/payments/review-task.ts';
import { finalAction } from './claim-task.ts';

/**
 * Opens the task of a deferred transaction, with what the grid shows of it. Without effect when it has one, or when it has
 * been captured or released since: a settlement's queued work can run late.
 */
export async function openTask(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
  now: Date,
): Promise<void> {
  await sql`
    with opened as (
      insert into queue_task (company_id, txn_id, status, final_action, was_deferred_by_merchant, opened_at, decides_at,
                              next_check_at, merchant_id, installation_id, category, transaction_time, amount, ccy_code,
                              customer_email, customer_ip, score, issuer_country, payment_source)
      select t.company_id, t.txn_id, 'NEW', t.detail -> 'deferral' ->> 'finalAction',
             coalesce((t.detail -> 'deferred')::boolean, false), ${now}, c.decides_at, c.decides_at, t.merchant_id,
             t.installation_id, case when t.txn_type like 'PAYOUT%' then 'PAYOUT' else 'PAYMENT' end, t.txn_datetime,
             abs(t.requested_amount), t.ccy_code, t.customer_email, t.ip_address, t.fg_score, t.issuer_country, 'CARD'
      from txn t
      join payment p on p.root_id = t.txn_id and p.company_id = t.company_id
      cross join lateral (
        select t.txn_datetime + make_interval(hours => 24 * (t.detail -> 'deferral' -> 'days')::integer) as decides_at
      ) c
      where t.txn_id = ${txnId} and t.company_id = ${companyId} and t.txn_status = 'SUCCESS'
        and p.captured_by is null and p.voided_by is null
      on conflict (company_id, txn_id) do nothing
      returning company_id, task_id
    )
    insert into queue_event (company_id, task_id, at, actor, kind)
    select company_id, task_id, ${now}, 'system', 'OPENED' from opened`;
}

/** Whether a charge (`charge`, a row of payment) has an open task that is still to be decided after its hold has ended. */
export const isUndecided = (sql: TenantSql, charge: Fragment, now: Date): Fragment => sql`
  exists (
    select from queue_task q
    where q.company_id = ${charge}.company_id and q.txn_id = ${charge}.root_id
      and q.status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')
      and ${charge}.expires_at > ${new Date(now.getTime() - decisionGraceMs)}::timestamptz
  )`;

/** The open task of a deferred transaction, as its details show it. */
export async function findOpenTask(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<{ status: OpenStatus; decidesAt: Date; finalAction: FinalAction } | undefined> {
  const [task] = await sql<{ status: OpenStatus; decidesAt: Date; finalAction: FinalAction }[]>`
    select status, decides_at, ${finalAction(sql, sql`queue_task`)} as final_action from queue_task
    where company_id = ${companyId} and txn_id = ${txnId} and status not in ${sql(closedStatuses)}`;
  return task;
}
