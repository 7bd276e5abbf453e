import { actorOf } from '#server/audit/actor.ts';
import { mayOn } from '#server/auth/caller.ts';
import type { RequireApproval } from '#server/auth/require-approval.ts';
import {
  type HandlerContextWithoutTransaction,
  type HandlerContext,
  Reply,
  handle,
  handleWithoutTransaction,
} from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { Problem } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { viewAdapter } from './connection-fields.ts';
import { loadSecrets, findTestAccount } from './db/connection-table.ts';
import { listOwnRoutes } from './db/route-table.ts';
import {
  changeConnectionBy,
  connectionChanged,
  createConnectionBy,
  listOwnAccounts,
  moveConnectionBy,
  prepareChange,
  recordTestBy,
  removeAccountBy,
  requireTransition,
  requireUnused,
  saveAccountBy,
  setSecretBy,
} from './manage-connection.ts';
import { changeRouteBy, createRouteBy, deleteRouteBy, orderRoutesBy } from './manage-routes.ts';
import { runChecks, unsealCurrent, unsealNewest } from './test-connection.ts';
import { type RouteContext, viewRoutes } from './view-routes.ts';
import { loadOwned, loadOwner, viewConnection, viewConnections } from './view-connection.ts';

const rulesOf = ({ adapters, config }: Services) => ({
  adapters,
  isHttpAllowed: config.insecureCallbacks,
  processorHosts: config.processorHosts,
});

export const listAdapters = handle<typeof endpoints.listAdapters, Services>(
  endpoints.listAdapters,
  schemas.listAdapters,
  async ({ services }) => ({ adapters: [...services.adapters.values()].map(viewAdapter) }),
);

export const listConnections = handle<typeof endpoints.listConnections, Services>(
  endpoints.listConnections,
  schemas.listConnections,
  async (ctx) => {
    const { sql, caller, resource } = ctx;
    const [row] = await sql<{ isOwner: boolean }[]>`
      select type in ('GROUP', 'DOMAIN') as is_owner from organisation where id = ${resource.organisationId}`;
    return {
      connections: await viewConnections(ctx),
      isOwner: row?.isOwner === true,
      mayChange: mayOn(caller, 'P_MANAGE_PROCESSORS', resource.path),
    };
  },
);

export const getConnection = handle<typeof endpoints.getConnection, Services>(
  endpoints.getConnection,
  schemas.getConnection,
  (ctx) => viewConnection(ctx, ctx.path.connectionId),
);

export const createConnection = handle<typeof endpoints.createConnection, Services>(
  endpoints.createConnection,
  schemas.createConnection,
  async (ctx) => {
    const { sql, resource, body, services } = ctx;
    const owner = await loadOwner(sql, resource);
    const id = await createConnectionBy(sql, actorOf(ctx), owner, body, rulesOf(services));
    return new Reply(201, await viewConnection(ctx, id));
  },
);

/** Settings of a connection that takes payments must pass its test before they replace the former ones. */
export const changeConnection = handleWithoutTransaction<typeof endpoints.changeConnection, Services>(
  endpoints.changeConnection,
  schemas.changeConnection,
  async (ctx) => {
    const { path, resource, body, services } = ctx;
    const { connectionId } = path;
    const { owner, connection, secrets, account, change } = await ctx.inTenant(async (sql) => {
      const owned = await loadOwned(sql, resource, connectionId);
      const prepared = await prepareChange(sql, owned.owner, owned.connection, body, rulesOf(services));
      const account = await findTestAccount(sql, connectionId);
      return { ...owned, account, change: prepared, secrets: await loadSecrets(sql, connectionId) };
    });
    const adapter = services.adapters.get(connection.adapter);
    if (change.needsTest && adapter) {
      const current = unsealCurrent(services.keys, connectionId, secrets);
      const result = await runChecks(services, adapter, change.after, { secrets: current, account });
      if (!result.hasPassed) throw new Problem(409, 'CONNECTION_TEST_FAILED', 'connection_test_failed');
      change.after.testedAt = ctx.now;
      change.after.testResult = result;
    }
    return ctx.inTenant(async (sql) => {
      if (connection.state !== 'DRAFT') await approve(ctx, sql, connection);
      await changeConnectionBy(sql, actorOf(ctx), owner, connection, change.after);
      return viewConnection({ ...ctx, sql }, connectionId);
    });
  },
);

/** Asks for a second person, where the company requires one. */
const approve = (
  {
    requireApproval,
    resource,
  }: Pick<
    HandlerContextWithoutTransaction<typeof endpoints.changeConnection>,
    'requireApproval' | 'resource'
  >,
  sql: HandlerContext<typeof endpoints.changeConnection>['sql'],
  { connectionId, name }: { connectionId: number; name: string },
): Promise<void> =>
  requireApproval(sql, {
    organisationId: resource.organisationId,
    objectId: String(connectionId),
    objectName: name,
  });

export const setConnectionSecret = handle<typeof endpoints.setConnectionSecret, Services>(
  endpoints.setConnectionSecret,
  schemas.setConnectionSecret,
  async (ctx) => {
    const { sql, path, body, resource, services, caller } = ctx;
    const { owner, connection } = await loadOwned(sql, resource, path.connectionId);
    await approve(ctx, sql, connection);
    const change = {
      connectionId: path.connectionId,
      field: path.field,
      secret: body.secret,
      setBy: caller.name,
    };
    await setSecretBy(sql, actorOf(ctx), owner, change, services);
    return viewConnection(ctx, path.connectionId);
  },
);

