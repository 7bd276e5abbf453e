import type { TenantSql } from '#database/tenant.ts';
import { addMs, hourMs, minuteMs, secondMs } from '#server/clock.ts';
import type { Notification } from '../schemas.ts';
import type { NotificationFormat } from '../notification-body.ts';
import type { SecretStatus } from './sign-notification.ts';

export interface ClaimedNotification extends SecretStatus {
  id: string;
  companyId: number;
  txnId: number;
  installationId: number;
  url: string;
  format: NotificationFormat;
  /** JSON for every format. */
  body: string;
  attempts: number;
}

/** The last attempt is about nine hours after the first. */
export const maxAttempts = 12;
/** Longer than any attempt takes. Afterwards the claim of a crashed worker expires. */
const claimMs = 2 * minuteMs;

/** The back-off: 30 s, 1 min, 2 min … at most three hours. */
export function backOffMs(attempts: number): number {
  return Math.min(30 * secondMs * 2 ** (attempts - 1), 3 * hourMs);
}

/** Claims due notifications. Delivery is at least once: receivers recognise copies by the notification's id. */
export async function claimNotifications(
  sql: TenantSql,
  now: Date,
  limit: number,
): Promise<ClaimedNotification[]> {
  return sql<ClaimedNotification[]>`
    update notification n set state = 'sending', attempts = attempts + 1, claimed_at = ${now},
      next_attempt_at = ${addMs(now, claimMs)}
    from (
      select o.company_id, o.notification_id, coalesce(s.version, 0) as version, s.previous_until,
             coalesce(s.key_generation, 1) as key_generation, coalesce(s.previous_generation, 1) as previous_generation
      from notification o
      left join notification_secret s
        on s.company_id = o.company_id and s.installation_id = o.installation_id
      where o.state in ('queued', 'sending') and o.next_attempt_at <= ${now}
      order by o.next_attempt_at limit ${limit} for update of o skip locked
    ) due
    where n.company_id = due.company_id and n.notification_id = due.notification_id
    returning n.notification_id as id, n.company_id, n.txn_id,
              n.installation_id, n.url, n.format, n.body, n.attempts, due.version,
              due.previous_until, due.key_generation, due.previous_generation`;
}

/** Records the result of an attempt. A failed one is retried with back-off up to `maxAttempts`. */
export async function recordAttempt(
  sql: TenantSql,
  { id, companyId, attempts }: ClaimedNotification,
  outcome: { isDelivered: boolean; result: string },
  now: Date,
): Promise<void> {
  const state = outcome.isDelivered ? 'delivered' : attempts >= maxAttempts ? 'failed' : 'queued';
  // Only the latest attempt may record its result.
  await sql`
    update notification set state = ${state}, last_result = ${outcome.result},
      delivered_at = case when ${outcome.isDelivered} then ${now}::timestamptz else delivered_at end,
      next_attempt_at = ${addMs(now, backOffMs(attempts))}
    where company_id = ${companyId} and notification_id = ${id} and state = 'sending' and attempts = ${attempts}`;
}

/** The notifications of a transaction, oldest first. */
export async function loadNotifications(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<Notification[]> {
  const rows = await sql<
    (Omit<Notification, 'queuedAt' | 'nextAttemptAt' | 'deliveredAt'> & {
      queuedAt: Date;
      nextAttemptAt: Date;
      deliveredAt: Date | null;
    })[]
  >`
    select notification_id as id, kind, split_part(url, '?', 1) as url, state, attempts, queued_at,
           next_attempt_at, delivered_at, last_result
    from notification where txn_id = ${txnId} and company_id = ${companyId}
    order by queued_at, notification_id`;
  return rows.map(({ queuedAt, nextAttemptAt, deliveredAt, ...row }) => ({
    ...row,
    queuedAt: queuedAt.toISOString(),
    nextAttemptAt: row.state === 'queued' ? nextAttemptAt.toISOString() : null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
  }));
}

/** Queues a notification again with all attempts. False for another transaction's or one that has not ended. */
export async function requeue(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const requeued = await sql`
    update notification set state = 'queued', attempts = 0, next_attempt_at = ${now}
    where company_id = ${companyId} and txn_id = ${txnId} and notification_id::text = ${id}
      and state in ('delivered', 'failed')
    returning 1`;
  return requeued.length > 0;
}
