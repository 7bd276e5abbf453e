import { randomUUID } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import type { ListPosition } from '#server/http/list-cursor.ts';
import { type EventType, testEvent } from '../../event-types.ts';
import { eventBody } from '../record-event.ts';
import { sampleData } from '../sample-events.ts';
import type { DeliveryFilter } from '../../delivery-filters.ts';
import type { ListedDelivery } from '../../schemas.ts';
import type { StoredWebhook } from './webhook-endpoint.ts';

type Place = Pick<StoredWebhook, 'companyId' | 'endpointId'>;

export interface StoredDelivery extends Omit<ListedDelivery, 'createdAt' | 'nextAttemptAt'> {
  createdAt: Date;
  nextAttemptAt: Date | null;
  /** With microseconds, for the cursor. */
  place: string;
}

const columns = (sql: TenantSql) => sql`
  event_id as delivery_id, type, installation_id, object_id, created_at, state, trigger, total_attempts as attempts,
  last_result, last_duration_ms as duration_ms,
  case when state in ('queued', 'retrying') then next_attempt_at end as next_attempt_at,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place`;

/** Each filter is the predicate of an index in the order of the log. */
const states = (sql: TenantSql, filter: DeliveryFilter | undefined) => {
  switch (filter) {
    case 'waiting':
      return sql`and state in ('queued', 'sending')`;
    case 'failed':
      return sql`and state in ('retrying', 'failed')`;
    case 'delivered':
      return sql`and state = 'delivered'`;
    default:
      return sql``;
  }
};

interface DeliverySearch {
  status?: DeliveryFilter;
  from?: string;
  to?: string;
}

