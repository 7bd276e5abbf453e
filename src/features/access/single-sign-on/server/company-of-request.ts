import { findGoverningOrganisation } from '#features/access/second-factor/server/db/security-policy.ts';
import type { Sql } from '#database/connection.ts';
import { problems } from '#shared/problem.ts';

export interface Company {
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