export const testConnection = handleWithoutTransaction<typeof endpoints.testConnection, Services>(
  endpoints.testConnection,
  schemas.testConnection,
  async (ctx) => {
    const { path, resource, services } = ctx;
    const { connectionId } = path;
    const { owner, connection, secrets, account } = await ctx.inTenant(async (sql) => ({
      ...(await loadOwned(sql, resource, connectionId)),
      secrets: await loadSecrets(sql, connectionId),
      account: await findTestAccount(sql, connectionId),
    }));
    if (connection.state === 'CLOSED') throw new Problem(409, 'CONNECTION_CLOSED', 'connection_closed');
    const adapter = services.adapters.get(connection.adapter);
    if (!adapter) throw new Problem(409, 'ADAPTER_NOT_LOADED', 'adapter_not_loaded');
    const newest = unsealNewest(services.keys, connectionId, secrets);
    const result = await runChecks(services, adapter, connection, { secrets: newest, account });
    return ctx.inTenant(async (sql) => {
      await recordTestBy(sql, actorOf(ctx), owner, { connection, secrets, result });
      return viewConnection({ ...ctx, sql }, connectionId);
    });
  },
);

type Transition = 'activateConnection' | 'drainConnection' | 'closeConnection';

async function move(
  ctx: HandlerContext<(typeof endpoints)[Transition], Services>,
  transition: Transition,
): Promise<schemas.ConnectionView> {
  const { sql, path, body, resource, services, now } = ctx;
  const { owner, connection } = await loadOwned(sql, resource, path.connectionId);
  if (connection.version !== body.version) throw connectionChanged();
  requireTransition(connection, transition);
  if (transition === 'closeConnection') await requireUnused(services.database, connection.connectionId, now);
  await approve(ctx, sql, connection);
  await moveConnectionBy(sql, actorOf(ctx), owner, connection, transition);
  return viewConnection(ctx, path.connectionId);
}

export const activateConnection = handle<typeof endpoints.activateConnection, Services>(
  endpoints.activateConnection,
  schemas.activateConnection,
  (ctx) => move(ctx, 'activateConnection'),
);

export const drainConnection = handle<typeof endpoints.drainConnection, Services>(
  endpoints.drainConnection,
  schemas.drainConnection,
  (ctx) => move(ctx, 'drainConnection'),
);

export const closeConnection = handle<typeof endpoints.closeConnection, Services>(
  endpoints.closeConnection,
  schemas.closeConnection,
  (ctx) => move(ctx, 'closeConnection'),
);

export const listAccounts = handle(endpoints.listAccounts, schemas.listAccounts, async (ctx) => {
  const { owner, connection } = await loadOwned(ctx.sql, ctx.resource, ctx.path.connectionId);
  return viewAccounts(await listOwnAccounts(ctx.sql, owner, connection));
});

export const saveAccount = handle<typeof endpoints.saveAccount, Services>(
  endpoints.saveAccount,
  schemas.saveAccount,
  async (ctx) => {
    const { sql, path, body, resource, services } = ctx;
    const { owner, connection } = await loadOwned(sql, resource, path.connectionId);
    await approve(ctx, sql, connection);
    const change = { connection, installationId: path.installationId, settings: body.settings };
    await saveAccountBy(sql, actorOf(ctx), owner, change, rulesOf(services));
    return viewAccounts(await listOwnAccounts(sql, owner, connection));
  },
);

export const removeAccount = handle(endpoints.removeAccount, schemas.removeAccount, async (ctx) => {
  const { sql, path, resource } = ctx;
  const { owner, connection } = await loadOwned(sql, resource, path.connectionId);
  await approve(ctx, sql, connection);
  await removeAccountBy(sql, actorOf(ctx), owner, { connection, installationId: path.installationId });
  return undefined;
});

const viewAccounts = (rows: Awaited<ReturnType<typeof listOwnAccounts>>) => ({
  accounts: rows.map(({ settings, ...row }) => ({
    ...row,
    settings: settings ?? {},
    isSet: settings !== null,
  })),
});

export const listRoutes = handle(endpoints.listRoutes, schemas.listRoutes, (ctx) => viewRoutes(ctx));

export const createRoute = handle(endpoints.createRoute, schemas.createRoute, async (ctx) => {
  await approveRoute(ctx, null);
  await createRouteBy(ctx.sql, actorOf(ctx), ctx.resource, ctx.body);
  return new Reply(201, await viewRoutes(ctx));
});

export const changeRoute = handle(endpoints.changeRoute, schemas.changeRoute, async (ctx) => {
  const { version, ...content } = ctx.body;
  await approveRoute(ctx, ctx.path.routeId);
  await changeRouteBy(ctx.sql, actorOf(ctx), ctx.resource, { routeId: ctx.path.routeId, version }, content);
  return viewRoutes(ctx);
});

export const deleteRoute = handle(endpoints.deleteRoute, schemas.deleteRoute, async (ctx) => {
  await approveRoute(ctx, ctx.path.routeId);
  await deleteRouteBy(ctx.sql, actorOf(ctx), ctx.resource, ctx.path.routeId);
  return undefined;
});

export const orderRoutes = handle(endpoints.orderRoutes, schemas.orderRoutes, async (ctx) => {
  await approveRoute(ctx, null);
  await orderRoutesBy(ctx.sql, actorOf(ctx), ctx.resource, ctx.body.routeIds);
  return viewRoutes(ctx);
});

/** Asks for a second person, where the company requires one. */
async function approveRoute(
  { sql, resource, requireApproval }: RouteContext & { requireApproval: RequireApproval },
  routeId: number | null,
): Promise<void> {
  const { organisationId } = resource;
  const route = (await listOwnRoutes(sql, organisationId)).find((one) => one.routeId === routeId);
  await requireApproval(sql, {
    organisationId,
    objectId: routeId === null ? null : String(routeId),
    objectName: route?.connectionName ?? null,
  });
}

export { explainRoute } from './explain-route.ts';
