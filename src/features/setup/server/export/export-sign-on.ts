import { listDomains } from '#features/single-sign-on/server/db/sso-domain.ts';
import { mappingMakers } from '#features/single-sign-on/server/db/sso-mapping.ts';
import { loadProvider } from '#features/single-sign-on/server/db/sso-provider.ts';
import { loadCheckedRules } from '#features/single-sign-on/server/sign-in/mapped-grants.ts';
import type { ExportRun } from './export-run.ts';

const secretVariable = 'SSO_CLIENT_SECRET';
const label = 'single sign-on';

/** Provider, domains and mapping. The secret comes from a variable. */
export async function exportSignOn(run: ExportRun) {
  const { sql, companyId } = run;
  const provider = await loadProvider(sql, companyId);
  const domains = (await listDomains(sql, companyId)).map(({ domain }) => domain);
  if (!provider) return domains.length > 0 ? { domains } : undefined;
  const { issuer, clientId, isRequired } = provider;
  run.leaveOut(label, issuer, `set ${secretVariable} to the client secret`);
  if (isRequired)
    run.leaveOut(label, issuer, 'required here: elsewhere require it in the portal after a test');
  return {
    issuer,
    clientId,
    clientSecret: { env: secretVariable },
    domains,
    ...(await exportMapping(run)),
    ...(isRequired ? {} : { require: false }),
  };
}

async function exportMapping(run: ExportRun) {
  const { sql, companyId } = run;
  const map = [];
  for (const rule of await loadCheckedRules(sql, companyId)) {
    const { claim, value, roleId, roleName, organisationId, organisationName, isActive } = rule;
    const at = run.findKey('organisation', organisationId);
    const name = `${claim} = ${value}`;
    if (at === undefined) run.leaveOut('mapping', name, `${roleName} at ${organisationName}: left out`);
    else if (!isActive) run.leaveOut('mapping', name, 'its maker does not hold what it grants: left out');
    else map.push({ claim, value, role: run.findKey('role', roleId) ?? roleId, at });
  }
  const [maker, another] = await mappingMakers(sql, companyId, 2);
  if (maker === undefined) return { map };
  if (another !== undefined)
    run.leaveOut('mapping', 'maker', `several: ${maker} where the file creates rules`);
  return { maker, map };
}
