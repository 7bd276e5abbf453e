import type { Sql } from '#database/connection.ts';
import type { RouteReason } from '#integrations/processors/processors.ts';
import type { ChosenConnection } from '../schemas.ts';
import { findConnection } from './db/connection-table.ts';
import { findRoute } from './db/route-table.ts';
import { viewRoute } from './view-routes.ts';

/** The connection of a transaction, and why it went there; null for one of before connections existed. */
export async function loadChosenConnection(
  sql: Sql,
  connectionId: number | null,
  routing: Pick<RouteReason, 'routeId' | 'why'> | undefined,
): Promise<ChosenConnection | null> {
  const connection = connectionId === null ? undefined : await findConnection(sql, connectionId);
  if (!connection) return null;
  const row = routing?.routeId == null ? undefined : await findRoute(sql, routing.routeId);
  const { name, mode } = connection;
  return {
    connectionId: connection.connectionId,
    name,
    mode,
    why: routing?.why ?? null,
    route: row ? viewRoute(row) : null,
  };
}
