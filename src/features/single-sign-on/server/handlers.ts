import { auditAction } from '#server/audit/audit-event.ts';
import {
  type Handler,
  type HandlerContext,
  Reply,
  handle,
  handleWithoutTransaction,
} from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { parseDomain } from '../domain-name.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { companyOf, companyToChange } from './company-of-request.ts';
import { companyOfDomain, deleteDomain, insertDomain, listDomains, markVerified } from './db/sso-domain.ts';
import { hasLocalAdministrator } from './db/sso-identity.ts';
import { deleteProvider, loadProvider, writeProvider } from './db/sso-provider.ts';
import { loadTest } from './db/sso-test.ts';
import { confirmMySignOn } from './confirm-my-sign-on.ts';
import { connectMySignOn } from './connect-my-sign-on.ts';
import { disconnectMySignOn } from './disconnect-my-sign-on.ts';
import { ProviderFailure } from './discover-provider.ts';
import { hasRecord, newDomainToken } from './domain-record.ts';
import { finishSingleSignOn } from './finish-single-sign-on.ts';
import { getMySignOn } from './get-my-sign-on.ts';
import { saveSignOnMapping } from './save-sign-on-mapping.ts';
import { saveSignOnProvider } from './save-sign-on-provider.ts';
import { startAttempt } from './sign-in/start-attempt.ts';
import { startSingleSignOn } from './start-single-sign-on.ts';
import { isTestCurrent, viewSignOn } from './view-sign-on.ts';

const maxDomains = 20;

export const getSingleSignOn = handle(endpoints.getSingleSignOn, schemas.getSingleSignOn, (ctx) =>
  viewSignOn(ctx.sql, ctx.path.orgId, ctx),
);

export const removeSignOnProvider = handle(
  endpoints.removeSignOnProvider,
  schemas.removeSignOnProvider,
  async (ctx) => {
    const { companyId } = await companyToChange(ctx.sql, ctx.path.orgId);
    const provider = await loadProvider(ctx.sql, companyId, true);
    if (!provider) throw problems.notFound();
    await deleteProvider(ctx.sql, companyId);
    const { issuer, clientId, isRequired } = provider;
    await audit(ctx, endpoints.removeSignOnProvider, companyId, { before: { issuer, clientId, isRequired } });
    return undefined;
  },
);

export const addSignOnDomain = handle(endpoints.addSignOnDomain, schemas.addSignOnDomain, async (ctx) => {
  const { sql, path, body } = ctx;
  const { companyId } = await companyToChange(sql, path.orgId);
  const domain = parseDomain(body.domain);
  if (domain === undefined) throw domainFault(400, 'SIGN_ON_DOMAIN', 'sign_on_domain_invalid');
  const owner = await companyOfDomain(sql, domain);
  if (owner !== undefined && owner !== companyId) throw domainTaken();
  if ((await listDomains(sql, companyId)).length >= maxDomains)
    throw domainFault(409, 'SIGN_ON_DOMAIN_LIMIT', 'sign_on_domain_limit');
  if (!(await insertDomain(sql, { companyId, domain, token: newDomainToken() })))
    throw domainFault(409, 'SIGN_ON_DOMAIN_KNOWN', 'sign_on_domain_known');
  await audit(ctx, endpoints.addSignOnDomain, companyId, { after: { domain } });
  return new Reply(201, await viewSignOn(sql, path.orgId, ctx));
});

export const verifySignOnDomain = handleWithoutTransaction<typeof endpoints.verifySignOnDomain, Services>(
  endpoints.verifySignOnDomain,
  schemas.verifySignOnDomain,
  async (ctx) => {
    const { path, services, inTenant, now } = ctx;
    const { companyId, claimed } = await inTenant(async (sql) => {
      const company = await companyToChange(sql, path.orgId);
      const domains = await listDomains(sql, company.companyId);
      return { ...company, claimed: domains.find(({ domain }) => domain === path.domain) };
    });
    if (!claimed) throw problems.notFound();
    if (!(await hasRecord(services.txtResolver, claimed)))
      throw new Problem(409, 'SIGN_ON_RECORD_MISSING', 'sign_on_record_missing');
    return inTenant(async (sql) => {
      const { domain } = claimed;
      const isOurs = await sql
        .savepoint((inner) => markVerified(inner, { companyId, domain, now }))
        .catch(duplicate);
      if (!isOurs) throw domainTaken();
      await audit({ ...ctx, sql }, endpoints.verifySignOnDomain, companyId, { after: { domain } });
      return viewSignOn(sql, path.orgId, ctx);
    });
  },
);

