import type { TenantSql } from '#database/tenant.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { RouteView, RoutesView } from '../schemas.ts';
import { listConnections } from './db/connection-table.ts';
import { type RouteRow, listRoutesFor } from './db/route-table.ts';
import { describeRoute } from './manage-routes.ts';

export interface RouteContext {
  sql: TenantSql;
  caller: Caller;
  resource: OrganisationResource;
}

/** The routes that decide about payments of an organisation, nearest first. */
export async function viewRoutes({ sql, caller, resource }: RouteContext): Promise<RoutesView> {
  const { path, organisationId, companyId } = resource;
  const rows = await listRoutesFor(sql, path);
  const [own] = await sql<{ name: string }[]>`select name from organisation where id = ${organisationId}`;
  const ownGroup = { organisationId, organisationName: own?.name ?? '' };
  const groups: RoutesView['groups'] = [{ ...ownGroup, routes: [] }];
  for (const row of rows) {
    let group = groups.at(-1);
    if (group?.organisationId !== row.organisationId) {
      group = { organisationId: row.organisationId, organisationName: row.organisationName, routes: [] };
      groups.push(group);
    }
    group.routes.push(viewRoute(row));
  }
  const usable = (await listConnections(sql, { path, companyId })).filter(
    ({ state, path: owner }) => state !== 'CLOSED' && !owner?.startsWith(`${path}/`),
  );
  return {
    groups,
    choices: usable.map(({ connectionId, name, mode, state }) => ({ connectionId, name, mode, state })),
    mayChange: mayOn(caller, 'P_MANAGE_PROCESSORS', path),
  };
}

/** A route on the wire. */
export const viewRoute = (row: RouteRow): RouteView => ({
  ...describeRoute(row),
  routeId: row.routeId,
  connectionName: row.connectionName,
  connectionState: row.connectionState,
  mode: row.mode,
  downSince: row.downSince?.toISOString() ?? null,
  version: row.version,
});
