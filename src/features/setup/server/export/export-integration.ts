import { companyPolicy } from '#features/approvals/server/manage-policy.ts';
import { currentPolicy } from '#features/second-factor/server/manage-policy.ts';
import {
  companyEndpoints,
  endpointInstallations,
  loadEndpoint,
} from '#features/webhooks/server/db/webhook-endpoint.ts';
import { installationKeys } from './export-access.ts';
import { type ExportRun, byKey } from './export-run.ts';
import { listDomains } from '#features/single-sign-on/server/db/sso-domain.ts';
import { mappingMakers } from '#features/single-sign-on/server/db/sso-mapping.ts';
import { loadProvider } from '#features/single-sign-on/server/db/sso-provider.ts';
import { loadCheckedRules } from '#features/single-sign-on/server/sign-in/mapped-grants.ts';

export async function exportWebhooks(run: ExportRun) {
  const webhooks = [];
  for (const endpointId of await companyEndpoints(run.sql, run.companyId)) {
    const stored = await loadEndpoint(run.sql, [run.companyId], endpointId);
    if (!stored) continue;
    const { url, events, format } = stored;
    const { host } = new URL(url);
    const installations = installationKeys(run, await endpointInstallations(run.sql, stored));
    if (installations.length === 0) {
      run.leaveOut('webhook', host, 'without an active installation: left out');
      continue;
    }
    const key = await run.keyOf('webhook', endpointId, host);
    if (stored.state === 'paused')
      run.leaveOut('webhook', key, 'paused here, active where the file creates it');
    webhooks.push({ key, url: exportUrl(run, key, url), events, installations, format });
  }
  return webhooks.toSorted(byKey);
}

/** The query may contain a secret, so the whole address comes from a variable then. */
function exportUrl(run: ExportRun, key: string, url: string): string | { env: string } {
  if (!url.includes('?')) return url;
  const env = `WEBHOOK_${key.toUpperCase().replaceAll('-', '_')}_URL`;
  run.leaveOut('webhook', key, `set ${env} to its address, which may contain a secret`);
  return { env };
}

/** Sign-in rules, single sign-on and approvals, where the company has saved its own. */
export async function exportPolicies(run: ExportRun) {
  const { sql, companyId } = run;
  const { version: securityVersion, ...policy } = await currentPolicy(sql, companyId);
  const { version: approvalVersion, rules, includesKeys } = await companyPolicy(sql, companyId);
  const sso = await exportSignOn(run);
  const security = { ...(securityVersion > 0 ? policy : {}), ...(sso ? { sso } : {}) };
  return {
    ...(Object.keys(security).length > 0 ? { security } : {}),
    ...(approvalVersion > 0 ? { approvals: rules, approvalSettings: { includesKeys } } : {}),
  };
}

const secretVariable = 'SSO_CLIENT_SECRET';
const label = 'single sign-on';

/** Provider, domains and mapping. The secret comes from a variable. */
async function exportSignOn(run: ExportRun) {
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
