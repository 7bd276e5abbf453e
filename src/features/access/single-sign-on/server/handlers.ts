import { sqlState } from '#database/sql-state.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { findScimUser } from '#features/access/scim/server/db/scim-user.ts';
import { loadUserRecord } from '#features/access/users/server/db/user-records.ts';
import { actorOf } from '#server/audit/actor.ts';
import {
  Reply,
  handle,
  handlePublic,
  handleWithoutTransaction,
  type CookieChange,
  type HandlerContextWithoutTransaction,
} from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { Problem, problems } from '#shared/problem.ts';
import { loadCompany, loadCompanyToChange, isTestCurrent, viewSignOn } from './view-sign-on.ts';
import {
  findDomainOwner,
  listDomains,
  markVerified,
  loadProvider,
  loadTest,
  type StoredProvider,
} from './db/sso-provider.ts';
import {
  deleteIdentity,
  hasLocalAdministrator,
  findUserIdentity,
  type OwnIdentity,
} from './db/sso-identity.ts';
import { discoverIssuer, type ProviderResult } from './discover-provider.ts';
import { hasRecord } from './domain-record.ts';
import {
  addDomainBy,
  changeMappingBy,
  domainTaken,
  invalidProvider,
  recordSignOn,
  removeDomainBy,
  removeProviderBy,
  requireUsersRights,
  saveProviderBy,
  setRequirementBy,
} from './manage-sign-on.ts';
import { startAttempt } from './sign-in/start-attempt.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { lockEditor } from '#features/access/users/server/lock-users.ts';
import { inTenant, type TenantSql } from '#database/tenant.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { minuteMs } from '#server/clock.ts';
import { loadUserById } from '#server/auth/app-user.ts';
import { listFactors } from '#features/access/second-factor/server/db/second-factor.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { domainOfEmail } from '../domain-name.ts';
import { outcomePage, redirectTo } from './finish-single-sign-on.ts';

export const getSingleSignOn = handle(endpoints.getSingleSignOn, schemas.getSingleSignOn, (ctx) =>
  viewSignOn(ctx.sql, ctx.path.orgId, ctx),
);

export const removeSignOnProvider = handle(
  endpoints.removeSignOnProvider,
  schemas.removeSignOnProvider,
  async (ctx) => {
    const { companyId } = await loadCompanyToChange(ctx.sql, ctx.path.orgId);
    const provider = await loadProvider(ctx.sql, companyId, true);
    if (!provider) throw problems.notFound();
    await removeProviderBy(ctx.sql, actorOf(ctx), provider);
    return undefined;
  },
);

export const addSignOnDomain = handle(endpoints.addSignOnDomain, schemas.addSignOnDomain, async (ctx) => {
  const { sql, path, body } = ctx;
  const { companyId } = await loadCompanyToChange(sql, path.orgId);
  await addDomainBy(sql, actorOf(ctx), companyId, body.domain);
  return new Reply(201, await viewSignOn(sql, path.orgId, ctx));
});

export const verifySignOnDomain = handleWithoutTransaction<typeof endpoints.verifySignOnDomain, Services>(
  endpoints.verifySignOnDomain,
  schemas.verifySignOnDomain,
  async (ctx) => {
    const { path, services, inTenant, now } = ctx;
    const { companyId, claimed } = await inTenant(async (sql) => {
      const company = await loadCompanyToChange(sql, path.orgId);
      const domains = await listDomains(sql, company.companyId);
      return { ...company, claimed: domains.find(({ domain }) => domain === path.domain) };
    });
    if (!claimed) throw problems.notFound();
    if (!(await hasRecord(services.txtResolver, claimed)))
      throw new Problem(409, 'SIGN_ON_RECORD_MISSING', 'sign_on_record_missing');
    return inTenant(async (sql) => {
      const { domain } = claimed;
      const provider = await loadProvider(sql, companyId);
      if (provider?.connectsBy != null)
        await requireUsersRights(
          sql,
          { companyId, issuer: provider.issuer, connects: true, domain },
          async () => ({
            userId: ctx.caller.id,
            held: await lockEditor(sql, ctx.caller),
          }),
        );
      const isVerifiedHere = await sql
        .savepoint((inner) => markVerified(inner, { companyId, domain, now }))
        .catch(duplicate);
      if (!isVerifiedHere) throw domainTaken();
      await recordSignOn(sql, actorOf(ctx), companyId, endpoints.verifySignOnDomain.name, {
        after: { domain },
      });
      return viewSignOn(sql, path.orgId, ctx);
    });
  },
);

