import { refuseForTestClock } from '#server/time/test-clock.ts';
import type { Sql } from '#database/connection.ts';
import type { StoredConnection } from './load-setup.ts';

/** What a route decides by, and its connection. */
export interface RouteValues {
  connectionId: number;
  currencies: string[];
  schemes: string[];
  kinds: string[];
  channels: string[];
  minMinor: number | null;
  maxMinor: number | null;
  share: number;
}

export interface RouteRow extends RouteValues {
  routeId: number;
  /** null: the operator. */
  organisationId: number | null;
  organisationName: string | null;
  position: number;
  version: number;
  connectionName: string;
  connectionState: StoredConnection['state'];
  mode: StoredConnection['mode'];
  downSince: Date | null;
}

const columns = (sql: Sql) => sql`
  select r.route_id, r.organisation_id, o.name as organisation_name, r.position, r.version, r.connection_id,
         r.currencies, r.schemes, r.kinds, r.channels, r.min_minor, r.max_minor, r.share, k.name as connection_name,
         k.state as connection_state, k.mode, b.opened_at as down_since
  from processor_route r
  join processor_connection k on k.connection_id = r.connection_id
  left join organisation o on o.id = r.organisation_id
  left join processor_breaker b on b.connection_id = r.connection_id`;

/** The routes that decide about payments of an organisation, nearest first. */
export function listRoutesFor(sql: Sql, path: string): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    ${columns(sql)}
    where r.organisation_id is null or o.path = ${path} or starts_with(${path}, o.path || '/')
    order by length(o.path) desc nulls last, r.position`;
}

/** The routes of one organisation, in their order; null: the operator's. */
export function listOwnRoutes(sql: Sql, organisationId: number | null): Promise<RouteRow[]> {
  return sql<RouteRow[]>`
    ${columns(sql)}
    where r.organisation_id is not distinct from ${organisationId}::integer order by r.position`;
}

/** Whether a route to an active connection can take payments at or below a place in the tree. */
export async function hasActiveRoute(sql: Sql, path: string): Promise<boolean> {
  const [row] = await sql`
    select from processor_route r
    join processor_connection k on k.connection_id = r.connection_id and k.state = 'ACTIVE'
    left join organisation o on o.id = r.organisation_id
    where r.organisation_id is null or o.path = ${path} or starts_with(${path}, o.path || '/')
      or starts_with(o.path, ${path} || '/') limit 1`;
  return row !== undefined;
}

export async function findRoute(sql: Sql, routeId: number): Promise<RouteRow | undefined> {
  const [row] = await sql<RouteRow[]>`${columns(sql)} where r.route_id = ${routeId}`;
  return row;
}

/** One change of an organisation's routes at a time, until the end of the transaction. */
export async function lockRoutes(sql: Sql, organisationId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('processor routes'), ${organisationId ?? 0})`;
}

export async function insertRoute(
  sql: Sql,
  organisationId: number | null,
  { connectionId, currencies, schemes, kinds, channels, minMinor, maxMinor, share }: RouteValues,
  { position, now }: { position: number; now: Date },
): Promise<number> {
  const [row] = await sql<{ routeId: number }[]>`
    insert into processor_route (organisation_id, position, connection_id, currencies, schemes, kinds, channels,
                                 min_minor, max_minor, share, created_at)
    values (${organisationId}, ${position}, ${connectionId}, ${currencies}, ${schemes}, ${kinds}, ${channels},
            ${minMinor}, ${maxMinor}, ${share}, ${now})
    returning route_id`.catch(refuseForTestClock);
  if (!row) throw new Error('no route was inserted');
  return row.routeId;
}

export async function updateRoute(
  sql: Sql,
  routeId: number,
  { connectionId, currencies, schemes, kinds, channels, minMinor, maxMinor, share }: RouteValues,
): Promise<void> {
  await sql`
    update processor_route
    set connection_id = ${connectionId}, currencies = ${currencies}, schemes = ${schemes}, kinds = ${kinds},
        channels = ${channels}, min_minor = ${minMinor}, max_minor = ${maxMinor}, share = ${share},
        version = version + 1
    where route_id = ${routeId}`.catch(refuseForTestClock);
}

export async function deleteRouteRow(sql: Sql, routeId: number): Promise<void> {
  await sql`delete from processor_route where route_id = ${routeId}`;
}

/** Numbers routes from 1 in the order of their ids in the list. */
export async function writeOrder(sql: Sql, routeIds: readonly number[]): Promise<void> {
  await sql`
    update processor_route r set position = o.position
    from unnest(${routeIds as number[]}::integer[]) with ordinality as o (route_id, position)
    where r.route_id = o.route_id and r.position <> o.position`;
}
