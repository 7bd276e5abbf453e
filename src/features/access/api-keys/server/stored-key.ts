import { problems } from '#shared/problem.ts';
import { type Caller, inScope, mayOn } from '#server/auth/caller.ts';
import type { TenantSql } from '#database/tenant.ts';
import { countRequestsInLastHour } from '#server/auth/api-key-use.ts';
import { apiPermissions, type ApiPermission } from '#shared/api-permissions.ts';
import type { Permission } from '#shared/permissions.ts';
import type { ApiKey } from '../schemas.ts';
import {
  type KeyInstallation,
  type StoredKey,
  loadKeyInstallations,
  loadKey,
} from './api-credential-table.ts';
import { loadWorkingSecrets } from './api-secret-table.ts';

interface LoadedKey {
  key: StoredKey;
  installations: KeyInstallation[];
}

/** The key of a request. Throws 404 unless one of its installations at or below `path` is visible to the caller. */
export async function findKey(
  sql: TenantSql,
  caller: Caller,
  { apiId, path }: { apiId: string; path: string },
  lock = false,
): Promise<LoadedKey> {
  const key = await loadKey(sql, caller.tenantIds, apiId, lock);
  if (!key) throw problems.notFound();
  const installations = await loadKeyInstallations(sql, apiId);
  const isBelow = (installation: KeyInstallation) =>
    installation.path === path || installation.path.startsWith(`${path}/`);
  if (
    !installations.some(
      (installation) =>
        isBelow(installation) && inScope(caller, installation.path) && mayView(caller, installation),
    )
  )
    throw problems.notFound();
  return { key, installations };
}

/** The key as the caller may see it. */
export async function toApiKey(
  sql: TenantSql,
  caller: Caller,
  { key, installations }: LoadedKey,
): Promise<ApiKey> {
  const visible = installations.filter((installation) => mayView(caller, installation));
  const isActive = key.status !== 'revoked';
  const secrets = isActive ? await loadWorkingSecrets(sql, key.apiId) : [];
  return {
    apiId: key.apiId,
    name: key.name,
    permissions: key.permissions,
    status: key.status,
    mode: key.mode,
    installations: visible.map(({ installationId, name, merchantName }) => ({
      installationId,
      name,
      merchantName,
    })),
    installationCount: installations.length,
    ipRanges: key.ipRanges.map(shortenRange),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    ...(await loadCreator(sql, key.createdBy)),
    revokedAt: key.revokedAt?.toISOString() ?? null,
    needsApproval: key.needsApproval,
    version: key.version,
    secrets: secrets.map((secret) => ({
      suffix: secret.suffix,
      createdAt: secret.createdAt.toISOString(),
      endsAt: secret.endsAt?.toISOString() ?? null,
      lastUsedAt: secret.lastUsedAt?.toISOString() ?? null,
      lastUsedIp: secret.lastUsedIp,
    })),
    requestsInLastHour: isActive ? await countRequestsInLastHour(sql, key.companyId, key.apiId) : 0,
    mayRevoke: isActive && mayManage(caller, installations),
    mayChange: isActive && mayGrant(caller, key.permissions, installations),
  };
}

async function loadCreator(
  sql: TenantSql,
  userId: string | null,
): Promise<Pick<ApiKey, 'createdBy' | 'isCreatorGone'>> {
  if (userId === null) return { createdBy: null, isCreatorGone: false };
  const [user] = await sql<{ name: string; isDeleted: boolean }[]>`
    select given_name || ' ' || family_name as name, is_deleted from known_user where user_id = ${userId}`;
  return { createdBy: user?.name ?? null, isCreatorGone: user?.isDeleted ?? true };
}

/** A range of one address is shown as the address. */
const shortenRange = (range: string): string => range.replace(range.includes(':') ? /\/128$/ : /\/32$/, '');

/** Where a permission on an installation may be held. */
interface InstallationPaths {
  path: string;
  merchantPath: string;
}

const holds = (caller: Caller, name: Permission, { path, merchantPath }: InstallationPaths): boolean =>
  mayOn(caller, name, path) || mayOn(caller, name, merchantPath);

export const mayView = (caller: Caller, installation: InstallationPaths): boolean =>
  holds(caller, 'P_MANAGE_API_KEYS', installation) || holds(caller, 'P_VIEW_AUDIT', installation);

/** Whether the caller manages keys on every installation. */
export const mayManage = (caller: Caller, installations: readonly InstallationPaths[]): boolean =>
  installations.length > 0 &&
  installations.every((installation) => holds(caller, 'P_MANAGE_API_KEYS', installation));

/** Whether the caller may give a key these permissions: they hold every one on every installation. */
export const mayGrant = (
  caller: Caller,
  permissions: readonly Permission[],
  installations: readonly InstallationPaths[],
): boolean =>
  mayManage(caller, installations) &&
  installations.every((installation) => permissions.every((name) => holds(caller, name, installation)));

/** The permissions that the caller may give a key on an installation. */
export const grantablePermissions = (caller: Caller, installation: InstallationPaths): ApiPermission[] =>
  apiPermissions.filter((name) => holds(caller, name, installation));