/** Another company has verified the domain. */
function duplicate(error: unknown): false {
  if (sqlState(error) === '23505') return false;
  throw error;
}

export const removeSignOnDomain = handle(
  endpoints.removeSignOnDomain,
  schemas.removeSignOnDomain,
  async (ctx) => {
    const { sql, path } = ctx;
    const { companyId } = await loadCompanyToChange(sql, path.orgId);
    await removeDomainBy(sql, actorOf(ctx), companyId, path.domain);
    return undefined;
  },
);

/** Requiring needs a working set-up and a way back: the caller's own test, and an administrator with a passkey. */
export const requireSignOn = handle(endpoints.requireSignOn, schemas.requireSignOn, async (ctx) => {
  const { sql, caller, path, body } = ctx;
  const { companyId } = await loadCompanyToChange(sql, path.orgId);
  const provider = await loadProvider(sql, companyId, true);
  if (!provider) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
  if (provider.version !== body.version) throw problems.versionConflict('SIGN_ON_CHANGED');
  if (body.isRequired) {
    const test = await loadTest(sql, companyId, caller.id);
    if (!test || test.problem !== null || !isTestCurrent(test, provider))
      throw new Problem(409, 'SIGN_ON_TEST_MISSING', 'sign_on_test_missing');
    if (!(await hasLocalAdministrator(sql, companyId)))
      throw new Problem(409, 'LOCAL_ADMINISTRATOR_MISSING', 'local_administrator_missing');
  }
  await setRequirementBy(sql, actorOf(ctx), provider, body.isRequired);
  return viewSignOn(sql, path.orgId, ctx);
});

export const testSignOn = handleWithoutTransaction<typeof endpoints.testSignOn, Services>(
  endpoints.testSignOn,
  schemas.testSignOn,
  async ({ path, caller, services, inTenant, now }) => {
    const provider = await inTenant(async (sql) => {
      const { companyId } = await loadCompany(sql, path.orgId);
      return loadProvider(sql, companyId);
    });
    if (!provider || !caller.session) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
    const session = { userId: caller.id, tokenHash: caller.session.tokenHash.toString('hex') };
    return sendAttempt(await startAttempt({ services, provider, purpose: 'test', to: '', session, now }));
  },
);

/** The same users as in getUser: domain users see domain users only, who have no provider. */
export const getUserSignOn = handle(
  endpoints.getUserSignOn,
  schemas.getUserSignOn,
  async ({ sql, caller, resource }) => {
    if (resource.domainUser !== caller.domainUser) throw problems.forbidden();
    const { userId } = resource;
    const { companyId } = await loadUserRecord(sql, userId);
    if (companyId === null) return { isProvisioned: false, signOn: null };
    const isProvisioned = (await findScimUser(sql, companyId, userId)) !== undefined;
    const provider = await loadProvider(sql, companyId);
    if (!provider) return { isProvisioned, signOn: null };
    const identity = await findUserIdentity(sql, { companyId, issuer: provider.issuer, userId });
    const lastUsedAt = identity?.lastUsedAt?.toISOString() ?? null;
    return { isProvisioned, signOn: { isConnected: identity !== undefined, lastUsedAt } };
  },
);

