import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantSql } from '#database/tenant.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { secondMs } from '#server/clock.ts';
import { problems } from '#shared/problem.ts';
import { listenToEvents as endpoint } from '../endpoints.ts';
import { type WebhookEvent, listenToEvents as schemas } from '../schemas.ts';
import { eventContents } from './event-contents.ts';

const pollMs = secondMs;
const maxEvents = 100;

/** A position in the order in which events became visible: the transaction that wrote them, and the event. */
interface Position {
  changedIn: string;
  eventId: string;
}

interface Found extends Position {
  body: string;
}

/**
 * Events after a cursor, oldest first; waits for the next one (docs/domain.md#webhooks). Without a cursor it returns the
 * present position at once. A transaction that has not ended yet is before none that has been read, so no event is missed.
 */
export const listenToEvents = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const { caller, resource, query, services, request, inTenant } = ctx;
  if (caller.mode !== 'TEST') throw problems.testKeyNeeded();
  const { companyId, installationId } = resource;
  const { cursor, waitSeconds = 20 } = query;
  if (cursor === undefined) return { items: [], cursor: await inTenant(readPresent) };
  const after = readCursor(cursor);
  if (!after) throw problems.invalid('query.cursor');
  const slot = services.state.listeners.enter(caller.id);
  if (!slot) throw problems.tooManyRequests(waitSeconds);
  try {
    const signal = AbortSignal.any([request.signal, slot.signal]);
    const ends = performance.now() + waitSeconds * secondMs;
    for (;;) {
      const found = await inTenant((sql) => listEventsInOrder(sql, { companyId, installationId }, after));
      const last = found.at(-1);
      if (last) {
        const items = found.map(({ body }) => eventContents(body, services.config) as WebhookEvent);
        return { items, cursor: `${last.changedIn}.${last.eventId}` };
      }
      const left = ends - performance.now();
      if (left <= 0 || signal.aborted) return { items: [], cursor };
      await sleep(Math.min(pollMs, left), undefined, { signal }).catch(() => undefined);
    }
  } finally {
    slot.leave();
  }
});

/** Behind every event of a transaction, and so behind all transactions that have begun. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function readPresent(sql: TenantSql): Promise<string> {
  const [row] = await sql<{ before: string }[]>`
    select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text as before`;
  return `${row?.before ?? '0'}.${lastId}`;
}

function readCursor(text: string): Position | undefined {
  const [, changedIn, eventId] = /^(\d{1,18})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? [];
  return changedIn === undefined || eventId === undefined ? undefined : { changedIn, eventId };
}

function listEventsInOrder(
  sql: TenantSql,
  { companyId, installationId }: { companyId: number; installationId: number },
  { changedIn, eventId }: Position,
): Promise<Found[]> {
  return sql<Found[]>`
    select changed_in::text as changed_in, event_id, body from webhook_event
    where company_id = ${companyId} and installation_id = ${installationId}
      and (changed_in, event_id) > (${changedIn}::bigint, ${eventId}::uuid)
      and changed_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by webhook_event.changed_in, event_id limit ${maxEvents}`;
}
