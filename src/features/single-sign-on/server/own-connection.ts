import { userById } from '#features/session/server/user-store.ts';
import { listFactors } from '#features/second-factor/server/db/second-factor.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import { Problem } from '#shared/problem.ts';
import { companyOf } from './company-of-request.ts';
import { identityOfUser } from './db/sso-identity.ts';
import { type StoredProvider, loadProvider } from './db/sso-provider.ts';

/** The provider of the caller's own company. Users above companies have none. */
export async function ownProvider(
  sql: TenantSql,
  caller: Caller,
): Promise<{ provider: StoredProvider; companyName: string } | undefined> {
  if (caller.domainUser) return undefined;
  const company = await companyOf(sql, caller.organisation.id).catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
  const provider = company && (await loadProvider(sql, company.companyId));
  return provider && { provider, companyName: company.name };
}

/** The connection of the caller, and whether another way to sign in would remain without it. */
export async function ownConnection(sql: TenantSql, caller: Caller, { companyId, issuer }: StoredProvider) {
  const identity = await identityOfUser(sql, { companyId, issuer, userId: caller.id });
  const user = await userById(sql, caller.id);
  const factors = await listFactors(sql, caller.id);
  const hasOtherWay = user.passwordHash !== null || factors.some(({ kind }) => kind === 'passkey');
  return { identity, mayDisconnect: identity !== undefined && !identity.isCreated && hasOtherWay };
}
