import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const editing = ['P_MANAGE_PORTAL_USER', 'P_MANAGE_DOMAIN_PORTAL_USER'] as const;

/** Giving roles requires knowing them. */
const anyUserWork = ['P_VIEW_USER', 'P_CREATE_PORTAL_USER', ...editing] as const;

/** The application whose roles the portal loads. */
export const portalApplication = 'portal';

export const searchUsers = defineEndpoint({
  name: 'searchUsers',
  summary: 'Users of an organisation and its descendants; paged, sorted, counted',
  route: 'POST /proxy/async/SCIM/Users/.search',
  rateLimit: 'search',
  audited: 'refused',
  auth: {
    allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'],
    resource: { organisation: 'filter', in: 'filter' },
  },
});

export const getOrganisationUsers = defineEndpoint({
  name: 'getOrganisationUsers',
  summary: 'Names of all users of an organisation and its descendants',
  route: 'GET /proxy/async/cm/users/{orgId}',
  auth: { allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'], resource: { organisation: 'orgId' } },
});

export const getUserOrganisationHierarchy = defineEndpoint({
  name: 'getUserOrganisationHierarchy',
  summary: 'An organisation and its descendants down to merchants, where the caller may manage users',
  route: 'GET /proxy/sync/cm/orgmap/user-organisation-hierarchy/{orgId}',
  auth: { anyOf: anyUserWork, resource: { organisation: 'orgId' } },
});

export const createUser = defineEndpoint({
  name: 'createUser',
  summary: 'Creates a user of the organisation in extraInfo; without a password until invited',
  route: 'POST /proxy/sync/SCIM/Users/',
  stepUp: 'policy',
  approval: 'grantRole',
  auth: {
    allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_CREATE_PORTAL_USER'],
    resource: { organisation: 'extraInfo.organisationId', in: 'body' },
  },
});

export const getUser = defineEndpoint({
  name: 'getUser',
  summary: 'One user with roles, account state and version',
  route: 'GET /proxy/sync/SCIM/Users/{id}',
  auth: { anyOf: ['P_VIEW_USER', ...editing], resource: { user: 'id' } },
});

export const updateUser = defineEndpoint({
  name: 'updateUser',
  summary: 'Replaces a user: names, status, membership, roles, unlock; only in the version that was read',
  route: 'PUT /proxy/sync/SCIM/Users/',
  stepUp: 'policy',
  approval: 'grantRole',
  auth: { anyOf: editing, resource: { user: 'id', in: 'body' } },
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  summary: 'Deletes a user with roles and sessions; the audit keeps the name',
  route: 'DELETE /proxy/sync/SCIM/Users/{id}',
  auth: { anyOf: editing, resource: { user: 'id' } },
  stepUp: 'policy',
});

const securing = { auth: { anyOf: ['P_MANAGE_SECURITY'], resource: { user: 'id' } } } as const;

export const getUserFactors = defineEndpoint({
  name: 'getUserFactors',
  summary: 'The second factors of a user',
  route: 'GET /proxy/sync/security/users/{id}/secondFactor',
  ...securing,
});

export const resetSecondFactor = defineEndpoint({
  name: 'resetSecondFactor',
  summary: "Removes another user's factors, recovery codes and remembered devices, and ends their sessions",
  route: 'DELETE /proxy/sync/security/users/{id}/secondFactor',
  stepUp: 'own-sign-in',
  approval: 'grantRole',
  ...securing,
});

export const sendInvitation = defineEndpoint({
  name: 'sendInvitation',
  summary: 'Emails a link to set the first password; replaces an earlier link',
  route: 'POST /users/sendInvitation/{username}',
  auth: { anyOf: ['P_CREATE_PORTAL_USER', ...editing], resource: { user: 'username', by: 'name' } },
});

export const createInvitationLink = defineEndpoint({
  name: 'createInvitationLink',
  summary: 'A link to set the first password, for a system without a mail server; replaces an earlier link',
  route: 'POST /users/invitationLink/{username}',
  auth: { anyOf: ['P_CREATE_PORTAL_USER', ...editing], resource: { user: 'username', by: 'name' } },
});

export const sendUsernameChange = defineEndpoint({
  name: 'sendUsernameChange',
  summary: 'Emails a changed username to the old and the new address, once',
  route: 'POST /users/sendUsernameChange/{username}',
  auth: { anyOf: editing, resource: { user: 'username', by: 'name' } },
});

export const getExposedRoles = defineEndpoint({
  name: 'getExposedRoles',
  summary: 'Roles that can be given to users of an application, with their permissions',
  route: 'GET /proxy/sync/cm/security/roles/all/exposed',
  auth: { anyOf: anyUserWork, resource: 'anywhere' },
});
