import * as z from 'zod/mini';
import { isChargeable } from '#shared/currencies.ts';
import { label } from '#shared/label.ts';
import { databaseId } from '#shared/whole-number.ts';
import {
  connectionModes,
  connectionStates,
  maxConnectionName,
  maxRoutes,
  maxSecretLength,
  routeChannels,
  routeKinds,
  routeSchemes,
} from './route-values.ts';
import { routeMisfits } from '#shared/payments/route-misfits.ts';

const orgId = databaseId;
const orgPath = z.object({ orgId });
const connectionPath = z.object({ orgId, connectionId: databaseId });
const version = z.int().check(z.nonnegative(), z.maximum(2_147_483_647));
const time = z.nullable(z.string());

const adapterField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'https-url', 'choice']),
  required: z.boolean(),
  choices: z.array(z.string()),
  maxLength: z.number(),
});

const adapter = z.object({
  name: z.string(),
  settings: z.array(adapterField),
  accountFields: z.array(adapterField),
  secrets: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
});
export type AdapterView = z.output<typeof adapter>;

export const listAdapters = { path: orgPath, response: z.object({ adapters: z.array(adapter) }) };

const listedConnection = z.object({
  connectionId: z.number(),
  /** null: the operator's. */
  organisationId: z.nullable(z.number()),
  organisationName: z.nullable(z.string()),
  adapter: z.string(),
  name: z.string(),
  mode: z.enum(connectionModes),
  acquirer: z.string(),
  state: z.enum(connectionStates),
  testedAt: time,
  hasPassed: z.nullable(z.boolean()),
  /** Since when nothing is sent to it, because it cannot be reached. */
  downSince: time,
  downReason: z.nullable(z.string()),
  routes: z.number(),
  /** False: its adapter is not loaded. */
  isLoaded: z.boolean(),
  /** Whether the caller may read its settings. */
  mayView: z.boolean(),
});
export type ListedConnection = z.output<typeof listedConnection>;

export const listConnections = {
  path: orgPath,
  response: z.object({
    connections: z.array(listedConnection),
    /** Whether the organisation can own connections: a company or the provider. */
    isOwner: z.boolean(),
    mayChange: z.boolean(),
  }),
};

const check = z.object({
  name: z.string(),
  result: z.enum(['passed', 'failed', 'not-testable']),
  detail: z.string(),
});
export type CheckView = z.output<typeof check>;

const secretView = z.object({
  lastFour: z.string(),
  setAt: z.string(),
  setBy: z.string(),
});

const connection = z.object({
  connectionId: z.number(),
  organisationId: z.number(),
  organisationName: z.string(),
  adapter: z.string(),
  name: z.string(),
  mode: z.enum(connectionModes),
  acquirer: z.string(),
  settings: z.record(z.string(), z.string()),
  state: z.enum(connectionStates),
  version: z.number(),
  /** Of a provider's connection: the companies whose routes may name it. */
  companies: z.array(z.object({ id: z.number(), name: z.string() })),
  isProvider: z.boolean(),
  /** The companies that a provider can lend it to, by name. */
  companyChoices: z.array(z.object({ id: z.number(), name: z.string() })),
  eventUrl: z.string(),
  /** The fields of its adapter; null: it is not loaded. */
  fields: z.nullable(adapter),
  test: z.nullable(z.object({ at: z.string(), hasPassed: z.boolean(), checks: z.array(check) })),
  downSince: time,
  downReason: z.nullable(z.string()),
  secrets: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      required: z.boolean(),
      current: z.nullable(secretView),
      /** Used from the next test that passes. */
      next: z.nullable(secretView),
    }),
  ),
  routes: z.array(z.object({ organisationId: z.nullable(z.number()), organisationName: z.string() })),
  /** Operations without a result, and authorisations that can still be captured. */
  openIntents: z.number(),
  liveHolds: z.number(),
  mayChange: z.boolean(),
});
export type ConnectionView = z.output<typeof connection>;

export const getConnection = { path: connectionPath, response: connection };

const settings = z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(2000)));
const content = {
  name: label(maxConnectionName),
  acquirer: label(100),
  settings,
  companyIds: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(1000))),
};
const newConnection = z.strictObject({
  ...content,
  adapter: z.string().check(z.maxLength(60)),
  mode: z.enum(connectionModes),
});
export type NewConnection = z.output<typeof newConnection>;
const connectionChange = z.strictObject({ ...content, version });
export type ConnectionChange = z.output<typeof connectionChange>;

export const createConnection = { path: orgPath, body: newConnection, response: connection };
export const changeConnection = { path: connectionPath, body: connectionChange, response: connection };

export const setConnectionSecret = {
  path: z.object({ orgId, connectionId: databaseId, field: z.string().check(z.maxLength(60)) }),
  body: z.strictObject({ secret: z.string().check(z.minLength(1), z.maxLength(maxSecretLength)) }),
  response: connection,
};

