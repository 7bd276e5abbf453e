import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { organisationInFilter } from '#shared/organisation-filter.ts';
import { organisation, organisationId } from '#features/organisations/endpoints.ts';
import { changedUserBody, listedUser, newUserBody, scimUser } from './scim-user.ts';
import { sortAttributes } from './users-search.ts';

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
  body: z.strictObject({
    schemas: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(4))),
    filter: z.string().check(
      z.maxLength(100),
      z.refine((filter) => organisationInFilter(filter) !== undefined),
    ),
    /** Starts at 1, as in SCIM. */
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
  summary: 'Names of all users of an organisation and its descendants',
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
  summary: 'An organisation and its descendants down to merchants, where the caller may manage users',
  route: 'GET /proxy/sync/cm/orgmap/user-organisation-hierarchy/{orgId}',
  auth: { anyOf: anyUserWork, resource: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  response: z.array(organisationUnit),
});

export const createUser = defineEndpoint({
  name: 'createUser',
  summary: 'Creates a user of the organisation in extraInfo; without a password until invited',
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
  summary: 'Replaces a user: names, status, membership, roles, unlock; only in the version that was read',
  route: 'PUT /proxy/sync/SCIM/Users/',
  auth: { anyOf: editing, resource: { user: 'id', in: 'body' } },
  body: changedUserBody,
  response: scimUser,
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  summary: 'Deletes a user with roles and sessions; the audit keeps the name',
  route: 'DELETE /proxy/sync/SCIM/Users/{id}',
  auth: { anyOf: editing, resource: { user: 'id' } },
  path: z.object({ id: z.string() }),
  response: z.undefined(),
});

export const sendInvitation = defineEndpoint({
  name: 'sendInvitation',
  summary: 'Emails a link to set the first password; replaces an earlier link',
  route: 'POST /users/sendInvitation/{username}',
  auth: { anyOf: ['P_CREATE_PORTAL_USER', ...editing], resource: { user: 'username', by: 'name' } },
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  response: z.undefined(),
});

export const sendUsernameChange = defineEndpoint({
  name: 'sendUsernameChange',
  summary: 'Emails a changed username to the old and the new address, once',
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
  summary: 'Roles that can be given to users of an application, with their permissions',
  route: 'GET /proxy/sync/cm/security/roles/all/exposed',
  auth: { anyOf: anyUserWork, resource: 'anywhere' },
  query: z.object({ application: z.string().check(z.minLength(1), z.maxLength(50)) }),
  response: z.array(exposedRole),
});
