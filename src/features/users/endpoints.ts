import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { organisationInFilter } from '#shared/organisation-filter.ts';
import { organisation, organisationId } from '#features/organisations/endpoints.ts';
import { changedUserBody, listedUser, newUserBody, scimUser } from './scim-user.ts';
import { sortAttributes } from './users-search.ts';

const editing = ['P_MANAGE_PORTAL_USER', 'P_MANAGE_DOMAIN_PORTAL_USER'] as const;
/** Who may give roles needs to know them. */
const anyUserWork = ['P_VIEW_USER', 'P_CREATE_PORTAL_USER', ...editing] as const;

/** The application whose roles the portal asks for. */
export const portalApplication = 'portal';

export const searchUsers = defineEndpoint({
  name: 'searchUsers',
  summary: 'Users of an organisation and of those below it; paged, sorted, counted',
  route: 'POST /proxy/async/SCIM/Users/.search',
  rateLimit: 'search',
  audited: 'refused',
  auth: {
    allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'],
    resource: { organisation: 'filter', in: 'filter' },
  },
  body: z.strictObject({
    schemas: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(4))),
    filter: z.string().check(
      z.maxLength(100),
      z.refine((filter) => organisationInFilter(filter) !== undefined),
    ),
    /** Counted from 1, as SCIM does. */
    startIndex: z.optional(z.int().check(z.positive(), z.maximum(1_000_000_000))),
    count: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    sortBy: z.optional(z.enum(sortAttributes)),
    sortOrder: z.optional(z.enum(['ascending', 'descending'])),
  }),
  response: z.object({
    schemas: z.array(z.string()),
    totalResults: z.number(),
    startIndex: z.number(),
    itemsPerPage: z.number(),
    Resources: z.array(listedUser),
  }),
});

export const getOrganisationUsers = defineEndpoint({
  name: 'getOrganisationUsers',
  summary: 'Names of all users of an organisation and of those below it',
  route: 'GET /proxy/async/cm/users/{orgId}',
  auth: { allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'], resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  response: z.array(
    z.object({ id: z.string(), userName: z.string(), firstName: z.string(), lastName: z.string() }),
  ),
});

export const organisationUnit = z.omit(organisation, { timeZone: true });
export type OrganisationUnit = z.output<typeof organisationUnit>;

export const getUserOrganisationHierarchy = defineEndpoint({
  name: 'getUserOrganisationHierarchy',
  summary: 'Organisations at and below one, down to merchants, where the caller works on users',
  route: 'GET /proxy/sync/cm/orgmap/user-organisation-hierarchy/{orgId}',
  auth: { anyOf: anyUserWork, resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  response: z.array(organisationUnit),
});

export const createUser = defineEndpoint({
  name: 'createUser',
  summary: 'A new user of the organisation that extraInfo names; without a password until invited',
  route: 'POST /proxy/sync/SCIM/Users/',
  auth: {
    allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_CREATE_PORTAL_USER'],
    resource: { organisation: 'extraInfo.organisationId', in: 'body' },
  },
  body: newUserBody,
  response: scimUser,
});

export const getUser = defineEndpoint({
  name: 'getUser',
  summary: 'One user with roles, account state and version',
  route: 'GET /proxy/sync/SCIM/Users/{id}',
  auth: { anyOf: ['P_VIEW_USER', ...editing], resource: { user: 'id' } },
  path: z.object({ id: z.string() }),
  response: scimUser,
});

export const updateUser = defineEndpoint({
  name: 'updateUser',
  summary:
    'The whole user again: names, status, membership, roles, unlock; only of the version that was read',
  route: 'PUT /proxy/sync/SCIM/Users/',
  auth: { anyOf: editing, resource: { user: 'id', in: 'body' } },
  body: changedUserBody,
  response: scimUser,
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  summary: 'The user is gone, with roles and sessions; the audit keeps who it was',
  route: 'DELETE /proxy/sync/SCIM/Users/{id}',
  auth: { anyOf: editing, resource: { user: 'id' } },
  path: z.object({ id: z.string() }),
  response: z.undefined(),
});

export const sendInvitation = defineEndpoint({
  name: 'sendInvitation',
  summary: 'An e-mail with a link to set the first password; replaces an earlier one',
  route: 'POST /users/sendInvitation/{username}',
  auth: { anyOf: ['P_CREATE_PORTAL_USER', ...editing], resource: { user: 'username', by: 'name' } },
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  response: z.undefined(),
});

export const sendUsernameChange = defineEndpoint({
  name: 'sendUsernameChange',
  summary: 'Tells the old and the new address, once, that a username has changed',
  route: 'POST /users/sendUsernameChange/{username}',
  auth: { anyOf: editing, resource: { user: 'username', by: 'name' } },
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  response: z.undefined(),
});

export const exposedRole = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.object({ category: z.literal('GROUP'), value: z.string() })),
  permissions: z.array(z.string()),
});
export type ExposedRole = z.output<typeof exposedRole>;

export const getExposedRoles = defineEndpoint({
  name: 'getExposedRoles',
  summary: 'Roles that can be given to users of an application, with what each allows',
  route: 'GET /proxy/sync/cm/security/roles/all/exposed',
  auth: { anyOf: anyUserWork, resource: 'anywhere' },
  query: z.object({ application: z.string().check(z.minLength(1), z.maxLength(50)) }),
  response: z.array(exposedRole),
});
