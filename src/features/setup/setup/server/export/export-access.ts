import { permissions } from '#shared/permissions.ts';
import { findPreset } from '#shared/api-permissions.ts';
import {
  loadKeyInstallations,
  listActiveKeys,
  loadKey,
} from '#features/access/api-keys/server/db/api-credential.ts';
import { listOwnRoles, listStandardRoleIds } from '#features/access/roles/server/db/role.ts';
import { listCompanyUserNames, findUser } from '#features/access/users/server/manage-user.ts';
import type { Grant } from '#features/access/users/server/db/grants.ts';
import { type ExportRun, byKey } from './export-run.ts';

/** One more than can be applied, so that the schema refuses them. */
const maxUsers = 5001;
const maxKeys = 1001;

/** Roles, users and API keys. Passwords, factors and secrets are never exported. */
export async function exportAccess(run: ExportRun) {
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
      ...(preset === 'custom' ? { permissions: stored.permissions.toSorted() } : { preset }),
      installations,
      ipRanges: stored.ipRanges,
      expiresAt: stored.expiresAt?.toISOString() ?? null,
    });
  }
  return keys.toSorted(byKey);
}

/** Keys of active installations. */
export function installationKeys(
  run: ExportRun,
  installations: readonly { installationId: number }[],
): string[] {
  return installations
    .map(({ installationId }) => run.findKey('installation', installationId))
    .filter((key) => key !== undefined)
    .toSorted();
}
