import { hashSecret, newApiId, newSecret } from '#server/auth/api-secret.ts';
import { inScope } from '#server/auth/caller.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { type HandlerContext, Reply, handle } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Services } from '#server/services.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { KeyContent } from '../schemas.ts';
import {
  type KeyInstallation,
  type StoredKey,
  findInstallations,
  insertKey,
  loadKeyInstallations,
  findKeyByRequest,
  listKeys,
  loadKey,
  markRevoked,
  normaliseRanges,
  setNeedsApproval,
  updateKey,
} from './api-credential-table.ts';
import { endPreviousSecrets, insertSecret, isSameRotation } from './api-secret-table.ts';
import { grantablePermissions, mayGrant, mayManage, mayView, findKey, toApiKey } from './stored-key.ts';
import { readRequestKey, requestKeyReused } from './request-key.ts';
import { widens } from './manage-key.ts';
import { type KeyEvent, notifyManagers } from './notify-key.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const listApiKeys = handle(
  endpoints.listApiKeys,
  schemas.listApiKeys,
  async ({ sql, caller, resource, query }) => {
    const { text = '', offset = 0, pageSize = 25 } = query;
    const installations = await findInstallations(sql, { below: resource.path });
    const visible = installations
      .filter((installation) => mayView(caller, installation))
      .map(({ installationId }) => installationId);
    const page = { tenantIds: caller.tenantIds, visible, text: text.trim(), offset, pageSize };
    const { rows, total } = await listKeys(sql, page);
    const items = rows.map((row) => ({
      ...row,
      lastUsedAt: iso(row.lastUsedAt),
      expiresAt: iso(row.expiresAt),
      previousEndsAt: iso(row.previousEndsAt),
    }));
    return { items, total };
  },
);

export const getApiKeyChoices = handle(
  endpoints.getApiKeyChoices,
  schemas.getApiKeyChoices,
  async ({ sql, caller, resource }) => {
    const installations = await findInstallations(sql, { below: resource.path });
    return installations
      .filter((installation) => mayManage(caller, [installation]))
      .map((installation) => ({
        installationId: installation.installationId,
        name: installation.name,
        merchantName: installation.merchantName,
        permissions: grantablePermissions(caller, installation),
      }));
  },
);

export const getApiKey = handle(
  endpoints.getApiKey,
  schemas.getApiKey,
  async ({ sql, caller, resource, path }) =>
    toApiKey(sql, caller, await findKey(sql, caller, { apiId: path.apiId, path: resource.path })),
);

export const createApiKey = handle<typeof endpoints.createApiKey, Services>(
  endpoints.createApiKey,
  schemas.createApiKey,
  async (ctx) => {
    const { sql, caller, services, body, request: info } = ctx;
    const { mode = 'TEST', ...sent } = body;
    const content = removeRepetitions(sent);
    const installations = await loadGrantedInstallations(ctx, content);
    const request = readRequestKey(info, body);
    const apiId = newApiId();
    const [first] = installations;
    if (!first) throw problems.invalid('body.installationIds');
    const { companyId } = first;
    if (!(await insertKey(sql, { apiId, companyId, userId: caller.id, content, mode, request }))) {
      const existing = request && (await findKeyByRequest(sql, caller.id, request));
      if (!existing?.isSame) throw requestKeyReused();
      return { apiId: existing.apiId, secret: null, version: existing.version };
    }
    const secret = newSecret(apiId, mode);
    const hash = hashSecret(services.keys.apiKey, secret);
    await insertSecret(sql, { apiId, hash, suffix: secret.slice(-4), userId: caller.id });
    await holdMoney(ctx, { apiId, companyId, permissions: content.permissions });
    await auditKey(ctx, endpoints.createApiKey, { apiId, companyId }, { after: { ...content, mode } });
    await notify(ctx, 'apiKeyCreated', { apiId, companyId, name: content.name });
    return new Reply(201, { apiId, secret, version: 1 });
  },
);

export const changeApiKey = handle<typeof endpoints.changeApiKey, Services>(
  endpoints.changeApiKey,
  schemas.changeApiKey,
  async (ctx) => {
    const { sql, caller, path, resource, body } = ctx;
    const { version, ...sent } = body;
    const content = removeRepetitions(sent);
    const keyRef = { apiId: path.apiId, path: resource.path };
    const { key, installations } = await findKey(sql, caller, keyRef, true);
    if (!mayGrant(caller, key.permissions, installations)) throw problems.forbidden();
    const granted = await loadGrantedInstallations(ctx, content);
    if (granted.some(({ companyId }) => companyId !== key.companyId)) throw problems.forbidden();
    requireActive(key);
    if (key.version !== version) throw problems.versionConflict('API_KEY_CHANGED');
    await updateKey(sql, key.apiId, content);
    const before = toContent(key, installations);
    await auditKey(ctx, endpoints.changeApiKey, key, { before, after: content });
    if (widens(before, { ...content, ipRanges: await normaliseRanges(sql, content.ipRanges) })) {
      await holdMoney(ctx, { ...key, permissions: content.permissions });
      await notify(ctx, 'apiKeyWidened', { ...key, name: content.name });
    }
    return toApiKey(sql, caller, await findKey(sql, caller, keyRef));
  },
);

