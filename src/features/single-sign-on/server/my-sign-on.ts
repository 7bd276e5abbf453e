import { userById } from '#features/session/server/user-store.ts';
import { listFactors } from '#features/second-factor/server/db/second-factor.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { Caller } from '#server/auth/caller.ts';
import { Reply, handle, handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { Problem, problems } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { companyOf } from './company-of-request.ts';
import { deleteIdentity, identityOfUser } from './db/sso-identity.ts';
import { type StoredProvider, loadProvider } from './db/sso-provider.ts';
import { ProviderFailure } from './discover-provider.ts';
import { startAttempt } from './sign-in/start-attempt.ts';

/** The provider of the caller's own company. Users above companies have none. */
async function ownProvider(
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

async function ownConnection(sql: TenantSql, caller: Caller, { companyId, issuer }: StoredProvider) {
  const identity = await identityOfUser(sql, { companyId, issuer, userId: caller.id });
  const user = await userById(sql, caller.id);
  const factors = await listFactors(sql, caller.id);
  const hasOtherWay = user.passwordHash !== null || factors.some(({ kind }) => kind === 'passkey');
  return { identity, mayDisconnect: identity !== undefined && !identity.isCreated && hasOtherWay };
}

export const getMySignOn = handle(endpoints.getMySignOn, schemas.getMySignOn, async ({ sql, caller }) => {
  const own = await ownProvider(sql, caller);
  if (!own) return { provider: null, connected: null, mayDisconnect: false };
  const { identity, mayDisconnect } = await ownConnection(sql, caller, own.provider);
  return {
    provider: { companyName: own.companyName, issuer: own.provider.issuer },
    connected: identity
      ? {
          linkedAt: identity.linkedAt.toISOString(),
          lastUsedAt: identity.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    mayDisconnect,
  };
});

export const connectMySignOn = handleWithoutTransaction<typeof endpoints.connectMySignOn, Services>(
  endpoints.connectMySignOn,
  schemas.connectMySignOn,
  async ({ caller, services, inTenant, now }) => {
    const own = await inTenant((sql) => ownProvider(sql, caller));
    if (!own || !caller.session) throw problems.notFound();
    const session = { userId: caller.id, tokenHash: caller.session.tokenHash.toString('hex') };
    try {
      const attempt = { services, provider: own.provider, purpose: 'connect', to: '', session, now } as const;
      const { url, cookie } = await startAttempt(attempt);
      return new Reply(200, { url }, { cookies: [cookie] });
    } catch (error) {
      if (error instanceof ProviderFailure) throw new Problem(409, 'SIGN_ON_PROVIDER', error.fault);
      throw error;
    }
  },
);

/** A user whom the provider created stays connected: they would lose the grants of the mapping and come back as unknown. */
export const disconnectMySignOn = handle(
  endpoints.disconnectMySignOn,
  schemas.disconnectMySignOn,
  async ({ sql, caller, request, now }) => {
    const own = await ownProvider(sql, caller);
    const connection = own && (await ownConnection(sql, caller, own.provider));
    if (!own || !connection?.identity) throw problems.notFound();
    if (!connection.mayDisconnect) throw new Problem(409, 'SIGN_ON_NEEDED', 'sign_on_needed');
    const { companyId, issuer } = own.provider;
    await deleteIdentity(sql, { companyId, issuer, userId: caller.id });
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: caller.organisation.id,
      act: endpoints.disconnectMySignOn.name,
      objectKind: 'user',
      objectId: caller.id,
      before: { issuer },
    });
    return undefined;
  },
);
