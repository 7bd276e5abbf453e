import * as z from 'zod/mini';
import { databaseId } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { features } from '#shared/permissions.ts';
import { childTypes, maxNameLength } from './tree-rules.ts';

export const organisationId = databaseId;

export const organisation = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['GROUP', 'DOMAIN', 'BRANCH', 'MERCHANT', 'INSTALLATION']),
  parentOrgId: z.nullable(z.number()),
  /** The organisation's own path, '/1000/1100', in the form of permission scopes (docs/decisions/0003). */
  parentPath: z.string(),
  /** IANA name: its own time zone, or that of the nearest ancestor that has one. */
  timeZone: z.string(),
  /** False: it takes no new payments, like everything below it. */
  active: z.boolean(),
});

export type Organisation = z.output<typeof organisation>;

export const getOrganisationHierarchy = {
  path: z.object({ orgId: organisationId }),
  query: z.object({ withParent: z.optional(z.enum(['true', 'false'])) }),
  response: z.array(organisation),
};

export const getOrganisationFeatures = {
  path: z.object({ orgId: organisationId }),
  response: z.array(z.string()),
};

const path = z.object({ orgId: organisationId });
const version = z.int().check(z.positive());
const content = {
  name: label(maxNameLength),
  /** IANA name; null: that of the nearest organisation above. */
  timeZone: z.nullable(z.string().check(z.maxLength(60))),
};

const managedOrganisation = z.object({
  id: z.number(),
  name: z.string(),
  type: organisation.shape.type,
  parentId: z.nullable(z.number()),
  path: z.string(),
  /** The organisation's own time zone. */
  timeZone: content.timeZone,
  /** The inherited time zone, for an organisation without its own. */
  inheritedTimeZone: z.string(),
  active: z.boolean(),
  /** An organisation above it is deactivated. */
  isInactiveAbove: z.boolean(),
  version,
  /** `from`: the organisation above that has the feature; null: the organisation itself has it. */
  features: z.array(z.object({ code: z.enum(features), from: z.nullable(z.string()) })),
  installationCount: z.number(),
  userCount: z.number(),
  keyCount: z.number(),
  /** The actions that the caller may take. */
  mayChange: z.boolean(),
  mayCreate: z.array(z.enum(childTypes)),
  mayMove: z.boolean(),
  mayDeactivate: z.boolean(),
  mayDelete: z.boolean(),
  maySetFeatures: z.boolean(),
});
export type ManagedOrganisation = z.output<typeof managedOrganisation>;

export const getOrganisation = { path, response: managedOrganisation };

export const createOrganisation = {
  path,
  body: z.strictObject({ type: z.enum(childTypes), ...content }),
  response: z.object({ id: z.number(), path: z.string(), version }),
};

export const changeOrganisation = {
  path,
  body: z.strictObject({ ...content, version }),
  response: managedOrganisation,
};

const countAndNames = z.object({ count: z.number(), names: z.array(z.string()) });
const movePreview = z.object({
  /** People, with at most 20 names. */
  losing: countAndNames,
  gaining: countAndNames,
  /** Rules that stop to apply. */
  rules: countAndNames,
  featuresLost: z.array(z.string()),
  featuresGained: z.array(z.string()),
  previewHash: z.string(),
});
export type MovePreview = z.output<typeof movePreview>;

const parentId = z.int().check(z.positive(), z.maximum(2_147_483_647));
export const previewMove = { path, body: z.strictObject({ parentId }), response: movePreview };

export const moveOrganisation = {
  path,
  body: z.strictObject({ parentId, previewHash: z.string().check(z.maxLength(100)) }),
  response: managedOrganisation,
};

export const getDeactivation = {
  path,
  response: z.object({ installations: z.number(), schedules: z.number() }),
};

export const deactivateOrganisation = {
  path,
  body: z.strictObject({}),
  /** `isMore`: repeat the call to suspend the rest. */
  response: z.object({ suspended: z.number(), isMore: z.boolean() }),
};

export const reactivateOrganisation = { path, body: z.strictObject({}), response: managedOrganisation };

export const deleteOrganisation = { path, response: z.undefined() };

export const saveOrganisationFeatures = {
  path,
  body: z.strictObject({
    features: z.array(z.enum(features)).check(z.maxLength(features.length)),
    version,
  }),
  response: managedOrganisation,
};
