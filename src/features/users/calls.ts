import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';
import { organisationInFilter } from '#contract/organisation-filter.ts';
import { organisation, organisationId } from '#features/organisations/calls.ts';
import { changedUserBody, listedUser, newUserBody, scimUser } from './scim-user.ts';
import { sortAttributes } from './users-search.ts';

const editing = ['P_MANAGE_PORTAL_USER', 'P_MANAGE_DOMAIN_PORTAL_USER'] as const;
/** Who may give roles needs to know them. */
const anyUserWork = ['P_VIEW_USER', 'P_CREATE_PORTAL_USER', ...editing] as const;

/** The application whose roles the portal asks for. */
export const portalApplication = 'portal';

export const searchUsers = defineCall({
  name: 'searchUsers',
  summary: 'Users of an organisation and of those below it; paged, sorted, counted',
  at: 'POST /proxy/async/SCIM/Users/.search',
  traced: 'refused',
  needs: {
    allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'],
    of: { organisation: 'filter', in: 'filter' },
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
  answer: z.object({
    schemas: z.array(z.string()),
    totalResults: z.number(),
    startIndex: z.number(),
    itemsPerPage: z.number(),
    Resources: z.array(listedUser),
  }),
});

export const getOrganisationUsers = defineCall({
  name: 'getOrganisationUsers',
  summary: 'Names of all users of an organisation and of those below it',
  at: 'GET /proxy/async/cm/users/{orgId}',
  needs: { allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'], of: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  answer: z.array(
    z.object({ id: z.string(), userName: z.string(), firstName: z.string(), lastName: z.string() }),
  ),
});

export const organisationUnit = z.omit(organisation, { timeZone: true });
export type OrganisationUnit = z.output<typeof organisationUnit>;

export const getUserOrganisationHierarchy = defineCall({
  name: 'getUserOrganisationHierarchy',
  summary: 'Organisations at and below one, down to merchants, where the caller works on users',
  at: 'GET /proxy/sync/cm/orgmap/user-organisation-hierarchy/{orgId}',
  needs: { anyOf: anyUserWork, of: { organisation: 'orgId' } },
  path: z.object({ orgId: organisationId }),
  answer: z.array(organisationUnit),
});

export const createUser = defineCall({
  name: 'createUser',
  summary: 'A new user of the organisation that extraInfo names; without a password until invited',
  at: 'POST /proxy/sync/SCIM/Users/',
  needs: {
    allOf: ['P_VIEW_MI_MERCHANT_ADMIN', 'P_CREATE_PORTAL_USER'],
    of: { organisation: 'extraInfo.organisationId', in: 'body' },
  },
  body: newUserBody,
  answer: scimUser,
});

export const getUser = defineCall({
  name: 'getUser',
  summary: 'One user with roles, account state and version',
  at: 'GET /proxy/sync/SCIM/Users/{id}',
  needs: { anyOf: ['P_VIEW_USER', ...editing], of: { user: 'id' } },
  path: z.object({ id: z.string() }),
  answer: scimUser,
});

export const updateUser = defineCall({
  name: 'updateUser',
  summary:
    'The whole user again: names, status, membership, roles, unlock; only of the version that was read',
  at: 'PUT /proxy/sync/SCIM/Users/',
  needs: { anyOf: editing, of: { user: 'id', in: 'body' } },
  body: changedUserBody,
  answer: scimUser,
});

export const deleteUser = defineCall({
  name: 'deleteUser',
  summary: 'The user is gone, with roles and sessions; the audit keeps who it was',
  at: 'DELETE /proxy/sync/SCIM/Users/{id}',
  needs: { anyOf: editing, of: { user: 'id' } },
  path: z.object({ id: z.string() }),
  answer: z.undefined(),
});

export const sendInvitation = defineCall({
  name: 'sendInvitation',
  summary: 'An e-mail with a link to set the first password; replaces an earlier one',
  at: 'POST /users/sendInvitation/{username}',
  needs: { anyOf: ['P_CREATE_PORTAL_USER', ...editing], of: { user: 'username', by: 'name' } },
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  answer: z.undefined(),
});

export const sendUsernameChange = defineCall({
  name: 'sendUsernameChange',
  summary: 'Tells the old and the new address, once, that a username has changed',
  at: 'POST /users/sendUsernameChange/{username}',
  needs: { anyOf: editing, of: { user: 'username', by: 'name' } },
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  answer: z.undefined(),
});

export const exposedRole = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.object({ category: z.literal('GROUP'), value: z.string() })),
  permissions: z.array(z.string()),
});
export type ExposedRole = z.output<typeof exposedRole>;

export const getExposedRoles = defineCall({
  name: 'getExposedRoles',
  summary: 'Roles that can be given to users of an application, with what each allows',
  at: 'GET /proxy/sync/cm/security/roles/all/exposed',
  needs: { anyOf: anyUserWork, of: 'anywhere' },
  query: z.object({ application: z.string().check(z.minLength(1), z.maxLength(50)) }),
  answer: z.array(exposedRole),
});