export const rotateApiKey = handle<typeof endpoints.rotateApiKey, Services>(
  endpoints.rotateApiKey,
  schemas.rotateApiKey,
  async (ctx) => {
    const { sql, caller, path, resource, body, services } = ctx;
    const keyRef = { apiId: path.apiId, path: resource.path };
    const { key, installations } = await findKey(sql, caller, keyRef, true);
    // The new secret gives its reader every permission of the key.
    if (!mayGrant(caller, key.permissions, installations)) throw problems.forbidden();
    requireActive(key);
    const request = readRequestKey(ctx.request, body);
    const { apiId } = key;
    const secret = newSecret(apiId, key.mode);
    const hash = hashSecret(services.keys.apiKey, secret);
    const suffix = secret.slice(-4);
    if (!(await insertSecret(sql, { apiId, hash, suffix, userId: caller.id, request }))) {
      if (!request || !(await isSameRotation(sql, apiId, caller.id, request))) throw requestKeyReused();
      return { apiId, secret: null, version: key.version };
    }
    await endPreviousSecrets(sql, apiId, body.overlapSeconds);
    await holdMoney(ctx, key);
    await auditKey(ctx, endpoints.rotateApiKey, key, { after: { suffix, ...body } });
    await notify(ctx, 'apiKeyRotated', key);
    return { apiId, secret, version: key.version + 1 };
  },
);

export const revokeApiKey = handle(endpoints.revokeApiKey, schemas.revokeApiKey, async (ctx) => {
  const { sql, caller, path, resource } = ctx;
  const keyRef = { apiId: path.apiId, path: resource.path };
  const loaded = await findKey(sql, caller, keyRef, true);
  if (!mayManage(caller, loaded.installations)) throw problems.forbidden();
  if (loaded.key.status === 'revoked') return toApiKey(sql, caller, loaded);
  await markRevoked(sql, path.apiId);
  await auditKey(ctx, endpoints.revokeApiKey, loaded.key, {
    before: toContent(loaded.key, loaded.installations),
  });
  await notify(ctx, 'apiKeyRevoked', loaded.key);
  return toApiKey(sql, caller, await findKey(sql, caller, keyRef));
});

export const getAccount = handle(endpoints.getAccount, schemas.getAccount, async ({ sql, caller }) => {
  const key = await loadKey(sql, caller.tenantIds, caller.id);
  if (!key) throw problems.notSignedIn();
  const installations = await loadKeyInstallations(sql, key.apiId);
  return {
    apiId: key.apiId,
    name: key.name,
    company: caller.organisation.name,
    permissions: key.permissions,
    installations: installations.map(({ installationId, name, merchantName }) => ({
      installationId,
      name,
      merchantName,
    })),
    expiresAt: iso(key.expiresAt),
    testMode: key.mode === 'TEST',
  };
});

type KeyContext = HandlerContext<typeof endpoints.createApiKey>;

/**
 * The installations of a request, all of one company and at or below the organisation of the path. Throws 403 when the
 * caller may not give the permissions on one of them.
 */
async function loadGrantedInstallations(
  { sql, caller, resource, now }: Pick<KeyContext, 'sql' | 'caller' | 'resource' | 'now'>,
  content: KeyContent,
): Promise<KeyInstallation[]> {
  const installations = await findInstallations(sql, { ids: content.installationIds });
  const pathPrefix = `${resource.path}/`;
  const isBelow = installations.every(
    ({ path }) => `${path}/`.startsWith(pathPrefix) && inScope(caller, path),
  );
  const isComplete = installations.length === content.installationIds.length;
  if (!isComplete || !isBelow || !mayGrant(caller, content.permissions, installations))
    throw problems.forbidden();
  if (new Set(installations.map(({ companyId }) => companyId)).size > 1)
    throw problems.invalid('body.installationIds');
  if (content.expiresAt !== null && new Date(content.expiresAt) <= now)
    throw problems.invalid('body.expiresAt', 'too_small');
  return installations;
}

/**
 * The caller may know the key's secret now. Where a policy holds what it can do, one person alone must not move money with
 * it: the key waits for a second person (docs/domain.md#approvals).
 */
async function holdMoney(
  { sql, services }: { sql: TenantSql; services: Services },
  { apiId, companyId, permissions }: Pick<StoredKey, 'apiId' | 'companyId' | 'permissions'>,
): Promise<void> {
  if (await services.approvalGate.holdsKey(sql, companyId, permissions))
    await setNeedsApproval(sql, apiId, true);
}

function requireActive(key: StoredKey): void {
  if (key.status === 'revoked') throw new Problem(409, 'API_KEY_REVOKED', 'api_key_revoked');
}

/** Without repetitions. */
const removeRepetitions = (content: KeyContent): KeyContent => ({
  ...content,
  installationIds: [...new Set(content.installationIds)],
  permissions: [...new Set(content.permissions)],
});

const toContent = (key: StoredKey, installations: readonly KeyInstallation[]): KeyContent => ({
  name: key.name,
  installationIds: installations.map(({ installationId }) => installationId),
  permissions: key.permissions,
  ipRanges: key.ipRanges,
  expiresAt: iso(key.expiresAt),
});

function auditKey(
  {
    sql,
    caller,
    request,
    now,
    resource,
  }: Pick<KeyContext, 'sql' | 'caller' | 'request' | 'now' | 'resource'>,
  { name: act }: { name: string },
  { apiId, companyId }: Pick<StoredKey, 'apiId' | 'companyId'>,
  change: { before?: object; after?: object },
): Promise<void> {
  return auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: resource.organisationId,
    act,
    objectKind: 'apiCredential',
    objectId: apiId,
    ...change,
  });
}

const notify = (
  { sql, caller, request, now }: Pick<KeyContext, 'sql' | 'caller' | 'request' | 'now'>,
  event: KeyEvent,
  { apiId, companyId, name: keyName }: Pick<StoredKey, 'apiId' | 'companyId' | 'name'>,
): Promise<void> =>
  notifyManagers(sql, event, { apiId, companyId, keyName, by: caller.name, ip: request.ip, now });

// Apart, because an approval runs it.
export { exemptApiKey } from './exempt-api-key.ts';