const transition = {
  path: connectionPath,
  body: z.strictObject({ version }),
  response: connection,
};
export const testConnection = { ...transition, body: z.strictObject({}) };
export const activateConnection = transition;
export const drainConnection = transition;
export const closeConnection = transition;

const account = z.object({
  installationId: z.number(),
  installationName: z.string(),
  merchantName: z.string(),
  settings: z.record(z.string(), z.string()),
  isSet: z.boolean(),
});

export const listAccounts = { path: connectionPath, response: z.object({ accounts: z.array(account) }) };

const accountPath = z.object({ orgId, connectionId: databaseId, installationId: databaseId });
export const saveAccount = {
  path: accountPath,
  body: z.strictObject({ settings }),
  response: z.object({ accounts: z.array(account) }),
};
export const removeAccount = { path: accountPath, response: z.undefined() };

const decimal = z.nullable(z.string().check(z.maxLength(20)));
const listOf = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(200));
const routeContent = {
  connectionId: z.int().check(z.positive(), z.maximum(2_147_483_647)),
  /** An empty list: any. */
  currencies: listOf(z.string().check(z.refine(isChargeable))),
  schemes: listOf(z.enum(routeSchemes)),
  kinds: listOf(z.enum(routeKinds)),
  channels: listOf(z.enum(routeChannels)),
  /** Decimal amounts in the one currency of the route. */
  minAmount: decimal,
  maxAmount: decimal,
  /** Percent of the payments that fit. */
  share: z.int().check(z.minimum(1), z.maximum(100)),
};
const newRoute = z.strictObject(routeContent);
export type RouteContent = z.output<typeof newRoute>;

const route = z.object({
  routeId: z.number(),
  ...routeContent,
  connectionName: z.string(),
  connectionState: z.enum(connectionStates),
  mode: z.enum(connectionModes),
  downSince: time,
  version: z.number(),
});
export type RouteView = z.output<typeof route>;

/** Where a transaction went, and why; with the route as it is now, if it still exists. */
export const chosenConnection = z.object({
  connectionId: z.number(),
  name: z.string(),
  mode: z.enum(connectionModes),
  why: z.nullable(z.enum(['RULE', 'CARD', 'ORIGINAL', 'FAILOVER'])),
  route: z.nullable(route),
});
export type ChosenConnection = z.output<typeof chosenConnection>;

const routesView = z.object({
  /** Nearest organisation first; null: the operator. */
  groups: z.array(
    z.object({
      organisationId: z.nullable(z.number()),
      organisationName: z.nullable(z.string()),
      routes: z.array(route),
    }),
  ),
  /** Connections that routes of the organisation may name. */
  choices: z.array(
    z.object({
      connectionId: z.number(),
      name: z.string(),
      mode: z.enum(connectionModes),
      state: z.enum(connectionStates),
    }),
  ),
  mayChange: z.boolean(),
});
export type RoutesView = z.output<typeof routesView>;

export const listRoutes = { path: orgPath, response: routesView };
const routePath = z.object({ orgId, routeId: databaseId });
export const createRoute = { path: orgPath, body: newRoute, response: routesView };
export const changeRoute = {
  path: routePath,
  body: z.strictObject({ ...routeContent, version }),
  response: routesView,
};
export const deleteRoute = { path: routePath, response: z.undefined() };
export const orderRoutes = {
  path: orgPath,
  /** Every route of the organisation, in the new order. */
  body: z.strictObject({ routeIds: z.array(z.int().check(z.positive())).check(z.maxLength(maxRoutes)) }),
  response: routesView,
};

const explained = z.object({
  steps: z.array(
    z.object({
      routeId: z.number(),
      organisationId: z.nullable(z.number()),
      organisationName: z.nullable(z.string()),
      position: z.number(),
      connectionId: z.number(),
      connectionName: z.string(),
      mode: z.enum(connectionModes),
      /** Percent of these payments that it takes when it is reached. */
      share: z.number(),
      misfits: z.array(z.enum(routeMisfits)),
    }),
  ),
  /** The routes that such payments can take, in order, each with its percent of all of them; empty: refused. */
  chosen: z.array(z.object({ routeId: z.number(), percent: z.number() })),
  /** Why the payment is refused. */
  code: z.nullable(z.enum(['X201', 'A102'])),
});
export type ExplainedRoute = z.output<typeof explained>;

export const explainRoute = {
  path: z.object({ installationId: databaseId }),
  body: z.strictObject({
    currency: z.string().check(z.refine(isChargeable)),
    scheme: z.enum(routeSchemes),
    kind: z.enum(routeKinds),
    channel: z.enum(routeChannels),
    amount: z.string().check(z.maxLength(20)),
    /** Of the API key; missing: the portal and our pages. */
    mode: z.optional(z.enum(connectionModes)),
  }),
  response: explained,
};