/** Another company has verified the domain. */
function duplicate(error: unknown): false {
  if ((error as { code?: string }).code === '23505') return false;
  throw error;
}

export const removeSignOnDomain = handle(
  endpoints.removeSignOnDomain,
  schemas.removeSignOnDomain,
  async (ctx) => {
    const { sql, path } = ctx;
    const { companyId } = await companyToChange(sql, path.orgId);
    const gone = await deleteDomain(sql, companyId, path.domain);
    if (!gone) throw problems.notFound();
    const isVerified = gone.verifiedAt !== null;
    await audit(ctx, endpoints.removeSignOnDomain, companyId, {
      before: { domain: gone.domain, isVerified },
    });
    return undefined;
  },
);

/** Requiring needs a working set-up and a way back: the caller's own test, and an administrator with a passkey. */
export const requireSignOn = handle(endpoints.requireSignOn, schemas.requireSignOn, async (ctx) => {
  const { sql, caller, path, body } = ctx;
  const { companyId } = await companyToChange(sql, path.orgId);
  const provider = await loadProvider(sql, companyId, true);
  if (!provider) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
  if (provider.version !== body.version) throw new Problem(409, 'SIGN_ON_CHANGED', 'version_conflict');
  if (body.isRequired) {
    const test = await loadTest(sql, companyId, caller.id);
    if (!test || test.problem !== null || !isTestCurrent(test, provider))
      throw new Problem(409, 'SIGN_ON_TEST_MISSING', 'sign_on_test_missing');
    if (!(await hasLocalAdministrator(sql, companyId)))
      throw new Problem(409, 'LOCAL_ADMINISTRATOR_MISSING', 'local_administrator_missing');
  }
  await writeProvider(sql, { ...provider, isRequired: body.isRequired });
  await audit(ctx, endpoints.requireSignOn, companyId, {
    before: { isRequired: provider.isRequired },
    after: { isRequired: body.isRequired },
  });
  return viewSignOn(sql, path.orgId, ctx);
});

export const testSignOn = handleWithoutTransaction<typeof endpoints.testSignOn, Services>(
  endpoints.testSignOn,
  schemas.testSignOn,
  async ({ path, caller, services, inTenant, now }) => {
    const provider = await inTenant(async (sql) => {
      const { companyId } = await companyOf(sql, path.orgId);
      return loadProvider(sql, companyId);
    });
    if (!provider || !caller.session) throw new Problem(409, 'NO_SIGN_ON_PROVIDER', 'no_sign_on_provider');
    const session = { userId: caller.id, tokenHash: caller.session.tokenHash.toString('hex') };
    try {
      const attempt = { services, provider, purpose: 'test', to: '', session, now } as const;
      const { url, cookie } = await startAttempt(attempt);
      return new Reply(200, { url }, { cookies: [cookie] });
    } catch (error) {
      if (error instanceof ProviderFailure) throw new Problem(409, 'SIGN_ON_PROVIDER', error.fault);
      throw error;
    }
  },
);

function audit(
  { sql, caller, request, now }: Pick<HandlerContext<Endpoint>, 'sql' | 'caller' | 'request' | 'now'>,
  { name: act }: { name: string },
  companyId: number,
  change: { before?: object; after?: object },
): Promise<void> {
  return auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: companyId,
    act,
    objectKind: 'singleSignOn',
    objectId: String(companyId),
    ...change,
  });
}

const domainFault = (status: number, code: string, message: string): Problem =>
  new Problem(status, code, message, { fault: { field: 'domain', detail: 'invalid' } });
const domainTaken = (): Problem => domainFault(409, 'SIGN_ON_DOMAIN_TAKEN', 'sign_on_domain_taken');

/** The handlers of single sign-on. */
export const singleSignOnHandlers: readonly Handler<Services>[] = [
  getSingleSignOn,
  saveSignOnProvider,
  removeSignOnProvider,
  addSignOnDomain,
  verifySignOnDomain,
  removeSignOnDomain,
  saveSignOnMapping,
  requireSignOn,
  testSignOn,
  startSingleSignOn,
  finishSingleSignOn,
  getMySignOn,
  connectMySignOn,
  confirmMySignOn,
  disconnectMySignOn,
] as readonly Handler<Services>[];
