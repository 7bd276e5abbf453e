import { loadUserById } from '#server/auth/app-user.ts';
import { listFactors } from '#features/access/second-factor/server/db/second-factor.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import { type CookieChange, type HandlerContextWithoutTransaction, Reply } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { loadCompany } from './company-of-request.ts';
import { type OwnIdentity, findUserIdentity } from './db/sso-identity.ts';
import { type StoredProvider, loadProvider } from './db/sso-provider.ts';
import type { ProviderResult } from './discover-provider.ts';
import { startAttempt } from './sign-in/start-attempt.ts';

/** The provider of the caller's own company. Users above companies have none. */
export async function loadOwnProvider(
  sql: TenantSql,
  caller: Caller,
): Promise<{ provider: StoredProvider; companyName: string } | undefined> {
  if (caller.domainUser) return undefined;
  const company = await loadCompany(sql, caller.organisation.id).catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
  const provider = company && (await loadProvider(sql, company.companyId));
  return provider && { provider, companyName: company.name };
}

/** The connection of the caller, and whether another way to sign in would remain without it. */
export async function loadOwnConnection(
  sql: TenantSql,
  caller: Caller,
  { companyId, issuer }: StoredProvider,
): Promise<{ identity: OwnIdentity | undefined; mayDisconnect: boolean }> {
  const identity = await findUserIdentity(sql, { companyId, issuer, userId: caller.id });
  const user = await loadUserById(sql, caller.id);
  const factors = await listFactors(sql, caller.id);
  const hasOtherSignIn = user.passwordHash !== null || factors.some(({ kind }) => kind === 'passkey');
  return { identity, mayDisconnect: identity !== undefined && !identity.isCreated && hasOtherSignIn };
}

/** The address of the caller's provider, to connect the account or to confirm. Throws 404 without a provider. */
export async function startOwnAttempt(
  { caller, services, inTenant, now }: HandlerContextWithoutTransaction<Endpoint, Services>,
  purpose: 'connect' | 'confirm',
): Promise<Reply<{ url: string }>> {
  const provider = await inTenant((sql) => loadOwnProvider(sql, caller));
  if (!provider || !caller.session) throw problems.notFound();
  const session = { userId: caller.id, tokenHash: caller.session.tokenHash.toString('hex') };
  return sendAttempt(
    await startAttempt({ services, provider: provider.provider, purpose, to: '', session, now }),
  );
}

/** The response of a started attempt: the browser opens its address. Throws 409 when the provider cannot be used. */
export function sendAttempt(
  started: ProviderResult<{ url: string; cookie: CookieChange }>,
): Reply<{ url: string }> {
  if (!started.ok) throw new Problem(409, 'SIGN_ON_PROVIDER', started.code);
  const { url, cookie } = started.value;
  return new Reply(200, { url }, { cookies: [cookie] });
}
