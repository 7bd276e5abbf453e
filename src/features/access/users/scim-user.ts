import * as z from 'zod/mini';
import { userSchema } from './users-search.ts';

/** Longer names are rejected here; shorter invalid ones with SCIM12. */
const text = z.string().check(z.maxLength(400));
const organisationId = z.int().check(z.positive(), z.maximum(2_147_483_647));
/** One role on one organisation. The limit is above any selection by hand. */
const maxEntitlements = 5000;

const name = z.strictObject({ givenName: text, familyName: text });
const email = z.strictObject({
  value: text,
  display: z.optional(text),
  primary: z.optional(z.boolean()),
  type: z.optional(z.literal('work')),
});
const reference = z.strictObject({ value: text, display: z.optional(text) });

/** value: role id, display: role name, type: organisation id, operation: organisation name (docs/domain.md#users). */
const entitlementResponse = z.object({
  value: z.string(),
  display: z.string(),
  primary: z.boolean(),
  type: z.string(),
  operation: z.string(),
});
export type Entitlement = z.output<typeof entitlementResponse>;

const extraInfo = z.object({
  orgName: z.string(),
  organisationId: z.number(),
  domainUser: z.boolean(),
  /** SET, NOT_SET, TEMPORARY or EXPIRED. */
  passwordStatus: z.string(),
  invitationDate: z.nullable(z.string()),
  invitationExpired: z.boolean(),
  lockedReason: z.nullable(z.string()),
  lastLogon: z.nullable(z.string()),
});

const meta = z.object({
  resourceType: z.literal('User'),
  created: z.string(),
  lastModified: z.string(),
  location: z.string(),
  /** Required in an update. Another version is rejected with SCIM11. */
  version: z.string(),
});

/** A user as a SCIM directory returns it (docs/domain.md#users). */
export const scimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string(),
  userName: z.string(),
  displayName: z.string(),
  name: z.object({ givenName: z.string(), familyName: z.string() }),
  userType: z.literal('USER'),
  active: z.boolean(),
  emails: z.array(
    z.object({ value: z.string(), display: z.string(), primary: z.boolean(), type: z.literal('work') }),
  ),
  groups: z.array(z.object({ value: z.string(), display: z.string() })),
  roles: z.array(z.object({ value: z.string(), display: z.string() })),
  entitlements: z.array(entitlementResponse),
  extraInfo,
  meta,
});
export type ScimUser = z.output<typeof scimUser>;

/** A user in a list: separate names, no roles. */
export const listedUser = z.object({
  id: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  active: z.boolean(),
  extraInfo,
  meta,
});
export type ListedUser = z.output<typeof listedUser>;

const entitlementsBody = z
  .array(
    z.strictObject({
      value: text,
      type: text,
      display: z.optional(text),
      operation: z.optional(text),
      primary: z.optional(z.boolean()),
    }),
  )
  .check(z.maxLength(maxEntitlements));

/** Derived fields may be sent and are computed again: display name, email, external id, groups, roles. */
const derived = {
  schemas: z.optional(z.array(z.literal(userSchema))),
  externalId: z.optional(text),
  displayName: z.optional(text),
  userType: z.optional(z.literal('USER')),
  emails: z.optional(z.array(email).check(z.maxLength(10))),
  groups: z.optional(z.array(reference).check(z.maxLength(100))),
  roles: z.optional(z.array(reference).check(z.maxLength(1000))),
};

export const newUserBody = z.strictObject({
  ...derived,
  userName: text,
  name,
  active: z.optional(z.boolean()),
  entitlements: z.optional(entitlementsBody),
  extraInfo: z.strictObject({ organisationId }),
});

/**
 * The whole user. Read-only parts may be sent and change nothing. In extraInfo only organisationId
 * (membership) and lockedReason null (unlock) have an effect.
 */
export const changedUserBody = z.strictObject({
  ...derived,
  id: z.string(),
  userName: text,
  name,
  active: z.boolean(),
  entitlements: entitlementsBody,
  extraInfo: z.optional(
    z.strictObject({
      organisationId: z.optional(organisationId),
      lockedReason: z.optional(z.nullable(text)),
      orgName: z.optional(text),
      domainUser: z.optional(z.boolean()),
      passwordStatus: z.optional(text),
      invitationDate: z.optional(z.nullable(text)),
      invitationExpired: z.optional(z.boolean()),
      lastLogon: z.optional(z.nullable(text)),
    }),
  ),
  meta: z.strictObject({
    version: text,
    resourceType: z.optional(z.literal('User')),
    created: z.optional(text),
    lastModified: z.optional(text),
    location: z.optional(text),
  }),
});
export type ChangedUserBody = z.input<typeof changedUserBody>;
export type NewUserBody = z.input<typeof newUserBody>;