export const getMySignOn = handle(endpoints.getMySignOn, schemas.getMySignOn, async ({ sql, caller }) => {
  const provider = await loadOwnProvider(sql, caller);
  if (!provider) return { provider: null, connected: null, mayDisconnect: false };
  const { identity, mayDisconnect } = await loadOwnConnection(sql, caller, provider.provider);
  return {
    provider: { companyName: provider.companyName, issuer: provider.provider.issuer },
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
  (ctx) => startOwnAttempt(ctx, 'connect'),
);

export const confirmMySignOn = handleWithoutTransaction<typeof endpoints.confirmMySignOn, Services>(
  endpoints.confirmMySignOn,
  schemas.confirmMySignOn,
  (ctx) => startOwnAttempt(ctx, 'confirm'),
);

/** A user created by the provider stays connected, because their next sign-in would be that of an unknown subject. */
export const disconnectMySignOn = handle(
  endpoints.disconnectMySignOn,
  schemas.disconnectMySignOn,
  async ({ sql, caller, request, now }) => {
    const provider = await loadOwnProvider(sql, caller);
    const connection = provider && (await loadOwnConnection(sql, caller, provider.provider));
    if (!provider || !connection?.identity) throw problems.notFound();
    if (!connection.mayDisconnect) throw new Problem(409, 'SIGN_ON_NEEDED', 'sign_on_needed');
    const { companyId, issuer } = provider.provider;
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

/** Discovery comes first, so that no wrong address is stored. */
export const saveSignOnProvider = handleWithoutTransaction<typeof endpoints.saveSignOnProvider, Services>(
  endpoints.saveSignOnProvider,
  schemas.saveSignOnProvider,
  async (ctx) => {
    const { path, body, inTenant, caller, services } = ctx;
    const { companyId } = await inTenant((sql) => loadCompanyToChange(sql, path.orgId));
    const issuer = await discoverIssuer(services, body.issuer);
    if (!issuer.ok) throw invalidProvider('issuer', issuer.code);
    return inTenant(async (sql) => {
      const maker = async () => ({ userId: caller.id, held: await lockEditor(sql, caller) });
      const change = { ...body, companyId, issuer: issuer.value };
      const givesRights = await saveProviderBy(sql, actorOf(ctx), change, { keys: services.keys, maker });
      // Another provider, or another claim, decides who gets the roles of the mapping and of the users who may connect.
      if (givesRights) {
        const summary = { organisationId: companyId, objectId: null, objectName: body.issuer };
        await ctx.requireApproval(sql, summary);
      }
      return viewSignOn(sql, path.orgId, { caller, services });
    });
  },
);

/** Replaces the mapping. The caller is the maker of the rules that change. */
export const saveSignOnMapping = handle(
  endpoints.saveSignOnMapping,
  schemas.saveSignOnMapping,
  async (ctx) => {
    const { sql, caller, path, body, services } = ctx;
    const { companyId } = await loadCompanyToChange(sql, path.orgId);
    const held = await lockEditor(sql, caller);
    const provider = await loadProvider(sql, companyId, true);
    if (!provider) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
    if (provider.version !== body.version) throw problems.versionConflict('SIGN_ON_CHANGED');
    const maker = () => Promise.resolve({ userId: caller.id, held });
    const added = await changeMappingBy(sql, actorOf(ctx), { provider, rules: body.rules }, maker);
    const [first] = added;
    if (first) {
      const others = added.length > 1 ? ` (+${added.length - 1})` : '';
      const objectName = `${first.claim} = ${first.value}${others}`;
      await ctx.requireApproval(sql, { organisationId: companyId, objectId: null, objectName });
    }
    return viewSignOn(sql, path.orgId, { caller, services });
  },
);

/** Sign-ins that one address may start in a minute. */
const addressLimit = 60;
const maxEmailLength = 254;
/** More does not fit into the attempt's cookie: the sign-in then leads to the first screen. */
const maxToBytes = 2000;

/** The domain alone decides, so that the response does not depend on whether the user exists. */
export const startSingleSignOn = handlePublic<typeof endpoints.startSingleSignOn, Services>(
  endpoints.startSingleSignOn,
  schemas.startSingleSignOn,
  async ({ query, request, services, now }) => {
    const { database } = services;
    const started = await countAttempt(database, `sso:address:${request.ip}`, minuteMs, now);
    if (started > addressLimit) return outcomePage('busy');
    const loginHint = query.email?.trim() ?? '';
    const domain = loginHint.length > maxEmailLength ? undefined : domainOfEmail(loginHint);
    const companyId = domain === undefined ? undefined : await findDomainOwner(database, domain);
    const provider =
      companyId === undefined
        ? undefined
        : await inTenant(database, [companyId], (sql) => loadProvider(sql, companyId));
    if (!provider) return outcomePage('unknown-domain');
    const to = Buffer.byteLength(query.to ?? '') > maxToBytes ? '' : (query.to ?? '');
    const attempt = await startAttempt({ services, provider, purpose: 'sign-in', to, loginHint, now });
    return attempt.ok ? redirectTo(attempt.value.url, [attempt.value.cookie]) : outcomePage('unavailable');
  },
);

// Longer handlers are in separate files.
export { finishSingleSignOn } from './finish-single-sign-on.ts';

/** The provider of the caller's own company. Users above companies have none. */
async function loadOwnProvider(
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
async function loadOwnConnection(
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
async function startOwnAttempt(
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
function sendAttempt(started: ProviderResult<{ url: string; cookie: CookieChange }>): Reply<{ url: string }> {
  if (!started.ok) throw new Problem(409, 'SIGN_ON_PROVIDER', started.code);
  const { url, cookie } = started.value;
  return new Reply(200, { url }, { cookies: [cookie] });
}
