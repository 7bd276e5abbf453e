import { randomUUID } from 'node:crypto';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { listEvents } from '../endpoints.ts';
import { type EventType, choicesWith } from '../event-types.ts';

export interface NewEvent {
  companyId: number;
  installationId: number;
  type: EventType;
  /** The transaction, schedule, link or card token; null for a sample. */
  objectId: string | null;
  sessionId?: string | null;
  linkId?: string | null;
  scheduleId?: string | null;
  /** Endpoints of version 1 do not receive it. */
  isOfVersion2?: boolean;
  /** A sample: it is marked, and its data are invented. */
  isTest?: boolean;
  /** As the merchant API shows the object. Links are paths. */
  data: object;
  now: Date;
}

/**
 * SQL condition: a webhook or an API key reads events of the row's installation. Two probes of indexes at most. Keys are not
 * of a tenant's table, so their company is compared.
 */
export const hasEventReader = (sql: TenantSql, row: Fragment): Fragment => sql`
  (exists (select from webhook_installation w
     where w.company_id = ${row}.company_id and w.installation_id = ${row}.installation_id)
   or exists (select from api_credential_installation i join api_credential c on c.api_id = i.api_id
     where i.installation_id = ${row}.installation_id and c.company_id = ${row}.company_id and ${mayReadEvents(sql)}))`;

/** Of a key `c` that works. An expired one is out of use: it costs no events. */
const mayReadEvents = (sql: TenantSql): Fragment => sql`
  c.active and (c.expires_at is null or c.expires_at > clock_timestamp())
    and c.permissions && ${[...listEvents.auth.anyOf]}::text[]`;

/** Whether recordEvent would record an event of the installation. Call it before rendering its data. */
export async function isReported(
  sql: TenantSql,
  companyId: number,
  installationId: number,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from (values (${companyId}::integer, ${installationId}::integer)) as t (company_id, installation_id)
    where ${hasEventReader(sql, sql`t`)}`;
  return row !== undefined;
}

/** The companies whose events a webhook or an API key reads. */
export async function findCompaniesWithReaders(sql: TenantSql): Promise<number[]> {
  const rows = await sql<{ companyId: number }[]>`
    select company_id from webhook_installation
    union select c.company_id from api_credential c where ${mayReadEvents(sql)} order by 1`;
  return rows.map(({ companyId }) => companyId);
}

/** What version 1 called an authorisation (docs/domain.md#webhooks). */
const formerTypes: Partial<Record<EventType, EventType>> = {
  'payment.authorised': 'payment.succeeded',
  'link.authorised': 'link.paid',
};

/**
 * Records an event and its deliveries in the transaction of the change, so that neither commits without the other. An
 * installation without a reader has no events. A paused endpoint gets a failed delivery, which can be sent later. Returns
 * the event's id.
 */
export async function recordEvent(sql: TenantSql, event: NewEvent): Promise<string> {
  const former = formerTypes[event.type];
  const eventId = await recordFor(
    sql,
    event,
    former !== undefined || event.isOfVersion2 === true ? 2 : undefined,
  );
  if (former !== undefined) await recordFor(sql, { ...event, type: former }, 1);
  return eventId;
}

/** For all endpoints, or for those of one version: what version 1 is not sent is recorded only where it has an endpoint. */
async function recordFor(sql: TenantSql, event: NewEvent, eventVersion: 1 | 2 | undefined): Promise<string> {
  const { companyId, installationId, type, objectId, now, isTest = false } = event;
  const eventId = randomUUID();
  const body = eventBody(eventId, event);
  await sql`
    with event as (
      insert into webhook_event (company_id, event_id, installation_id, type, object_id, body, created_at)
      select ${companyId}, ${eventId}, ${installationId}, ${type}, ${objectId}, ${JSON.stringify(body)}, ${now}
      from (values (${companyId}::integer, ${installationId}::integer)) as t (company_id, installation_id)
      where ${hasEventReader(sql, sql`t`)}
        and (${eventVersion !== 1} or exists (
          select from webhook_installation i
          join webhook_endpoint e on e.company_id = i.company_id and e.endpoint_id = i.endpoint_id
          where i.company_id = t.company_id and i.installation_id = t.installation_id and e.event_version = 1))
      returning company_id, event_id, installation_id, type, object_id, created_at
    )
    insert into webhook_delivery (company_id, endpoint_id, event_id, installation_id, type, object_id, created_at,
                                  trigger, state, next_attempt_at, last_result)
    select event.company_id, e.endpoint_id, event.event_id, event.installation_id, event.type, event.object_id,
           event.created_at, ${isTest ? 'test' : 'auto'}, case when e.state = 'active' then 'queued' else 'failed' end, event.created_at,
           case when e.state = 'active' then null else 'paused' end
    from event
    join webhook_installation i on i.company_id = event.company_id and i.installation_id = event.installation_id
    join webhook_endpoint e on e.company_id = i.company_id and e.endpoint_id = i.endpoint_id
    where e.state <> 'deleted' and e.event_version = coalesce(${eventVersion ?? null}::smallint, e.event_version)
      and e.events && ${choicesWith(type) as string[]}::text[]`;
  return eventId;
}

/** An event as it is stored and sent. */
export const eventBody = (
  id: string,
  {
    type,
    installationId,
    sessionId,
    linkId,
    scheduleId,
    isTest,
    data,
    now,
  }: Omit<NewEvent, 'companyId' | 'objectId'>,
): object => ({
  id,
  type,
  createdAt: now.toISOString(),
  installationId,
  ...(isTest ? { test: true } : {}),
  ...(sessionId ? { sessionId } : {}),
  ...(linkId ? { linkId } : {}),
  ...(scheduleId ? { scheduleId } : {}),
  data,
});
