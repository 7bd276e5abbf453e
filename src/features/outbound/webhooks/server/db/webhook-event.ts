import type { TenantSql } from '#database/tenant.ts';
import type { ListPosition } from '#server/http/list-cursor.ts';

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
