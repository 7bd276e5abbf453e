import type { Sql } from '#database/connection.ts';
import type { ConnectionMode } from '#integrations/processors/adapter.ts';
import type { Route } from '../choose-route.ts';

export interface StoredConnection {
  connectionId: number;
  adapter: string;
  name: string;
  mode: ConnectionMode;
  acquirer: string;
  settings: Record<string, string>;
  state: 'DRAFT' | 'TESTED' | 'ACTIVE' | 'DRAINING' | 'CLOSED';
  eventKey: string;
}

export interface StoredSecret {
  connectionId: number;
  field: string;
  slot: 'CURRENT' | 'NEXT';
  version: number;
  sealed: Buffer;
}

interface StoredBreaker {
  connectionId: number;
  probeAt: Date;
}

/** All connections that can still be used, with their secrets, accounts and routes. */
export interface StoredSetup {
  version: number;
  connections: StoredConnection[];
  secrets: StoredSecret[];
  accounts: { connectionId: number; installationId: number; settings: Record<string, string> }[];
  routes: Route[];
  breakers: StoredBreaker[];
}

/** A number that grows with every change of the setup. */
export async function loadSetupVersion(sql: Sql): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from processor_setup`;
  return row?.version ?? 0;
}

export async function loadSetup(sql: Sql, version: number): Promise<StoredSetup> {
  const connections = await sql<StoredConnection[]>`
    select connection_id, adapter, name, mode, acquirer, settings, state, event_key from processor_connection
    where state <> 'CLOSED'`;
  const secrets = await sql<StoredSecret[]>`
    select connection_id, field, slot, version, sealed from processor_secret`;
  const accounts = await sql<StoredSetup['accounts']>`
    select connection_id, installation_id, settings from processor_account`;
  const routes = await sql<Route[]>`
    select r.route_id, o.path, r.position, r.connection_id, r.currencies, r.schemes, r.kinds, r.channels, r.min_minor,
           r.max_minor, r.share
    from processor_route r left join organisation o on o.id = r.organisation_id`;
  const breakers = await sql<StoredBreaker[]>`select connection_id, probe_at from processor_breaker`;
  return { version, connections, secrets, accounts, routes, breakers };
}
