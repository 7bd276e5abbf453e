import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const processors = '/proxy/sync/processors/{orgId}' as const;
const connections = `${processors}/connections` as const;
const connection = `${connections}/{connectionId}` as const;
const account = `${connection}/accounts/{installationId}` as const;
const routes = `${processors}/routes` as const;

const viewing = {
  auth: { anyOf: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'], resource: { organisation: 'orgId' } },
} as const;
const managing = { auth: { anyOf: ['P_MANAGE_PROCESSORS'], resource: { organisation: 'orgId' } } } as const;
/** A second person, where the company requires one. */
const gated = { ...managing, stepUp: 'policy', approval: 'changeProcessors' } as const;

export const listAdapters = defineEndpoint({
  name: 'listAdapters',
  summary: 'The kinds of processors that this system can talk to, with the fields of each',
  route: `GET ${processors}/adapters`,
  ...viewing,
});

export const listConnections = defineEndpoint({
  name: 'listConnections',
  summary: 'The connections of an organisation, of those below it, and those that it may use',
  route: `GET ${connections}`,
  ...viewing,
});

export const getConnection = defineEndpoint({
  name: 'getConnection',
  summary: 'A connection of the organisation: settings, secrets by their last characters, last test, use',
  route: `GET ${connection}`,
  ...viewing,
});

export const createConnection = defineEndpoint({
  name: 'createConnection',
  summary: 'Creates a connection as a draft. It takes payments once it is tested and active',
  route: `POST ${connections}`,
  ...managing,
});

export const changeConnection = defineEndpoint({
  name: 'changeConnection',
  summary: 'Replaces the settings of a connection. Those of one in use must pass its test',
  route: `PUT ${connection}`,
  ...gated,
});

export const setConnectionSecret = defineEndpoint({
  name: 'setConnectionSecret',
  summary: 'Stores a secret of a connection, which is used after the next test that passes',
  route: `PUT ${connection}/secrets/{field}`,
  ...gated,
});

export const testConnection = defineEndpoint({
  name: 'testConnection',
  summary: 'Tests a connection with its newest secrets. It moves no money',
  route: `POST ${connection}/test`,
  rateLimit: { calls: 20, minutes: 1 },
  ...managing,
});

export const activateConnection = defineEndpoint({
  name: 'activateConnection',
  summary: 'Lets a tested connection take payments',
  route: `POST ${connection}/activate`,
  ...gated,
});

export const drainConnection = defineEndpoint({
  name: 'drainConnection',
  summary: 'Ends new payments of a connection. Captures, releases and refunds go on',
  route: `POST ${connection}/drain`,
  ...gated,
});

export const closeConnection = defineEndpoint({
  name: 'closeConnection',
  summary: 'Closes a connection permanently, unless it has open operations or authorisations',
  route: `POST ${connection}/close`,
  ...gated,
});

export const listAccounts = defineEndpoint({
  name: 'listAccounts',
  summary: 'The installations that can use a connection, with their accounts at its processor',
  route: `GET ${connection}/accounts`,
  ...viewing,
});

export const saveAccount = defineEndpoint({
  name: 'saveAccount',
  summary: 'Replaces the account of an installation at the processor of a connection',
  route: `PUT ${account}`,
  ...gated,
});

export const removeAccount = defineEndpoint({
  name: 'removeAccount',
  summary: 'Removes the account of an installation at the processor of a connection',
  route: `DELETE ${account}`,
  ...gated,
});

export const listRoutes = defineEndpoint({
  name: 'listRoutes',
  summary: 'The routes of an organisation and those that it inherits, in the order in which they decide',
  route: `GET ${routes}`,
  ...viewing,
});

export const createRoute = defineEndpoint({
  name: 'createRoute',
  summary: 'Adds a route after the other routes of the organisation',
  route: `POST ${routes}`,
  ...gated,
});

export const changeRoute = defineEndpoint({
  name: 'changeRoute',
  summary: 'Replaces a route',
  route: `PUT ${routes}/{routeId}`,
  ...gated,
});

export const deleteRoute = defineEndpoint({
  name: 'deleteRoute',
  summary: 'Deletes a route',
  route: `DELETE ${routes}/{routeId}`,
  ...gated,
});

export const orderRoutes = defineEndpoint({
  name: 'orderRoutes',
  summary: 'Puts the routes of an organisation into another order',
  route: `PUT ${routes}/order`,
  ...gated,
});

export const explainRoute = defineEndpoint({
  name: 'explainRoute',
  summary: 'Which route a payment would take, and why each earlier one does not take it',
  route: 'POST /proxy/sync/processors/installations/{installationId}/route',
  audited: 'refused',
  auth: {
    anyOf: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'],
    resource: { installation: 'installationId' },
  },
});
