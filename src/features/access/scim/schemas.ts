import * as z from 'zod/mini';
import { wholeNumber } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { isUserId } from '#shared/user-name.ts';
import { refusalReasons } from './refusal-reasons.ts';

/** Resources and documents of SCIM. Their shape is that of RFC 7643, and `attributes` reduces it. */
const resource = z.looseObject({ schemas: z.array(z.string()) });
/** Read by the handlers, whose refusals name the error as RFC 7644 requires. */
const body = z.record(z.string(), z.unknown());
/** Other text than an id is treated as an unknown resource. */
const id = z.string().check(z.refine(isUserId));
const attributes = z.optional(z.string().check(z.maxLength(2000), z.regex(/^(?:[A-Za-z$ ][\w.:,$ -]*)?$/)));
const projection = { attributes, excludedAttributes: attributes };

const document = { response: resource };

const namedDocument = {
  path: z.object({ id: z.string().check(z.maxLength(200), z.regex(/^(?:urn:[\w:.]+|user|group)$/i)) }),
  response: resource,
};

const list = {
  query: z.object({
    ...projection,
    filter: z.optional(z.string()),
    startIndex: z.optional(z.string()),
    count: z.optional(z.string()),
    sortBy: z.optional(z.string()),
    sortOrder: z.optional(z.string()),
  }),
  response: resource,
};

const creation = { query: z.object(projection), body, response: resource };

/** No resource if the client has this version. */
const reading = {
  path: z.object({ id }),
  query: z.object(projection),
  response: z.optional(resource),
};

const change = {
  path: z.object({ id }),
  query: z.object(projection),
  body,
  response: resource,
};

const deletion = { path: z.object({ id }), response: z.undefined() };

export const getScimConfig = document;
export const listScimResourceTypes = document;
export const listScimSchemas = document;
export const getScimResourceType = namedDocument;
export const getScimSchema = namedDocument;
export const listScimUsers = list;
export const listScimGroups = list;
export const createScimUser = creation;
export const createScimGroup = creation;
export const getScimUser = reading;
export const getScimGroup = reading;
export const replaceScimUser = change;
export const patchScimUser = change;
export const replaceScimGroup = change;
export const patchScimGroup = change;
export const deleteScimUser = deletion;
export const deleteScimGroup = deletion;

const time = z.nullable(z.string());

const scimToken = z.object({
  tokenId: z.string(),
  name: z.string(),
  /** The last four characters. */
  suffix: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  /** null: the user is deleted. */
  createdBy: z.nullable(z.string()),
  /** The creator no longer holds the rights to manage users, so the token only takes access away. */
  isLimited: z.boolean(),
  /** The token only takes access away until a second person agrees to it. */
  needsApproval: z.boolean(),
  expiresAt: time,
  lastUsedAt: time,
});
export type ScimToken = z.output<typeof scimToken>;

const refusal = z.object({
  tokenName: z.nullable(z.string()),
  act: z.string(),
  objectId: z.string(),
  objectName: z.nullable(z.string()),
  reason: z.enum(refusalReasons),
  status: z.number(),
  times: z.number(),
  lastAt: z.string(),
});
export type Refusal = z.output<typeof refusal>;

const provisioning = z.object({
  companyId: z.number(),
  companyName: z.string(),
  /** The address to enter at an identity provider. */
  baseUrl: z.string(),
  sendInvitations: z.boolean(),
  version: z.number(),
  /** Users of the provider see the settings of a company and change nothing. */
  mayChange: z.boolean(),
  tokens: z.array(scimToken),
  /** The last request with a valid token. */
  lastUsedAt: time,
  lastChangeAt: time,
  userCount: z.number(),
  groupCount: z.number(),
  refusals: z.array(refusal),
});
export type Provisioning = z.output<typeof provisioning>;

const orgPath = z.object({ orgId: organisationId });

export const getProvisioning = { path: orgPath, response: provisioning };

export const saveProvisioning = {
  path: orgPath,
  body: z.strictObject({ sendInvitations: z.boolean(), version: z.int() }),
  response: provisioning,
};

const maxTokenName = 60;

export const createScimToken = {
  path: orgPath,
  body: z.strictObject({
    name: label(maxTokenName),
    expiresAt: z.nullable(z.iso.datetime()),
  }),
  response: z.object({
    tokenId: z.string(),
    /** null: an earlier request with the same Idempotency-Key has shown it. */
    token: z.nullable(z.string()),
  }),
};

export const revokeScimToken = {
  path: z.object({ orgId: organisationId, scimTokenId: z.string().check(z.regex(/^s_[a-z2-9]{10}$/)) }),
  body: z.strictObject({}),
  response: provisioning,
};

export const exemptScimToken = revokeScimToken;

const groupRole = z.object({
  roleId: z.string(),
  roleName: z.string(),
  organisationId: z.number(),
  organisationName: z.string(),
});

const groupMapping = z.object({
  groupId: z.string(),
  displayName: z.string(),
  memberCount: z.number(),
  roles: z.array(groupRole),
});
export type GroupMapping = z.output<typeof groupMapping>;

export const listGroupMappings = {
  path: orgPath,
  query: z.object({
    offset: z.optional(wholeNumber(0, 1_000_000)),
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({ items: z.array(groupMapping), total: z.number() }),
};

const maxGroupRoles = 20;

export const mapScimGroup = {
  path: z.object({ orgId: organisationId, scimGroupId: id }),
  body: z.strictObject({
    roles: z
      .array(
        z.strictObject({
          roleId: z.string().check(z.minLength(1), z.maxLength(100)),
          organisationId: z.int().check(z.positive(), z.maximum(2_147_483_647)),
        }),
      )
      .check(z.maxLength(maxGroupRoles)),
  }),
  response: groupMapping,
};
