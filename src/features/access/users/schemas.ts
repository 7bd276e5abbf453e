import * as z from 'zod/mini';
import { organisationInFilter } from '#shared/org-path.ts';
import { organisation, organisationId } from '#features/company/organisations/schemas.ts';
import { changedUserBody, listedUser, newUserBody, scimUser } from './scim-user.ts';
import { maxSearchText, sortAttributes, userStatuses } from './users-search.ts';

export const searchUsers = {
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
    /** A part of the name or email, in any case. */
    text: z.optional(z.string().check(z.minLength(1), z.maxLength(maxSearchText))),
    status: z.optional(z.enum(userStatuses)),
  }),
  response: z.object({
    schemas: z.array(z.string()),
    totalResults: z.number(),
    startIndex: z.number(),
    itemsPerPage: z.number(),
    Resources: z.array(listedUser),
  }),
};

export const getOrganisationUsers = {
  path: z.object({ orgId: organisationId }),
  response: z.array(
    z.object({ id: z.string(), userName: z.string(), firstName: z.string(), lastName: z.string() }),
  ),
};

const organisationUnit = z.omit(organisation, { timeZone: true, active: true });

export type OrganisationUnit = z.output<typeof organisationUnit>;

export const getUserOrganisationHierarchy = {
  path: z.object({ orgId: organisationId }),
  response: z.array(organisationUnit),
};

export const createUser = {
  body: newUserBody,
  response: scimUser,
};

export const getUser = {
  path: z.object({ id: z.string() }),
  response: scimUser,
};

export const updateUser = {
  body: changedUserBody,
  response: scimUser,
};

export const getUserFactors = {
  path: z.object({ id: z.string() }),
  response: z.object({ hasApp: z.boolean(), passkeys: z.number(), codesLeft: z.number() }),
};

export const resetSecondFactor = {
  path: z.object({ id: z.string() }),
  response: z.undefined(),
};

export const deleteUser = {
  path: z.object({ id: z.string() }),
  response: z.undefined(),
};

export const sendInvitation = {
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  response: z.undefined(),
};

export const createInvitationLink = {
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  response: z.object({ link: z.string(), expiresAt: z.string() }),
};

export const sendUsernameChange = {
  path: z.object({ username: z.string() }),
  body: z.strictObject({}),
  response: z.undefined(),
};

const exposedRole = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.object({ category: z.literal('GROUP'), value: z.string() })),
  permissions: z.array(z.string()),
});

export type ExposedRole = z.output<typeof exposedRole>;

export const getExposedRoles = {
  query: z.object({ application: z.string().check(z.minLength(1), z.maxLength(50)) }),
  response: z.array(exposedRole),
};
