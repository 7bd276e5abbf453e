import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { hashSecret, newApiId, newSecret } from '#server/auth/api-secret.ts';
import type { Keys } from '#server/keys.ts';
import type { KeyContent } from '../schemas.ts';
import {
  type StoredKey,
  insertKey,
  loadKeyInstallations,
  loadKey,
  markRevoked,
  normaliseRanges,
  updateKey,
} from './api-credential-table.ts';
import { insertSecret } from './api-secret-table.ts';
import { type KeyEvent, notifyManagers } from './notify-key.ts';

/*
 * Changes of a company's API keys by commands of the operator, who may give every permission. The caller names installations of the
 * company only. Each writes and audits in the transaction of `sql`.
 */

/** A key of the company with its settings, locked until the end of the transaction. */
export async function findCompanyKey(
  sql: TenantSql,
  companyId: number,
  apiId: string,
): Promise<{ key: StoredKey; content: KeyContent } | undefined> {
  const key = await loadKey(sql, [companyId], apiId, true);
  if (!key) return undefined;
  const installations = await loadKeyInstallations(sql, apiId);
  const content = {
    name: key.name,
    installationIds: installations.map(({ installationId }) => installationId),
    permissions: key.permissions,
    ipRanges: key.ipRanges,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
  return { key, content };
}

/** Settings without repetitions, in the form in which they are read. */
export async function normaliseKey(sql: TenantSql, content: KeyContent): Promise<KeyContent> {
  return {
    ...content,
    installationIds: [...new Set(content.installationIds)],
    permissions: [...new Set(content.permissions)],
    ipRanges: await normaliseRanges(sql, content.ipRanges),
    expiresAt: content.expiresAt === null ? null : new Date(content.expiresAt).toISOString(),
  };
}

/** Creates a key. The secret cannot be read again. */
export async function createKeyBy(
  sql: TenantSql,
  by: Actor,
  keys: Pick<Keys, 'apiKey'>,
  { companyId, content, mode }: { companyId: number; content: KeyContent; mode: StoredKey['mode'] },
): Promise<{ apiId: string; secret: string }> {
  if (content.expiresAt !== null && new Date(content.expiresAt) <= by.at)
    throw problems.invalid('body.expiresAt', 'too_small');
  const apiId = newApiId();
  const secret = newSecret(apiId, mode);
  await insertKey(sql, { apiId, companyId, userId: null, content, mode, request: undefined });
  const hash = hashSecret(keys.apiKey, secret);
  await insertSecret(sql, { apiId, hash, suffix: secret.slice(-4), userId: null });
  await audit(sql, by, 'createApiKey', { apiId, companyId }, { after: { ...content, mode } });
  await notify(sql, by, 'apiKeyCreated', { apiId, companyId, name: content.name });
  return { apiId, secret };
}

/** Replaces the settings of a key. Its secrets stay. */
export async function changeKeyBy(
  sql: TenantSql,
  by: Actor,
  before: { key: StoredKey; content: KeyContent },
  content: KeyContent,
): Promise<void> {
  await updateKey(sql, before.key.apiId, content);
  await audit(sql, by, 'changeApiKey', before.key, { before: before.content, after: content });
  if (widens(before.content, content))
    await notify(sql, by, 'apiKeyWidened', { ...before.key, name: content.name });
}

/** Revokes a key and all its secrets. */
export async function revokeKeyBy(
  sql: TenantSql,
  by: Actor,
  { key, content }: { key: StoredKey; content: KeyContent },
): Promise<void> {
  await markRevoked(sql, key.apiId);
  await audit(sql, by, 'revokeApiKey', key, { before: content });
  await notify(sql, by, 'apiKeyRevoked', key);
}

const notify = (
  sql: TenantSql,
  { actor, ip, at }: Actor,
  event: KeyEvent,
  { apiId, companyId, name }: Pick<StoredKey, 'apiId' | 'companyId' | 'name'>,
): Promise<void> => notifyManagers(sql, event, { apiId, companyId, keyName: name, by: actor, ip, now: at });

function audit(
  sql: TenantSql,
  by: Actor,
  act: string,
  { apiId, companyId }: Pick<StoredKey, 'apiId' | 'companyId'>,
  change: { before?: object; after?: object },
): Promise<void> {
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: companyId,
    act,
    objectKind: 'apiCredential',
    objectId: apiId,
    outcome: 'allowed',
    ...change,
  });
}

/** Whether a key can do more after a change: permissions, installations, a later end, or more addresses. */
export function widens(before: KeyContent, after: KeyContent): boolean {
  const adds = <T>(old: readonly T[], next: readonly T[]) => next.some((value) => !old.includes(value));
  if (adds(before.permissions, after.permissions)) return true;
  if (adds(before.installationIds, after.installationIds)) return true;
  if (before.expiresAt !== null) {
    if (after.expiresAt === null || new Date(after.expiresAt) > new Date(before.expiresAt)) return true;
  }
  // Without ranges every address may use the key.
  if (before.ipRanges.length === 0) return false;
  return after.ipRanges.length === 0 || adds(before.ipRanges, after.ipRanges);
}
