import type { Sql } from '#database/connection.ts';
import { sandboxConnectionId } from '#integrations/processors/processors.ts';

/**
 * The sandbox as a connection of the operator's, which every organisation may use, and a route to it where the operator has
 * none. Programs may start together.
 */
export async function ensureSandboxConnection(sql: Sql): Promise<void> {
  const inserted = await sql`
    insert into processor_connection (connection_id, adapter, name, mode, acquirer, state, event_key, created_at, updated_at)
    values (${sandboxConnectionId}, 'sandbox', 'Sandbox', 'TEST', 'Example Acquirer', 'ACTIVE', 'sandbox', now(), now())
    on conflict do nothing returning 1`;
  if (inserted.length === 0) return;
  await sql`
    insert into processor_route (organisation_id, position, connection_id, created_at)
    select null, 1, ${sandboxConnectionId}, now()
    where not exists (select from processor_route where organisation_id is null)`;
}
