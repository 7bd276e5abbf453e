import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const keys = '/proxy/sync/keys/{orgId}' as const;
const key = `${keys}/{apiId}` as const;

const viewing = {
  anyOf: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'],
  resource: { organisation: 'orgId' },
} as const;
const managing = { anyOf: ['P_MANAGE_API_KEYS'], resource: { organisation: 'orgId' } } as const;

export const listApiKeys = defineEndpoint({
  name: 'listApiKeys',
  summary: 'API keys of installations at and below an organisation, by name, revoked ones last',
  route: `GET ${keys}`,
  auth: viewing,
});

export const getApiKeyChoices = defineEndpoint({
  name: 'getApiKeyChoices',
  summary:
    'Installations for which the caller may create keys, with the permissions that the caller may give',
  route: `GET ${keys}/choices`,
  auth: managing,
});

export const getApiKey = defineEndpoint({
  name: 'getApiKey',
  summary: 'An API key without its secrets',
  route: `GET ${key}`,
  auth: viewing,
});

export const createApiKey = defineEndpoint({
  name: 'createApiKey',
  summary: 'Creates an API key. Only this response contains the secret',
  route: `POST ${keys}`,
  stepUp: 'policy',
  auth: managing,
});

export const changeApiKey = defineEndpoint({
  name: 'changeApiKey',
  summary: 'Replaces name, installations, permissions, expiry and addresses of an API key',
  route: `PUT ${key}`,
  stepUp: 'policy',
  auth: managing,
});

export const rotateApiKey = defineEndpoint({
  name: 'rotateApiKey',
  summary: 'Creates a new secret. The previous one stops working at once or after an overlap',
  route: `POST ${key}/rotate`,
  stepUp: 'policy',
  auth: managing,
});

export const revokeApiKey = defineEndpoint({
  name: 'revokeApiKey',
  summary: 'Revokes an API key permanently; repeatable',
  route: `POST ${key}/revoke`,
  stepUp: 'policy',
  auth: managing,
});

export const exemptApiKey = defineEndpoint({
  name: 'exemptApiKey',
  summary: 'Lets an API key move money without an approval of each request. A second person must agree',
  route: `POST ${key}/exempt`,
  stepUp: 'policy',
  approval: 'exemptKey',
  auth: managing,
});

export const getAccount = defineEndpoint({
  name: 'getAccount',
  summary: 'The permissions and installations of the API key',
  route: 'GET /acceptor/rest/account',
  auth: { access: 'signed-in' },
});
