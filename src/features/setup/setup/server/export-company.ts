import type { Database } from '#database/connection.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import { isActiveCondition } from '#server/auth/inherited-state.ts';
import { isFieldName } from '#features/payments/custom-fields/custom-field.ts';
import { loadCompanyFields } from '#features/payments/custom-fields/server/custom-field-table.ts';
import { createInstallation as installationCall } from '#features/company/installations/schemas.ts';
import {
  type StoredInstallation,
  readInstallation,
} from '#features/company/installations/server/installation-table.ts';
import { loadCompanyPolicy } from '#features/access/approvals/server/manage-policy.ts';
import { readCurrentPolicy } from '#features/access/second-factor/server/manage-policy.ts';
import {
  listCompanyEndpoints,
  listEndpointInstallations,
  loadEndpoint,
} from '#features/outbound/webhooks/server/db/webhook-endpoint.ts';
import { listDomains, loadProvider } from '#features/access/single-sign-on/server/db/sso-provider.ts';
import { listMakers } from '#features/access/single-sign-on/server/db/sso-mapping.ts';
import { loadCheckedRules } from '#features/access/single-sign-on/server/sign-in/mapped-grants.ts';
import { permissions } from '#shared/permissions.ts';
import { findPreset } from '#shared/api-permissions.ts';
import {
  loadKeyInstallations,
  listActiveKeys,
  loadKey,
} from '#features/access/api-keys/server/api-credential-table.ts';
import { listOwnRoles, listStandardRoleIds } from '#features/access/roles/server/role-table.ts';
import { listCompanyUserNames, findUser } from '#features/access/users/server/manage-user.ts';
import type { Grant } from '#features/access/users/server/db/grants.ts';
import { exportProcessors } from './export-processors.ts';
import { findAppliedCompany, findCompanyKey, saveApplied } from './applied-object-table.ts';
import { parseCompanyFile } from './apply/company-file.ts';
import { ExportRun, byKey, generateKey } from './export-run.ts';

export interface Exported {
  file: object;
  /** The parts that the file cannot contain, one line each. */
  notes: string[];
}

/** No company has this key or name, or several have the name. */
export class CompanyNotFound extends Error {}

/**
 * The file of a company, as `apply` accepts it, without secrets. Objects that were not applied from a file get a key, which is
 * remembered: the file changes them afterwards, also under another name.
 */
