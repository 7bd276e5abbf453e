import { queueWork } from './db/settlement-work.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { TenantSql } from '#database/tenant.ts';
import { queueNotification } from '#features/outbound/notifications/server/queue-notification.ts';
import { viewSchedule } from '#features/payments/schedules/server/db/schedule-view.ts';
import type { EventType } from '#features/outbound/webhooks/event-types.ts';
import { hasEventReader, isReported, recordEvent } from '#features/outbound/webhooks/server/record-event.ts';
import type { TransactionStatus, TransactionType } from '#shared/payments/transaction-kind.ts';
import { addMs, secondMs } from '#server/clock.ts';
import type { PaymentFollowers } from '#server/payment-followers.ts';
import type { TransactionEnd } from '#server/schedule-settlement.ts';
import type { TransactionRecord } from './db/transactions.ts';
import { renderNotification, renderNotificationOf } from './render-payment.ts';
import type { Callbacks } from '../request/parse-payment.ts';

/** What the end of a transaction starts beside the money. */
export type SettlementWork =
  | { kind: 'SCHEDULE'; end: Omit<TransactionEnd, 'now'> }
  | { kind: 'LINK'; linkId: string }
  /** Of a deferral: opened by the authorisation, decided by a follow-up, or expired. */
  | { kind: 'TASK'; change: 'OPENED' | 'DECIDED' | 'EXPIRED' }
  | { kind: 'NOTIFICATION'; occasion: NotificationOccasion }
  /** For webhooks. `objectId`: the schedule, link or card token; undefined: the transaction itself. */
  | { kind: 'EVENT'; event: EventType; objectId?: string };

type NotificationOccasion = 'TRANSACTION' | 'EXPIRY';

export interface EndedTransaction {
  services: PaymentFollowers;
  companyId: number;
  txnId: number;
  now: Date;
}

/** The first retry comes after this long. */
export const firstRetryMs = 5 * secondMs;

/**
 * Does the work in a savepoint of the settling transaction. When it fails, the settlement is committed all the same, and
 * the same commit queues the work for retry-settlement-work (docs/decisions/0044). `row`: the transaction with its event reader,
 * where it was read in this database transaction and has not changed since.
 */
export async function doOrQueue(
  sql: TenantSql,
  ended: EndedTransaction,
  work: SettlementWork,
  row?: TransactionRecord,
): Promise<void> {
  try {
    await sql.savepoint((inner) => performWork(inner, ended, work, row));
  } catch (error) {
    const { companyId, txnId, now } = ended;
    await queueWork(sql, {
      companyId,
      txnId,
      kind: work.kind,
      work,
      endedAt: now,
      nextAttemptAt: addMs(now, firstRetryMs),
      error: errorText(error),
    });
  }
}

const taskChanges = { OPENED: 'open', DECIDED: 'settle', EXPIRED: 'expire' } as const;

/** Throws when the work fails. */
export async function performWork(
  sql: TenantSql,
  ended: EndedTransaction,
  work: SettlementWork,
  row?: TransactionRecord,
): Promise<void> {
  const { services, companyId, txnId, now } = ended;
  switch (work.kind) {
    case 'SCHEDULE':
      return settleSchedules(sql, ended, work.end);
    case 'LINK':
      return services.linkPayments.followPayment(sql, { companyId, linkId: work.linkId, txnId }, now);
    case 'EVENT':
      return recordPaymentEvent(sql, ended, work, row);
    case 'TASK':
      return services.reviewTasks[taskChanges[work.change]](sql, { companyId, txnId }, now);
    default:
      return notifyEnd(sql, ended, work.occasion);
  }
}

/** The event of a transaction that waits for the processor. */
export async function recordPendingEvent(sql: TenantSql, ended: EndedTransaction): Promise<void> {
  const [row] = await sql<{ type: TransactionType; status: TransactionStatus }[]>`
    select txn_type as type, txn_status as status from txn
    where txn_id = ${ended.txnId} and company_id = ${ended.companyId} and ${hasEventReader(sql, sql`txn`)}`;
  const event = row && toEventType(row.type, row.status);
  if (event) await doOrQueue(sql, ended, { kind: 'EVENT', event });
}

