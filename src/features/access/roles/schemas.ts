import * as z from 'zod/mini';
import { databaseId as orgId, wholeNumber } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { permissions } from '#shared/permissions.ts';

const roleId = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[\w-]+$/));
const version = z.int();
const permission = z.enum(permissions);

const listedRole = z.object({
  roleId: z.string(),
  name: z.string(),
  description: z.string(),
  isStandard: z.boolean(),
  permissionCount: z.number(),
  /** Users of the company with this role. */
  userCount: z.number(),
});
export type ListedRole = z.output<typeof listedRole>;

export const listRoles = {
  path: z.object({ orgId }),
  query: z.object({
    offset: z.optional(wholeNumber(0, 10_000)),
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({
    items: z.array(listedRole),
    total: z.number(),
    /** The permissions that the caller may put into a role; empty: they may not create roles. */
    grantable: z.array(permission),
  }),
};

const role = z.object({
  roleId: z.string(),
  name: z.string(),
  description: z.string(),
  isStandard: z.boolean(),
  permissions: z.array(permission),
  userCount: z.number(),
  /** The first 100 users that the caller may see, by name. */
  holders: z.array(z.object({ userId: z.string(), name: z.string(), organisationName: z.string() })),
  grantable: z.array(permission),
  /** Whether the caller may change and delete the role. */
  mayChange: z.boolean(),
  /** The caller has the role, so they may not widen it. */
  isOwn: z.boolean(),
  version,
});
export type Role = z.output<typeof role>;

export const getRole = { path: z.object({ orgId, roleId }), response: role };

const content = {
  name: label(60),
  description: label(200, 0),
  permissions: z.array(permission).check(z.minLength(1), z.maxLength(permissions.length)),
};
const contentSchema = z.strictObject(content);
export type RoleContent = z.output<typeof contentSchema>;

export const createRole = {
  path: z.object({ orgId }),
  body: contentSchema,
  response: z.object({ roleId: z.string(), version }),
};

export const changeRole = {
  path: z.object({ orgId, roleId }),
  body: z.strictObject({ ...content, version }),
  response: role,
};

export const deleteRole = { path: z.object({ orgId, roleId }), response: z.undefined() };
