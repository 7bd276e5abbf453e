import { randomUUID } from 'node:crypto';
import { maskCardNumbers } from '#shared/card-number.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { queueNotification } from '#features/notifications/server/outbox/queue-notification.ts';
import { openTask } from '#features/queue/server/store/open-task.ts';
import { expireTask, settleTask } from '#features/queue/server/store/settle-task.ts';
import { markLinkUsed } from '#features/smart-links/server/link/count-payments.ts';
import type { EventType } from '#features/webhooks/event-types.ts';
import { hasWebhook } from '#features/webhooks/server/record-event.ts';
import type { TransactionStatus, TransactionType } from '../../transaction-kind.ts';
import type { ProcessorResponse } from '#integrations/processor.ts';
import { addMs, hourMs, secondMs } from '#server/clock.ts';
import type { ScheduleSettlement, TransactionEnd } from '#server/schedule-settlement.ts';
import { eventOf, recordPaymentEvent } from './payment-events.ts';
import { renderNotification } from '../render-payment.ts';
import type { Job } from '#server/job.ts';
import { notifyOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import type { Callbacks } from '../../request/parse-payment.ts';

/** What the end of a transaction starts beside the money. */
type SettlementWork =
  | { kind: 'SCHEDULE'; end: Omit<TransactionEnd, 'now'> }
  | { kind: 'LINK'; linkId: string }
  /** Of a deferral: opened by the authorisation, decided by a follow-up, or expired. */
  | { kind: 'TASK'; change: 'OPENED' | 'DECIDED' | 'EXPIRED' }
  | { kind: 'NOTIFICATION'; occasion: NotificationOccasion }
  /** For webhooks. `objectId`: the schedule, link or card token; undefined: the transaction itself. */
  | { kind: 'EVENT'; event: EventType; objectId?: string };

type NotificationOccasion = 'TRANSACTION' | 'EXPIRY';

export interface EndedTransaction {
  services: { scheduleSettlement: ScheduleSettlement };
  companyId: number;
  txnId: number;
  now: Date;
}

/** The first retry comes after this long. */
export const firstRetryMs = 5 * secondMs;

/**
 * Does the work in a savepoint of the settling transaction. When it fails, the settlement is committed all the same, and
 * the same commit queues the work for retry-settlement-work (docs/decisions/0044).
 */
export async function doOrQueue(
  sql: TenantSql,
  ended: EndedTransaction,
  work: SettlementWork,
): Promise<void> {
  try {
    await sql.savepoint((inner) => performWork(inner, ended, work));
  } catch (error) {
    const { companyId, txnId, now } = ended;
    await sql`
      insert into settlement_work (company_id, work_id, txn_id, kind, work, ended_at, next_attempt_at, last_error)
      values (${companyId}, ${randomUUID()}, ${txnId}, ${work.kind}, ${sql.json(work)}, ${now},
              ${addMs(now, firstRetryMs)}, ${errorText(error)})`;
  }
}

/** The work of a settlement, in order; most payments have none. */
export function requiredWork(
  settled: {
    type: TransactionType;
    hasSchedule: boolean;
    hasTask: boolean;
    linkId: string | null;
    callbacks: Callbacks | null;
    reasonCode: string;
    status: TransactionStatus;
    hasWebhook: boolean;
    registeredCard: string | null;
  },
  result: ProcessorResponse['result'],
): SettlementWork[] {
  const { type, status, hasSchedule, hasTask, linkId, callbacks, reasonCode, registeredCard } = settled;
  const approved = result === 'APPROVED';
  const work: SettlementWork[] = [];
  if (hasSchedule)
    work.push({ kind: 'SCHEDULE', end: { approved, isForbidden: result === 'FORBIDDEN', reasonCode } });
  if (hasTask && type !== 'PREAUTH') work.push({ kind: 'TASK', change: 'DECIDED' });
  if (hasTask && type === 'PREAUTH' && approved) work.push({ kind: 'TASK', change: 'OPENED' });
  if (approved && linkId) work.push({ kind: 'LINK', linkId });
  if (callbacks?.transactionNotification) work.push({ kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  if (!settled.hasWebhook) return work;
  const event = eventOf(type, status);
  if (event) work.push({ kind: 'EVENT', event });
  if (approved && linkId) work.push({ kind: 'EVENT', event: 'link.paid', objectId: linkId });
  if (approved && registeredCard)
    work.push({ kind: 'EVENT', event: 'card.registered', objectId: registeredCard });
  return work;
}

const taskChanges = { OPENED: openTask, DECIDED: settleTask, EXPIRED: expireTask } as const;

async function performWork(sql: TenantSql, ended: EndedTransaction, work: SettlementWork): Promise<void> {
  const { companyId, txnId, now } = ended;
  switch (work.kind) {
    case 'SCHEDULE':
      return settleSchedules(sql, ended, work.end);
    case 'LINK':
      return markLinkUsed(sql, companyId, work.linkId, txnId, now);
    case 'EVENT':
      return recordPaymentEvent(sql, ended, work);
    case 'TASK':
      return taskChanges[work.change](sql, { companyId, txnId }, now);
    default:
      return notifyEnd(sql, ended, work.occasion);
  }
}

/** The events of the status that a transaction has reached other than by a settlement. `linkId`: the link that it pays. */
export async function recordStatusEvent(
  sql: TenantSql,
  ended: EndedTransaction,
  linkId?: string,
): Promise<void> {
  const [row] = await sql<{ type: TransactionType; status: TransactionStatus }[]>`
    select txn_type as type, txn_status as status from txn
    where txn_id = ${ended.txnId} and company_id = ${ended.companyId} and ${hasWebhook(sql, sql`txn`)}`;
  const event = row && eventOf(row.type, row.status);
  if (event) await doOrQueue(sql, ended, { kind: 'EVENT', event });
  if (row?.status === 'SUCCESS' && linkId !== undefined)
    await doOrQueue(sql, ended, { kind: 'EVENT', event: 'link.paid', objectId: linkId });
}

/** Schedules' part of a settlement. Their events are recorded on their own, so that they cannot undo it. */
export async function settleSchedules(
  sql: TenantSql,
  ended: EndedTransaction,
  end: Omit<TransactionEnd, 'now'>,
): Promise<void> {
  const { services, companyId, txnId, now } = ended;
  const changes = await services.scheduleSettlement.settle(sql, companyId, txnId, { ...end, now });
  for (const { scheduleId, change } of changes)
    await doOrQueue(sql, ended, { kind: 'EVENT', event: `schedule.${change}`, objectId: scheduleId });
}

/** Notifies the merchant of the end of a transaction, if the request has a callback for it. */
export async function notifyEnd(
  sql: TenantSql,
  { companyId, txnId, now }: Omit<EndedTransaction, 'services'>,
  kind: NotificationOccasion,
): Promise<void> {
  const [row] = await sql<{ installationId: number; callbacks: Callbacks | null }[]>`
    select installation_id, detail -> 'callbacks' as callbacks from txn
    where txn_id = ${txnId} and company_id = ${companyId}`;
  const { transactionNotification, expiryNotification } = row?.callbacks ?? {};
  const target = kind === 'EXPIRY' ? expiryNotification : transactionNotification;
  if (!row || !target) return;
  const contents = await renderNotification(sql, companyId, txnId, now);
  const { installationId } = row;
  await queueNotification(sql, { companyId, installationId, txnId, kind, target, contents, now });
}

export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return maskCardNumbers(text.replaceAll('\0', '')).slice(0, 500);
}

interface QueuedWork {
  companyId: number;
  workId: string;
  txnId: number;
  work: SettlementWork;
  endedAt: Date;
  attempts: number;
}

/** About five minutes after the first attempt. */
const reportAfterAttempts = 7;

/** Retries the failed work of settlements, with a back-off of up to an hour, until it succeeds. */
export const retrySettlementWork: Job = {
  name: 'retry-settlement-work',
  everySeconds: 5,
  async run(services) {
    for (let due = await leaseDue(services); due.length > 0; due = await leaseDue(services)) {
      for (const one of due) await retry(services, one);
    }
  },
};

/** Postpones the next attempt before this one, so that no other worker makes this one too. */
async function leaseDue({ database, clock }: Services): Promise<QueuedWork[]> {
  const now = clock.now();
  const leased = await inTenant(
    database,
    'all-tenants',
    (sql) => sql<QueuedWork[]>`
      update settlement_work w
      set attempts = w.attempts + 1,
          next_attempt_at = ${now}::timestamptz
            + make_interval(secs => least(${firstRetryMs} / 1000.0 * power(2, least(w.attempts, 20)), ${hourMs / 1000}))
      from (
        select company_id, work_id from settlement_work where next_attempt_at <= ${now}
        order by next_attempt_at limit 50 for update skip locked
      ) due
      where w.company_id = due.company_id and w.work_id = due.work_id
      returning w.company_id, w.work_id, w.txn_id, w.work,
                w.ended_at, w.attempts`,
  );
  return leased.toSorted((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
}

/** The work and the deletion of its row in one transaction: done once, also after a crash. */
async function retry(services: Services, queued: QueuedWork): Promise<void> {
  const { companyId, workId, txnId, work, endedAt } = queued;
  try {
    await inTenant(services.database, [companyId], async (sql) => {
      const taken = await sql`
        delete from settlement_work where company_id = ${companyId} and work_id = ${workId} returning 1`;
      if (taken.length > 0) await performWork(sql, { services, companyId, txnId, now: endedAt }, work);
    });
  } catch (error) {
    services.log.error({ err: error, transactionId: txnId, kind: work.kind }, 'settlement work failed');
    await noteFailure(services, queued, errorText(error));
  }
}

async function noteFailure(services: Services, queued: QueuedWork, error: string): Promise<void> {
  const { companyId, workId, txnId: transactionId, work, attempts } = queued;
  const isStuck = attempts >= reportAfterAttempts;
  await inTenant(services.database, [companyId], async (sql) => {
    const [row] = await sql<{ isNew: boolean }[]>`
      update settlement_work w
      set last_error = ${error},
          reported_at = case when ${isStuck} then coalesce(w.reported_at, ${services.clock.now()}) end
      from settlement_work before
      where w.company_id = ${companyId} and w.work_id = ${workId}
        and before.company_id = w.company_id and before.work_id = w.work_id
      returning before.reported_at is null and w.reported_at is not null as is_new`;
    if (row?.isNew)
      await notifyOperator(sql, services, { companyId, transactionId, kind: work.kind, attempts, error });
  });
}