/** The next deliveries of a webhook after a position, newest first. */
export function listDeliveriesAfter(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  { status, from, to }: DeliverySearch,
  after: ListPosition | undefined,
  limit: number,
): Promise<StoredDelivery[]> {
  return sql<StoredDelivery[]>`
    select ${columns(sql)} from webhook_delivery
    where company_id = ${companyId} and endpoint_id = ${endpointId} ${states(sql, status)}
      ${from === undefined ? sql`` : sql`and created_at >= ${from}::timestamptz`}
      ${to === undefined ? sql`` : sql`and created_at < ${to}::timestamptz`}
      ${after ? sql`and (created_at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by created_at desc, event_id desc limit ${limit}`;
}

export async function loadDelivery(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  deliveryId: string,
): Promise<(StoredDelivery & { body: string | null }) | undefined> {
  const [row] = await sql<(StoredDelivery & { body: string | null })[]>`
    select ${columns(sql)},
           (select v.body from webhook_event v
            where v.company_id = d.company_id and v.event_id = d.event_id) as body
    from webhook_delivery d
    where company_id = ${companyId} and endpoint_id = ${endpointId} and event_id = ${deliveryId}`;
  return row;
}

interface StoredAttempt {
  attempt: number;
  at: Date;
  durationMs: number;
  result: string;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
}

/** The latest attempts of a delivery, newest first. */
export function loadAttempts(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  deliveryId: string,
): Promise<StoredAttempt[]> {
  return sql<StoredAttempt[]>`
    select attempt, at, duration_ms, result, request_headers, response_headers, response_body
    from webhook_attempt
    where company_id = ${companyId} and endpoint_id = ${endpointId} and event_id = ${deliveryId}
    order by attempt desc limit 50`;
}

/** How many of the latest 500 deliveries have been attempted, and how many of these succeeded. */
export async function readSuccessRate(
  sql: TenantSql,
  { companyId, endpointId }: Place,
): Promise<{ attempted: number; delivered: number }> {
  const [row] = await sql<{ attempted: number; delivered: number }[]>`
    select count(*) filter (where total_attempts > 0) as attempted,
           count(*) filter (where state = 'delivered') as delivered
    from (
      select state, total_attempts from webhook_delivery
      where company_id = ${companyId} and endpoint_id = ${endpointId}
      order by created_at desc, event_id desc limit 500
    ) latest`;
  return row ?? { attempted: 0, delivered: 0 };
}

/** Queues a delivery again with all attempts. False while it waits for an attempt. */
export async function requeue(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  deliveryId: string,
  now: Date,
): Promise<boolean> {
  const queued = await sql`
    update webhook_delivery set state = 'queued', attempts = 0, next_attempt_at = ${now},
      trigger = case when trigger = 'test' then trigger else 'manual' end
    where company_id = ${companyId} and endpoint_id = ${endpointId} and event_id = ${deliveryId}
      and state in ('retrying', 'delivered', 'failed')
      and exists (select from webhook_event v where v.company_id = ${companyId} and v.event_id = ${deliveryId})
    returning 1`;
  return queued.length > 0;
}

/**
 * Queues the oldest deliveries of a range again, at most `limit`. Skips queued deliveries, so that a repeated request
 * queues none twice.
 */
export async function requeueRange(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  {
    from,
    to,
    status,
    limit,
    now,
  }: { from: string; to: string; status: 'failed' | 'all'; limit: number; now: Date },
): Promise<number> {
  const stateCondition =
    status === 'failed'
      ? sql`state in ('retrying', 'failed')`
      : sql`state in ('retrying', 'failed', 'delivered')`;
  const queued = await sql`
    update webhook_delivery d set state = 'queued', attempts = 0, next_attempt_at = ${now},
      trigger = case when d.trigger = 'test' then d.trigger else 'manual' end
    from (
      select company_id, endpoint_id, event_id from webhook_delivery
      where company_id = ${companyId} and endpoint_id = ${endpointId} and ${stateCondition}
        and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
      order by created_at, event_id limit ${limit} for update skip locked
    ) old
    where d.company_id = old.company_id and d.endpoint_id = old.endpoint_id and d.event_id = old.event_id
    returning 1`;
  return queued.length;
}

/** The webhooks that have a delivery of an event of the transaction. */
export async function listEndpointsOfTransaction(
  sql: TenantSql,
  companyId: number,
  transactionId: number,
): Promise<string[]> {
  const rows = await sql<{ endpointId: string }[]>`
    select distinct endpoint_id from webhook_delivery
    where company_id = ${companyId} and object_id = ${String(transactionId)} order by 1`;
  return rows.map(({ endpointId }) => endpointId);
}

/** The latest deliveries of the events of a transaction. */
export function listDeliveriesOf(
  sql: TenantSql,
  companyId: number,
  transactionId: number,
  limit: number,
): Promise<(Pick<StoredDelivery, 'deliveryId' | 'type' | 'state' | 'createdAt'> & { endpointId: string })[]> {
  return sql<
    (Pick<StoredDelivery, 'deliveryId' | 'type' | 'state' | 'createdAt'> & { endpointId: string })[]
  >`
    select endpoint_id, event_id as delivery_id, type, state, created_at from webhook_delivery
    where company_id = ${companyId} and object_id = ${String(transactionId)}
    order by created_at desc, event_id desc limit ${limit}`;
}

/** Queues the deliveries of a transaction's events again. Skips queued ones. Returns how many it queued. */
export async function requeueTransaction(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  transactionId: number,
  now: Date,
): Promise<number> {
  const queued = await sql`
    update webhook_delivery d set state = 'queued', attempts = 0, next_attempt_at = ${now}, trigger = 'manual'
    where company_id = ${companyId} and endpoint_id = ${endpointId} and object_id = ${String(transactionId)}
      and state in ('retrying', 'failed', 'delivered')
      and exists (select from webhook_event v where v.company_id = ${companyId} and v.event_id = d.event_id)
    returning 1`;
  return queued.length;
}

/** A test event, or a sample of a type for an installation. */
type Test = { type: EventType; installationId: number } | undefined;

/** Queues a test event or a sample for a webhook, whatever events it has chosen. Its data are invented. */
export async function queueTest(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  sample: Test,
  now: Date,
): Promise<string> {
  const eventId = randomUUID();
  const data = { message: 'This is a test event. No transaction belongs to it.' };
  const body = sample
    ? eventBody(eventId, {
        ...sample,
        isTest: true,
        data: sampleData(sample.type, sample.installationId, now),
        now,
      })
    : { id: eventId, type: testEvent, createdAt: now.toISOString(), data };
  const { type, installationId } = sample ?? { type: testEvent, installationId: null };
  await sql`
    insert into webhook_event (company_id, event_id, installation_id, type, body, created_at)
    values (${companyId}, ${eventId}, ${installationId}, ${type}, ${JSON.stringify(body)}, ${now})`;
  await sql`
    insert into webhook_delivery (company_id, endpoint_id, event_id, installation_id, type, created_at, trigger, state,
      next_attempt_at)
    values (${companyId}, ${endpointId}, ${eventId}, ${installationId}, ${type}, ${now}, 'test', 'queued', ${now})`;
  return eventId;
}

interface StoredEvent {
  eventId: string;
  body: string;
  place: string;
}

interface EventSearch {
  type?: string;
  createdFrom?: string;
  createdTo?: string;
}

/** The next events of an installation after a position, newest first. */
export function listEventsAfter(
  sql: TenantSql,
  { companyId, installationId }: { companyId: number; installationId: number },
  { type, createdFrom, createdTo }: EventSearch,
  after: ListPosition | undefined,
  limit: number,
): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    select event_id, body, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
    from webhook_event
    where company_id = ${companyId} and installation_id = ${installationId}
      ${type === undefined ? sql`` : sql`and type = ${type}`}
      ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}::timestamptz`}
      ${createdTo === undefined ? sql`` : sql`and created_at <= ${createdTo}::timestamptz`}
      ${after ? sql`and (created_at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by created_at desc, event_id desc limit ${limit}`;
}
