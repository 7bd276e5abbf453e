import type { TenantSql } from '#database/tenant.ts';
import { viewSchedule } from '#features/schedules/server/db/schedule-view.ts';
import { linkEventData } from '#features/smart-links/server/link/link-events.ts';
import { isReported, recordEvent } from '#features/webhooks/server/record-event.ts';
import type { EventType } from '#features/webhooks/event-types.ts';
import { renderNotification } from '../render-payment.ts';
import type { TransactionStatus, TransactionType } from '../../transaction-kind.ts';

interface Occasion {
  companyId: number;
  txnId: number;
  now: Date;
}

/** Records what happened to a transaction, or to the schedule, link or card of it, for webhooks. */
export async function recordPaymentEvent(
  sql: TenantSql,
  { companyId, txnId, now }: Occasion,
  { event: type, objectId }: { event: EventType; objectId?: string },
): Promise<void> {
  const eventSubject = await loadEventSubject(sql, companyId, txnId, type, objectId);
  if (!eventSubject || !(await isReported(sql, companyId, eventSubject.installationId))) return;
  const data = await eventData(sql, { companyId, txnId, now }, type, objectId);
  await recordEvent(sql, {
    companyId,
    ...eventSubject,
    type,
    objectId: objectId ?? String(txnId),
    data,
    now,
  });
}

interface EventSubject {
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
        select installation_id, null::text as session_id, null::text as link_id, schedule_id from schedule
        where company_id = ${companyId} and schedule_id = ${objectId ?? ''}`
    : await sql<EventSubject[]>`
        select installation_id, detail ->> 'sessionId' as session_id, detail ->> 'linkId' as link_id,
               detail ->> 'scheduleId' as schedule_id
        from txn where company_id = ${companyId} and txn_id = ${txnId}`;
  return eventSubject;
}

async function eventData(
  sql: TenantSql,
  { companyId, txnId, now }: Occasion,
  type: EventType,
  objectId = '',
): Promise<object> {
  if (type.startsWith('schedule.')) {
    const schedule = await viewSchedule(sql, companyId, objectId);
    // A refused charge has no transaction.
    const [txn] = await sql`select 1 from txn where company_id = ${companyId} and txn_id = ${txnId}`;
    return { schedule, ...(txn ? { transactionId: String(txnId) } : {}) };
  }
  if (type === 'link.paid') {
    return { ...(await linkEventData(sql, companyId, objectId, now)), transactionId: String(txnId) };
  }
  return renderNotification(sql, companyId, txnId, now);
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
