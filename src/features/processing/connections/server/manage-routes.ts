import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maxRoutes } from '../route-values.ts';
import type { RouteContent } from '../schemas.ts';
import { findUsable } from './db/connection-table.ts';
import {
  type RouteRow,
  type RouteValues,
  deleteRouteRow,
  insertRoute,
  listOwnRoutes,
  lockRoutes,
  updateRoute,
  writeOrder,
} from './db/route-table.ts';

/*
 * Changes of routes, for the portal and for commands of the operator. Each validates, writes and audits in the transaction of
 * `sql`, and throws a Problem to refuse.
 */

/** The organisation of the routes; the operator has no id. */
interface RouteOwner {
  organisationId: number | null;
  path: string;
  companyId: number | null;
}

/** Adds a route after the others of its organisation. */
export async function createRouteBy(
  sql: TenantSql,
  by: Actor,
  owner: RouteOwner,
  content: RouteContent,
): Promise<number> {
  const values = await readRoute(sql, owner, content);
  await lockRoutes(sql, owner.organisationId);
  const routes = await listOwnRoutes(sql, owner.organisationId);
  if (routes.length >= maxRoutes) throw new Problem(409, 'ROUTE_LIMIT', 'route_limit');
  const position = (routes.at(-1)?.position ?? 0) + 1;
  const routeId = await insertRoute(sql, owner.organisationId, values, { position, now: by.at });
  await audit(sql, by, owner, 'createRoute', routeId, { after: { ...describeRoute(values), position } });
  return routeId;
}

export async function changeRouteBy(
  sql: TenantSql,
  by: Actor,
  owner: RouteOwner,
  { routeId, version }: { routeId: number; version: number },
  content: RouteContent,
): Promise<void> {
  await lockRoutes(sql, owner.organisationId);
  const before = await findOwn(sql, owner, routeId);
  if (before.version !== version) throw routesChanged();
  const values = await readRoute(sql, owner, content);
  await updateRoute(sql, routeId, values);
  await audit(sql, by, owner, 'changeRoute', routeId, {
    before: describeRoute(before),
    after: describeRoute(values),
  });
}

export async function deleteRouteBy(
  sql: TenantSql,
  by: Actor,
  owner: RouteOwner,
  routeId: number,
): Promise<void> {
  await lockRoutes(sql, owner.organisationId);
  const before = await findOwn(sql, owner, routeId);
  await deleteRouteRow(sql, routeId);
  await audit(sql, by, owner, 'deleteRoute', routeId, {
    before: { ...describeRoute(before), position: before.position },
  });
}

/** Throws 409 unless the list has each route of the organisation once. */
export async function orderRoutesBy(
  sql: TenantSql,
  by: Actor,
  owner: RouteOwner,
  routeIds: readonly number[],
): Promise<void> {
  await lockRoutes(sql, owner.organisationId);
  const before = (await listOwnRoutes(sql, owner.organisationId)).map(({ routeId }) => routeId);
  const isSame = before.length === routeIds.length && before.every((id) => routeIds.includes(id));
  if (!isSame || new Set(routeIds).size !== routeIds.length) throw routesChanged();
  await writeOrder(sql, routeIds);
  await audit(sql, by, owner, 'orderRoutes', undefined, {
    before: { routes: before },
    after: { routes: routeIds },
  });
}

async function findOwn(sql: Sql, { organisationId }: RouteOwner, routeId: number): Promise<RouteRow> {
  const found = (await listOwnRoutes(sql, organisationId)).find((route) => route.routeId === routeId);
  if (!found) throw problems.notFound();
  return found;
}

const routesChanged = (): Problem => problems.versionConflict('ROUTES_CHANGED');

/** The values of a route. Throws 400 with the field for a connection that the organisation may not use, and for amounts. */
async function readRoute(
  sql: Sql,
  { path, companyId }: RouteOwner,
  content: RouteContent,
): Promise<RouteValues> {
  const { connectionId, currencies, schemes, kinds, channels, minAmount, maxAmount, share } = content;
  const connection = await findUsable(sql, connectionId, { path, companyId });
  if (!connection || connection.state === 'CLOSED')
    throw problems.invalid('body.connectionId', 'not_allowed');
  const [currency] = currencies;
  const isOne = new Set(currencies).size === 1;
  const readAmount = (name: 'minAmount' | 'maxAmount', amount: string | null): number | null => {
    if (amount === null || amount.trim() === '') return null;
    if (!isOne) throw problems.invalid('body.currencies', 'not_allowed');
    const parsed = parseAmount(amount.trim(), currency);
    if (!parsed.ok) throw problems.invalid(`body.${name}`);
    return parsed.value;
  };
  const minMinor = readAmount('minAmount', minAmount);
  const maxMinor = readAmount('maxAmount', maxAmount);
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor)
    throw problems.invalid('body.maxAmount', 'too_small');
  const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
  return {
    connectionId,
    currencies: unique(currencies),
    schemes: unique(schemes),
    kinds: unique(kinds),
    channels: unique(channels),
    minMinor,
    maxMinor,
    share,
  };
}

/** A route as a request has it. */
export function describeRoute(route: RouteValues): RouteContent {
  const { connectionId, currencies, minMinor, maxMinor, share } = route;
  const amount = (minor: number | null): string | null =>
    minor === null ? null : formatMinor(minor, currencies[0] ?? '');
  return {
    connectionId,
    currencies,
    schemes: route.schemes as RouteContent['schemes'],
    kinds: route.kinds as RouteContent['kinds'],
    channels: route.channels as RouteContent['channels'],
    minAmount: amount(minMinor),
    maxAmount: amount(maxMinor),
    share,
  };
}

function audit(
  sql: Sql,
  by: Actor,
  { companyId, organisationId }: RouteOwner,
  act: string,
  routeId: number | undefined,
  change: { before?: object; after?: object },
): Promise<void> {
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId,
    act,
    objectKind: 'route',
    objectId: routeId === undefined ? undefined : String(routeId),
    outcome: 'allowed',
    ...change,
  });
}
