import type { TenantSql } from '#database/tenant.ts';
import type { JSONValue, Sql } from '#database/connection.ts';
import type { ProcessorEvent } from '#integrations/processors/adapter.ts';

export interface StoredEvent {
  eventNumber: number;
  connectionId: number;
  event: ProcessorEvent;
  state: 'NEW' | 'RELEASING';
  attempts: number;
  receivedAt: Date;
}

/** Stores what was reported; a repeated report changes nothing. Returns the number of new ones. */
export async function insertEvents(
  sql: Sql,
  connectionId: number,
  events: readonly ProcessorEvent[],
  now: Date,
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map((event) => ({
    connectionId,
    eventId: event.eventId.slice(0, 200),
    kind: event.kind,
    reference: event.reference?.slice(0, 80) ?? null,
    event: sql.json(event as unknown as JSONValue),
    receivedAt: now,
    state: event.kind === 'other' ? 'IGNORED' : 'NEW',
    nextAttemptAt: now,
  }));
  const inserted = await sql`
    insert into processor_event ${sql(rows)} on conflict (connection_id, event_id) do nothing returning 1`;
  return inserted.length;
}

/** What a processor has reported of an operation, oldest first. */
export async function findEvents(
  sql: Sql,
  connectionId: number,
  reference: string,
): Promise<ProcessorEvent[]> {
  const rows = await sql<{ event: ProcessorEvent }[]>`
    select event from processor_event where connection_id = ${connectionId} and reference = ${reference}
    order by event_number limit 100`;
  return rows.map(({ event }) => event);
}

/** Takes due events and postpones their next attempt, so that no other worker takes them too. */
export async function leaseEvents(
  sql: Sql,
  kinds: readonly ProcessorEvent['kind'][],
  now: Date,
  limit: number,
): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    update processor_event e
    set attempts = attempts + 1,
      next_attempt_at = ${now}::timestamptz + make_interval(secs => 30 * least(power(2, attempts), 120))
    from (
      select event_number from processor_event
      where state in ('NEW', 'RELEASING') and next_attempt_at <= ${now} and kind = any (${[...kinds]})
      order by next_attempt_at, event_number limit ${limit} for update skip locked
    ) due
    where e.event_number = due.event_number
    returning e.event_number, e.connection_id, e.event, e.state, e.attempts, e.received_at`;
}

/** The processor's reference to the card is stored with the card only, once the event is done. */
export async function finishEvent(
  sql: Sql,
  eventNumber: number,
  state: 'DONE' | 'IGNORED' | 'HELD' | 'RELEASING',
  error: string | null = null,
): Promise<void> {
  await sql`
    update processor_event
    set state = ${state}, error = ${error}, event = event #- '{response,credential}'
    where event_number = ${eventNumber}`;
}

/** Late reports are watched for 30 days, and repeats of a report must be known for longer. */
export async function deleteOldProcessorEvents(sql: TenantSql, before: Date, now: Date): Promise<number> {
  const deleted = await sql`
    delete from processor_event where event_number in (
      select event_number from processor_event
      where received_at < ${before} and state not in ('NEW', 'RELEASING') and not exists (
        select from txn t where t.txn_id = substring(reference from '^[0-9]{11,15}$')::bigint
          and exists (select from legal_holds_of(t.company_id, t.txn_id, ${now})))
      limit 5000)
    returning 1`;
  return deleted.length;
}
