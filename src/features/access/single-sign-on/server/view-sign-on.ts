import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { Config } from '#server/config.ts';
import { findGoverningOrganisation } from '#features/access/second-factor/server/db/security-policy.ts';
import type { Sql } from '#database/connection.ts';
import { problems } from '#shared/problem.ts';
import type { SignOnView, TestView } from '../schemas.ts';
import {
  listDomains,
  type StoredProvider,
  loadProvider,
  type StoredTest,
  loadTest,
} from './db/sso-provider.ts';
import { hasLocalAdministrator } from './db/sso-identity.ts';
import { listRoles } from './db/sso-mapping.ts';
import { describeRecord } from './domain-record.ts';
import { type CheckedRule, loadCheckedRules } from './sign-in/mapped-grants.ts';
import { redirectUri } from './sign-in/start-attempt.ts';

interface Viewing {
  caller: Caller;
  services: { config: Config };
}

/** The screen's data about the organisation's company. Never the client secret. */
export async function viewSignOn(sql: TenantSql, orgId: number, viewing: Viewing): Promise<SignOnView> {
  return viewCompany(sql, await loadCompany(sql, orgId), viewing);
}

async function viewCompany(
  sql: TenantSql,
  { companyId, name, path }: Company,
  { caller, services }: Viewing,
): Promise<SignOnView> {
  const provider = await loadProvider(sql, companyId);
  const test = await loadTest(sql, companyId, caller.id);
  return {
    organisationId: companyId,
    organisationName: name,
    mayChange: mayOn(caller, 'P_MANAGE_SECURITY', path),
    redirectUri: redirectUri(services),
    provider: provider
      ? {
          issuer: provider.issuer,
          clientId: provider.clientId,
          isRequired: provider.isRequired,
          connectsProvisioned: provider.connectsBy !== null,
          emailClaim: provider.emailClaim,
        }
      : null,
    version: provider?.version ?? 0,
    domains: (await listDomains(sql, companyId)).map((domain) => ({
      domain: domain.domain,
      ...describeRecord(domain),
      verifiedAt: domain.verifiedAt?.toISOString() ?? null,
    })),
    rules: (await loadCheckedRules(sql, companyId)).map(viewRule),
    roles: await listRoles(sql, companyId),
    test: test && provider ? viewTest(test, provider) : null,
    hasLocalAdministrator: await hasLocalAdministrator(sql, companyId),
  };
}

const viewRule = (rule: CheckedRule): SignOnView['rules'][number] => {
  const { ruleId, claim, value, roleId, roleName, organisationId, organisationName, isActive } = rule;
  return { ruleId, claim, value, roleId, roleName, organisationId, organisationName, isActive };
};

/** A test before the last change of the provider shows nothing about the present one. */
export const isTestCurrent = (test: StoredTest, provider: StoredProvider): boolean =>
  test.at >= provider.changedAt;

const viewTest = (test: StoredTest, provider: StoredProvider): TestView => ({
  ...test.result,
  // Tests of an earlier version have none.
  missingClaims: test.result.missingClaims ?? [],
  at: test.at.toISOString(),
  isCurrent: isTestCurrent(test, provider),
  problem: test.problem,
});

interface Company {
  companyId: number;
  name: string;
  path: string;
}

/** The company of an organisation. Throws 404 above companies: a provider signs in users of one company. */
export async function loadCompany(sql: Sql, orgId: number): Promise<Company> {
  const governing = await findGoverningOrganisation(sql, orgId);
  if (!governing || governing.companyId === null) throw problems.notFound();
  const { companyId, organisationName: name, path } = governing;
  return { companyId, name, path };
}

/** The same for a change. The guard has authorised this organisation, which must be the company itself. */
export async function loadCompanyToChange(sql: Sql, orgId: number): Promise<Company> {
  const company = await loadCompany(sql, orgId);
  if (company.companyId !== orgId) throw problems.forbidden();
  return company;
}
