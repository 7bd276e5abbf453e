import { companyPolicy } from '#features/approvals/server/manage-policy.ts';
import { currentPolicy } from '#features/second-factor/server/manage-policy.ts';
import {
  companyEndpoints,
  endpointInstallations,
  loadEndpoint,
} from '#features/webhooks/server/db/webhook-endpoint.ts';
import { installationKeys } from './export-access.ts';
import { type ExportRun, byKey } from './export-run.ts';
import { exportSignOn } from './export-sign-on.ts';

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
