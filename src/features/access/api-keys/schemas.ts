import * as z from 'zod/mini';
import { databaseId as orgId, wholeNumber } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { apiPermissions } from '#shared/api-permissions.ts';
import { isIpRange, maxIpRanges } from './ip-range.ts';

const apiId = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[\w-]+$/));
const installationId = z.int().check(z.positive(), z.maximum(2_147_483_647));
const time = z.nullable(z.string());

const keyModes = ['TEST', 'LIVE'] as const;
const keyStatuses = ['active', 'expired', 'revoked'] as const;

const listedKey = z.object({
  apiId: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(apiPermissions)),
  status: z.enum(keyStatuses),
  mode: z.enum(keyModes),
  /** Names of up to three installations that the caller may see. */
  installations: z.array(z.string()),
  installationCount: z.number(),
  lastUsedAt: time,
  expiresAt: time,
  /** When the previous secret of a rotation stops; null: there is none. */
  previousEndsAt: time,
});
export type ListedKey = z.output<typeof listedKey>;

export const listApiKeys = {
  path: z.object({ orgId }),
  query: z.object({
    text: z.optional(z.string().check(z.maxLength(100))),
    offset: z.optional(wholeNumber(0, 10_000)),
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({ items: z.array(listedKey), total: z.number() }),
};

export const getApiKeyChoices = {
  path: z.object({ orgId }),
  response: z.array(
    z.object({
      installationId: z.number(),
      name: z.string(),
      merchantName: z.string(),
      permissions: z.array(z.enum(apiPermissions)),
    }),
  ),
};
export type KeyChoice = z.output<typeof getApiKeyChoices.response>[number];

const secret = z.object({
  /** The last four characters; null for secrets of older installations. */
  suffix: z.nullable(z.string()),
  createdAt: z.string(),
  endsAt: time,
  lastUsedAt: time,
  lastUsedIp: z.nullable(z.string()),
});

const apiKey = z.object({
  apiId: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(apiPermissions)),
  status: z.enum(keyStatuses),
  mode: z.enum(keyModes),
  /** The installations that the caller may see. */
  installations: z.array(
    z.object({ installationId: z.number(), name: z.string(), merchantName: z.string() }),
  ),
  installationCount: z.number(),
  ipRanges: z.array(z.string()),
  expiresAt: time,
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  /** The creator's user was deleted. */
  isCreatorGone: z.boolean(),
  revokedAt: time,
  /** The key's refunds or payouts are rejected until a second person agrees to the key. */
  needsApproval: z.boolean(),
  version: z.number(),
  /** Secrets that work, the newest first. */
  secrets: z.array(secret),
  /** Requests with the key in the last hour. The count is up to ten seconds late. */
  requestsInLastHour: z.number(),
  /** Whether the caller may revoke the key, and whether they may also change and rotate it. */
  mayRevoke: z.boolean(),
  mayChange: z.boolean(),
});
export type ApiKey = z.output<typeof apiKey>;

export const getApiKey = { path: z.object({ orgId, apiId }), response: apiKey };

const content = {
  name: label(60),
  installationIds: z.array(installationId).check(z.minLength(1), z.maxLength(1000)),
  permissions: z.array(z.enum(apiPermissions)).check(z.minLength(1), z.maxLength(apiPermissions.length)),
  ipRanges: z.array(z.string().check(z.maxLength(50), z.refine(isIpRange))).check(z.maxLength(maxIpRanges)),
  expiresAt: z.nullable(z.iso.datetime({ offset: true })),
};
const contentSchema = z.strictObject(content);
export type KeyContent = z.output<typeof contentSchema>;

const newSecret = z.object({
  apiId: z.string(),
  /** null when the same request has created it before. */
  secret: z.nullable(z.string()),
  version: z.number(),
});

export const createApiKey = {
  path: z.object({ orgId }),
  /** A test key goes to test connections only, a live one to live ones. Missing: a test key. It never changes. */
  body: z.strictObject({ ...content, mode: z.optional(z.enum(keyModes)) }),
  response: newSecret,
};

export const changeApiKey = {
  path: z.object({ orgId, apiId }),
  body: z.strictObject({ ...content, version: z.int() }),
  response: apiKey,
};

export const rotateApiKey = {
  path: z.object({ orgId, apiId }),
  body: z.strictObject({ overlapSeconds: z.int().check(z.nonnegative(), z.maximum(604_800)) }),
  response: newSecret,
};

export const revokeApiKey = {
  path: z.object({ orgId, apiId }),
  body: z.strictObject({}),
  response: apiKey,
};

export const exemptApiKey = {
  path: z.object({ orgId, apiId }),
  body: z.strictObject({}),
  response: apiKey,
};

export const getAccount = {
  response: z.object({
    apiId: z.string(),
    name: z.string(),
    /** The company's name. */
    company: z.string(),
    permissions: z.array(z.string()),
    installations: z.array(
      z.object({ installationId: z.number(), name: z.string(), merchantName: z.string() }),
    ),
    expiresAt: z.nullable(z.string()),
    /** True: payments of the key go to test connections only, and no money moves. */
    testMode: z.boolean(),
  }),
};
