import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const managing = {
  auth: { anyOf: ['P_MANAGE_SECURITY'], resource: { organisation: 'orgId' } },
} as const;
const changing = { ...managing, stepUp: 'policy' } as const;
const signedIn = { auth: { access: 'signed-in' } } as const;

export const getSingleSignOn = defineEndpoint({
  name: 'getSingleSignOn',
  summary: "Provider, domains, role mapping and last test of the organisation's company",
  route: 'GET /proxy/sync/security/{orgId}/sso',
  ...managing,
});

export const saveSignOnProvider = defineEndpoint({
  name: 'saveSignOnProvider',
  summary: 'Replaces the provider of a company after reading its discovery document',
  route: 'PUT /proxy/sync/security/{orgId}/sso',
  approval: 'grantRole',
  ...changing,
});

export const removeSignOnProvider = defineEndpoint({
  name: 'removeSignOnProvider',
  summary: 'Removes the provider of a company with its role mapping',
  route: 'DELETE /proxy/sync/security/{orgId}/sso',
  ...changing,
});

export const addSignOnDomain = defineEndpoint({
  name: 'addSignOnDomain',
  summary: 'Adds an email domain, which a TXT record must verify',
  route: 'POST /proxy/sync/security/{orgId}/sso/domains',
  ...changing,
});

export const verifySignOnDomain = defineEndpoint({
  name: 'verifySignOnDomain',
  summary: 'Looks up the TXT record of a domain',
  route: 'POST /proxy/sync/security/{orgId}/sso/domains/{domain}/verify',
  ...managing,
});

export const removeSignOnDomain = defineEndpoint({
  name: 'removeSignOnDomain',
  summary: 'Removes an email domain',
  route: 'DELETE /proxy/sync/security/{orgId}/sso/domains/{domain}',
  ...changing,
});

export const saveSignOnMapping = defineEndpoint({
  name: 'saveSignOnMapping',
  summary: 'Replaces the rules that give roles to values of claims',
  route: 'PUT /proxy/sync/security/{orgId}/sso/mapping',
  approval: 'grantRole',
  ...changing,
});

export const requireSignOn = defineEndpoint({
  name: 'requireSignOn',
  summary: "Disables or enables passwords for users of the company's domains",
  route: 'PUT /proxy/sync/security/{orgId}/sso/requirement',
  ...changing,
});

export const testSignOn = defineEndpoint({
  name: 'testSignOn',
  summary: 'Starts a test sign-in, which signs in no user. The response has the address of the provider',
  route: 'POST /proxy/sync/security/{orgId}/sso/test',
  ...managing,
});

export const startSingleSignOn = defineEndpoint({
  name: 'startSingleSignOn',
  summary: 'Redirects to the provider of an email domain',
  route: 'GET /auth/sso/start',
  auth: { access: 'public' },
});

export const finishSingleSignOn = defineEndpoint({
  name: 'finishSingleSignOn',
  summary: "Receives the provider's response and redirects to the portal",
  route: 'GET /auth/sso/return',
  auth: { access: 'public' },
});

export const getUserSignOn = defineEndpoint({
  name: 'getUserSignOn',
  summary: "Whether a user's account is managed by an identity provider, and connected to single sign-on",
  route: 'GET /proxy/sync/security/users/{id}/singleSignOn',
  auth: {
    anyOf: ['P_VIEW_USER', 'P_MANAGE_PORTAL_USER', 'P_MANAGE_DOMAIN_PORTAL_USER'],
    resource: { user: 'id' },
  },
});

export const getMySignOn = defineEndpoint({
  name: 'getMySignOn',
  summary: "Whether the caller's company has single sign-on, and whether the caller's account is connected",
  route: 'GET /me/singleSignOn',
  ...signedIn,
});

export const connectMySignOn = defineEndpoint({
  name: 'connectMySignOn',
  summary: "Starts connecting the caller's account. The response has the address of the provider",
  route: 'POST /me/singleSignOn',
  // The provider's response connects the account, and records it.
  audited: 'refused',
  stepUp: 'own-sign-in',
  ...signedIn,
});

export const confirmMySignOn = defineEndpoint({
  name: 'confirmMySignOn',
  summary: 'Starts a confirmation at the provider for step-up. The response has the address of the provider',
  route: 'POST /me/singleSignOn/confirm',
  // The provider's response confirms, and records it.
  audited: 'refused',
  ...signedIn,
});

export const disconnectMySignOn = defineEndpoint({
  name: 'disconnectMySignOn',
  summary: "Disconnects the caller's account from the provider",
  route: 'DELETE /me/singleSignOn',
  stepUp: 'own-sign-in',
  ...signedIn,
});
