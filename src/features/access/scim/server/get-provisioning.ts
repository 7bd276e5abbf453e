import type { TenantSql } from '#database/tenant.ts';
import type { CoreServices } from '#server/core-services.ts';
import { handle } from '#server/handler.ts';
import { getProvisioning as endpoint } from '../endpoints.ts';
import { type Provisioning, type ScimToken, getProvisioning as schemas } from '../schemas.ts';
import { readScimCompany } from './db/scim-company.ts';
import { countGroups } from './db/scim-group.ts';
import { listRefusals } from './db/scim-refusal.ts';
import { type StoredToken, listTokens, findUsersWithRights } from './db/scim-token.ts';
import { countScimUsers } from './db/scim-user.ts';
import { type SettingsCompany, managingUsers, settingsCompany } from './settings-company.ts';

/** Refusals that the screen shows. */
const maxRefusals = 20;

export const getProvisioning = handle(endpoint, schemas, async (ctx) =>
  viewProvisioning(ctx.sql, ctx.services, await settingsCompany(ctx)),
);

export async function viewProvisioning(
  sql: TenantSql,
  { config }: Pick<CoreServices, 'config'>,
  company: SettingsCompany,
): Promise<Provisioning> {
  const { companyId, companyName, mayChange } = company;
  const storedCompany = await readScimCompany(sql, companyId);
  const tokens = await listTokens(sql, companyId);
  const refusals = await listRefusals(sql, companyId, maxRefusals);
  const usersWithRightsIds = await findUsersWithRights(
    sql,
    tokens.map(({ createdBy }) => createdBy),
    { path: company.path, permissions: managingUsers },
  );
  const lastUses = tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
  return {
    companyId,
    companyName,
    mayChange,
    baseUrl: `${config.portalUrl}/scim/v2`,
    sendInvitations: storedCompany.sendInvitations,
    version: storedCompany.version,
    tokens: tokens.map((token) => toToken(token, usersWithRightsIds)),
    lastUsedAt: lastUses.length === 0 ? null : new Date(Math.max(...lastUses.map(Number))).toISOString(),
    lastChangeAt: storedCompany.lastChangeAt?.toISOString() ?? null,
    userCount: await countScimUsers(sql, companyId),
    groupCount: await countGroups(sql, companyId),
    refusals: refusals.map(({ tokenId: _token, lastAt, ...refusal }) => ({
      ...refusal,
      lastAt: lastAt.toISOString(),
    })),
  };
}

function toToken(token: StoredToken, usersWithRightsIds: ReadonlySet<string>): ScimToken {
  return {
    tokenId: token.tokenId,
    name: token.name,
    suffix: token.suffix,
    status: token.status,
    createdAt: token.createdAt.toISOString(),
    createdBy: token.makerName,
    needsApproval: token.status === 'active' && token.needsApproval,
    isLimited: token.status === 'active' && !usersWithRightsIds.has(token.createdBy),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  };
}