/** Records what happened to a transaction, or to the schedule, link or card of it, for webhooks. */
async function recordPaymentEvent(
  sql: TenantSql,
  { services, companyId, txnId, now }: EndedTransaction,
  { event: type, objectId }: { event: EventType; objectId?: string },
  row: TransactionRecord | undefined,
): Promise<void> {
  const eventSubject = row ? subjectOf(row) : await loadEventSubject(sql, companyId, txnId, type, objectId);
  if (!eventSubject) return;
  if (!row && !(await isReported(sql, companyId, eventSubject.installationId))) return;
  const data = await eventData(sql, { services, companyId, txnId, now }, type, { objectId, row });
  await recordEvent(sql, {
    companyId,
    ...eventSubject,
    // A follow-up does not name the link of its payment.
    linkId: isLinkEvent(type) ? (objectId ?? null) : eventSubject.linkId,
    type,
    // Version 1 reported the authorisation as paid.
    isOfVersion2: type === 'link.paid' && isCompletion(eventSubject.txnType),
    objectId: objectId ?? String(txnId),
    data,
    now,
  });
}

const isLinkEvent = (type: EventType): boolean => type.startsWith('link.');

/** Takes what an authorisation reserved. */
const isCompletion = (type: TransactionType | null): boolean =>
  type === 'CAPTURE' || type === 'PAYOUT_COMPLETE';

interface EventSubject {
  txnType: TransactionType | null;
  installationId: number;
  sessionId: string | null;
  linkId: string | null;
  scheduleId: string | null;
}

/** A schedule can fail without a transaction, so its installation is its own. */
async function loadEventSubject(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  type: EventType,
  objectId: string | undefined,
): Promise<EventSubject | undefined> {
  const [eventSubject] = type.startsWith('schedule.')
    ? await sql<EventSubject[]>`
        select null::text as txn_type, installation_id, null::text as session_id, null::text as link_id, schedule_id from schedule
        where company_id = ${companyId} and schedule_id = ${objectId ?? ''}`
    : await sql<EventSubject[]>`
        select txn_type, installation_id, detail ->> 'sessionId' as session_id, detail ->> 'linkId' as link_id,
               detail ->> 'scheduleId' as schedule_id
        from txn where company_id = ${companyId} and txn_id = ${txnId}`;
  return eventSubject;
}

const subjectOf = ({ txnType, installationId, detail }: TransactionRecord): EventSubject => ({
  txnType,
  installationId,
  sessionId: detail.sessionId ?? null,
  linkId: detail.linkId ?? null,
  scheduleId: detail.scheduleId ?? null,
});

async function eventData(
  sql: TenantSql,
  { services, companyId, txnId, now }: EndedTransaction,
  type: EventType,
  { objectId = '', row }: { objectId: string | undefined; row: TransactionRecord | undefined },
): Promise<object> {
  if (type.startsWith('schedule.')) {
    const schedule = await viewSchedule(sql, companyId, objectId);
    // A refused charge has no transaction.
    const [txn] = await sql`select 1 from txn where company_id = ${companyId} and txn_id = ${txnId}`;
    return { schedule, ...(txn ? { transactionId: String(txnId) } : {}) };
  }
  if (isLinkEvent(type)) {
    return {
      ...(await services.linkPayments.eventData(sql, companyId, objectId, now)),
      transactionId: String(txnId),
    };
  }
  return row ? renderNotificationOf(sql, row, now) : renderNotification(sql, companyId, txnId, now);
}

const subjects = {
  PAYMENT: 'payment',
  PREAUTH: 'payment',
  REPEAT: 'payment',
  CAPTURE: 'capture',
  REFUND: 'refund',
  PAYOUT: 'payout',
  PAYOUT_INITIALIZE: 'payout',
  PAYOUT_COMPLETE: 'payout',
} as const satisfies Partial<Record<TransactionType, string>>;

/**
 * The event of a transaction's status, for webhooks. Undefined where there is none: a verification moves no money, and the
 * merchant itself has requested a release (docs/domain.md#webhooks).
 */
export function toEventType(type: TransactionType, status: TransactionStatus): EventType | undefined {
  const subject = (subjects as Partial<Record<TransactionType, (typeof subjects)[keyof typeof subjects]>>)[
    type
  ];
  if (subject === undefined) return undefined;
  switch (status) {
    case 'SUCCESS':
      // An announced payout has moved nothing yet.
      if (type === 'PREAUTH') return 'payment.authorised';
      return type === 'PAYOUT_INITIALIZE' ? 'payout.pending' : `${subject}.succeeded`;
    case 'FAILED':
    case 'CANCELLED':
      return `${subject}.failed`;
    case 'EXPIRED':
      return `${subject}.expired`;
    case 'SUSPENDED':
      return `${subject}.pending`;
    default:
      return undefined;
  }
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
async function notifyEnd(
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
