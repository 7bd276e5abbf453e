import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Sql } from '#database/connection.ts';

/** One act of a person or an API key, allowed or refused. Never carries card data or secrets. */
export interface AuditEvent {
  at: Date;
  companyId?: number | null;
  actorKind: 'user' | 'api' | 'anonymous' | 'system';
  actor: string;
  ip: string;
  act: string;
  objectKind?: string;
  objectId?: string;
  outcome: string;
  detail?: postgres.JSONValue;
  requestId: string;
}

/** Appends the event; call it in the transaction of the change, so that neither exists without the other. */
export async function recordAudit(sql: Sql, event: AuditEvent): Promise<void> {
  await sql`
    insert into audit_event (event_id, at, company_id, actor_kind, actor, ip, act, object_kind, object_id,
                             outcome, detail, request_id)
    values (${randomUUID()}, ${event.at}, ${event.companyId ?? null}, ${event.actorKind}, ${event.actor},
            ${event.ip}, ${event.act}, ${event.objectKind ?? null}, ${event.objectId ?? null},
            ${event.outcome}, ${event.detail === undefined ? null : sql.json(event.detail)}, ${event.requestId})`;
}
