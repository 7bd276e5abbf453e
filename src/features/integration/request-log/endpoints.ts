import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const requests = '/proxy/sync/requests/{orgId}' as const;

const viewing = {
  anyOf: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'],
  resource: { organisation: 'orgId' },
} as const;

export const listApiRequests = defineEndpoint({
  name: 'listApiRequests',
  summary: 'Requests of API keys at and below an organisation, newest first, without bodies',
  route: `GET ${requests}`,
  rateLimit: 'search',
  auth: viewing,
});

export const getApiRequest = defineEndpoint({
  name: 'getApiRequest',
  summary: 'A request of an API key with its response. Bodies only with P_MANAGE_API_KEYS',
  route: `GET ${requests}/{requestId}`,
  auth: viewing,
});

export const getApiRequestChoices = defineEndpoint({
  name: 'getApiRequestChoices',
  summary:
    'What requests can be filtered by: the calls of the merchant API, and the API keys that the caller may see',
  route: `GET ${requests}/choices`,
  auth: viewing,
});
