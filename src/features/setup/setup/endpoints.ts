import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getSetup = defineEndpoint({
  name: 'getSetup',
  summary: 'The steps to the first payment, computed from existing objects; none in a demo',
  route: 'GET /proxy/sync/cm/setup/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
});

export const createCompany = defineEndpoint({
  name: 'createCompany',
  summary: 'Creates a company with its features, a merchant and a web installation below the provider',
  route: 'POST /proxy/sync/cm/setup/{orgId}/company',
  auth: {
    allOf: ['P_MANAGE_ORGANISATION', 'P_MANAGE_INSTALLATION'],
    resource: { organisation: 'orgId' },
  },
});

export const createFirstAdministrator = defineEndpoint({
  name: 'createFirstAdministrator',
  summary:
    'Creates the first administrator of a new system, with the one-time link that its start prints; for a single business, its company too',
  route: 'POST /users/firstAdministrator/{token}',
  auth: { access: 'public' },
});