export function exportCompany(
  database: Database,
  company: string,
  { operator, now }: { operator: string; now: Date },
): Promise<Exported> {
  return inTenant(database, 'all-tenants', async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('apply company'))`;
    const companyId = await findCompany(sql, company);
    const run = new ExportRun(sql, companyId, await findOrCreateKey(sql, companyId));
    const file = {
      version: 1,
      ...(await exportStructure(run)),
      ...(await exportAccess(run)),
      webhooks: await exportWebhooks(run),
      ...(await exportProcessors(run)),
      ...(await exportPolicies(run)),
    };
    const parsed = parseCompanyFile(file);
    if ('errors' in parsed) throw parsed.errors[0] as Error;
    await writeAuditEvent(sql, {
      at: now,
      companyId,
      organisationId: companyId,
      actorKind: 'system',
      actor: `admin-cli:${operator}`,
      ip: '',
      userAgent: '',
      act: 'exportCompany',
      objectKind: 'organisation',
      objectId: String(companyId),
      outcome: 'allowed',
      requestId: '',
    });
    return { file, notes: run.notes };
  });
}

/** A company by its key in files, or by its name. */
async function findCompany(sql: TenantSql, input: string): Promise<number> {
  const appliedId = await findAppliedCompany(sql, input);
  if (appliedId !== undefined) return appliedId;
  const found = await sql<{ id: number }[]>`
    select id from organisation
    where type = 'GROUP' and id = company_id and lower(name) = lower(${cleanName(input)}) order by id limit 2`;
  const [company] = found;
  if (!company) throw new CompanyNotFound('No company has this key or name.');
  if (found.length > 1) throw new CompanyNotFound('Several companies have this name: use the key of one.');
  return company.id;
}

async function findOrCreateKey(sql: TenantSql, companyId: number): Promise<string> {
  const storedKey = await findCompanyKey(sql, companyId);
  if (storedKey !== undefined) return storedKey;
  const [company] = await sql<{ name: string }[]>`select name from organisation where id = ${companyId}`;
  const takenKeys = new Set<string>();
  let key = generateKey(company?.name ?? '', 'company', (key) => takenKeys.has(key));
  while ((await findAppliedCompany(sql, key)) !== undefined) {
    takenKeys.add(key);
    key = generateKey(company?.name ?? '', 'company', (key) => takenKeys.has(key));
  }
  await saveApplied(sql, { companyId, kind: 'company', key, objectId: String(companyId), isCreated: false });
  return key;
}

interface Row {
  id: number;
  type: 'GROUP' | 'BRANCH' | 'MERCHANT' | 'INSTALLATION';
  name: string;
  parentId: number;
  timeZone: string | null;
  features: string[];
  isActive: boolean;
}

/** More cannot be applied. */
const maxRows = 10_000;

/** The organisations and installations of a company, parents first. */
async function loadCompanyRows({ sql, companyId }: ExportRun): Promise<Row[]> {
  const rows = await sql<Row[]>`
    select o.id, o.type, o.name, o.parent_id, o.time_zone, ${isActiveCondition(sql, sql`o.path`)} as is_active,
           array(select f.feature from organisation_feature f where f.organisation_id = o.id order by 1) as features
    from organisation o where o.company_id = ${companyId}
    order by length(o.path), o.id limit ${maxRows + 1}`;
  if (rows.length > maxRows) throw new Error(`the company has more than ${maxRows} organisations.`);
  return rows;
}

/** Company, branches and merchants, installations and fields. Deactivated ones are left out. */
async function exportStructure(run: ExportRun) {
  const rows = await loadCompanyRows(run);
  const [company] = rows;
  if (!company) throw new Error('the company has no organisation');
  const organisations = [];
  const installations = [];
  for (const row of rows) {
    if (row.id === run.companyId) continue;
    if (!row.isActive) run.leaveOut(row.type.toLowerCase(), row.name, 'deactivated: left out');
    else if (row.type === 'INSTALLATION') installations.push(await exportInstallation(run, row));
    else organisations.push(await exportOrganisation(run, row));
  }
  return {
    company: await exportCompanyRow(run, company),
    organisations: organisations.toSorted(byKey),
    installations: installations.toSorted(byKey),
    customFields: await exportFields(run),
  };
}

async function exportCompanyRow({ sql, companyKey }: ExportRun, row: Row) {
  const [parent] = await sql<{ name: string }[]>`select name from organisation where id = ${row.parentId}`;
  const { name, timeZone, features } = row;
  return { key: companyKey, name, under: parent?.name ?? '', timeZone, features };
}

async function exportOrganisation(run: ExportRun, { id, type, name, parentId, timeZone, features }: Row) {
  const parent = run.findKey('organisation', parentId);
  return { key: await run.resolveKey('organisation', id, name), type, name, parent, timeZone, features };
}

/** The settings of the portal's form. */
async function exportInstallation(run: ExportRun, { id, name, parentId }: Row) {
  const stored = await readInstallation(run.sql, id);
  if (!stored) throw new Error(`installation ${id} has no settings`);
  const fields = Object.keys(installationCall.body.shape) as (keyof StoredInstallation)[];
  return {
    key: await run.resolveKey('installation', id, name),
    merchant: run.findKey('organisation', parentId),
    ...Object.fromEntries(fields.map((field) => [field, stored[field]])),
  };
}

async function exportFields(run: ExportRun) {
  const fields = await loadCompanyFields(run.sql, run.companyId);
  const visible = fields.filter(({ hidden }) => !hidden);
  for (const { name } of visible)
    if (!isFieldName(name))
      run.leaveOut('custom field', name, 'a name that new fields cannot have: left out');
  return visible
    .filter(({ name }) => isFieldName(name))
    .map(({ hidden: _hidden, version: _version, ...field }) => field)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function exportWebhooks(run: ExportRun) {
  const webhooks = [];
  for (const endpointId of await listCompanyEndpoints(run.sql, run.companyId)) {
    const stored = await loadEndpoint(run.sql, [run.companyId], endpointId);
    if (!stored) continue;
    const { url, events, format } = stored;
    const { host } = new URL(url);
    const installations = installationKeys(run, await listEndpointInstallations(run.sql, stored));
    if (installations.length === 0) {
      run.leaveOut('webhook', host, 'without an active installation: left out');
      continue;
    }
    const key = await run.resolveKey('webhook', endpointId, host);
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
async function exportPolicies(run: ExportRun) {
  const { sql, companyId } = run;
  const { version: securityVersion, ...policy } = await readCurrentPolicy(sql, companyId);
  const { version: approvalVersion, rules, includesKeys } = await loadCompanyPolicy(sql, companyId);
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
    const organisationKey = run.findKey('organisation', organisationId);
    const name = `${claim} = ${value}`;
    if (organisationKey === undefined)
      run.leaveOut('mapping', name, `${roleName} at ${organisationName}: left out`);
    else if (!isActive) run.leaveOut('mapping', name, 'its maker does not hold what it grants: left out');
    else map.push({ claim, value, role: run.findKey('role', roleId) ?? roleId, at: organisationKey });
  }
  const [maker, otherMaker] = await listMakers(sql, companyId, 2);
  if (maker === undefined) return { map };
  if (otherMaker !== undefined)
    run.leaveOut('mapping', 'maker', `several: ${maker} where the file creates rules`);
  return { maker, map };
}

/** One more than can be applied, so that the schema refuses them. */
const maxUsers = 5001;
const maxKeys = 1001;

/** Roles, users and API keys. Passwords, factors and secrets are never exported. */
async function exportAccess(run: ExportRun) {
  const roles = await exportRoles(run);
  return { roles, users: await exportUsers(run), apiKeys: await exportKeys(run) };
}

async function exportRoles(run: ExportRun) {
  const roles = [];
  const reserved = new Set(await listStandardRoleIds(run.sql));
  for (const { roleId, name, description, permissions: rolePermissions } of await listOwnRoles(
    run.sql,
    run.companyId,
  )) {
    const exportable = permissions.filter((permission) => rolePermissions.includes(permission));
    const key = await run.resolveKey('role', roleId, name, reserved);
    roles.push({ key, name, description, permissions: exportable });
  }
  return roles.toSorted(byKey);
}

async function exportUsers(run: ExportRun) {
  const users = [];
  for (const name of await listCompanyUserNames(run.sql, run.companyId, maxUsers)) {
    const user = await findUser(run.sql, name);
    if (!user) continue;
    const organisation = run.findKey('organisation', Number(user.record.organisationId));
    const { userName: username, givenName, familyName } = user.record;
    if (organisation === undefined) {
      run.leaveOut('user', username, 'of a deactivated organisation: left out');
      continue;
    }
    const grants = exportGrants(run, username, user.grants);
    users.push({ username, givenName, familyName, organisation, grants });
  }
  return users;
}

function exportGrants(run: ExportRun, username: string, rolePermissions: readonly Grant[]) {
  const grants = [];
  for (const { roleId, roleName, organisationId, organisationName, cascade } of rolePermissions) {
    const role = run.findKey('role', roleId) ?? roleId;
    const organisationKey = run.findKey('organisation', organisationId);
    if (organisationKey === undefined || !cascade)
      run.leaveOut('user', username, `${roleName} at ${organisationName} alone: left out`);
    else grants.push({ role, at: organisationKey });
  }
  return grants.toSorted((left, right) => (`${left.at} ${left.role}` < `${right.at} ${right.role}` ? -1 : 1));
}

async function exportKeys(run: ExportRun) {
  const keys = [];
  for (const apiId of await listActiveKeys(run.sql, run.companyId, maxKeys)) {
    const stored = await loadKey(run.sql, [run.companyId], apiId);
    if (!stored) continue;
    const installations = installationKeys(run, await loadKeyInstallations(run.sql, apiId));
    if (installations.length === 0) {
      run.leaveOut('api key', stored.name, 'without an active installation: left out');
      continue;
    }
    const preset = findPreset(stored.permissions);
    keys.push({
      key: await run.resolveKey('apiKey', apiId, stored.name),
      name: stored.name,
      mode: stored.mode,
      ...(preset === 'custom' ? { permissions: stored.permissions.toSorted() } : { preset }),
      installations,
      ipRanges: stored.ipRanges,
      expiresAt: stored.expiresAt?.toISOString() ?? null,
    });
  }
  return keys.toSorted(byKey);
}

/** Keys of active installations. */
function installationKeys(run: ExportRun, installations: readonly { installationId: number }[]): string[] {
  return installations
    .map(({ installationId }) => run.findKey('installation', installationId))
    .filter((key) => key !== undefined)
    .toSorted();
}
