import { randomBytes } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { permissions } from '#shared/permissions.ts';
import { isNameTaken } from '#shared/label.ts';
import { Problem } from '#shared/problem.ts';
import type { RoleContent } from '../schemas.ts';
import * as db from './role-table.ts';

/** The most own roles of a company. */
const maxRoles = 100;

/*
 * Changes of a company's own roles, for the portal and for commands of the operator. The caller has parsed and authorised them. Each
 * writes and audits in the transaction of `sql`, and throws a Problem to refuse.
 */

/** Every permission once. Texts are stored with card numbers masked. */
export const normaliseRole = (content: RoleContent): RoleContent => ({
  name: maskCardNumbers(content.name),
  description: maskCardNumbers(content.description),
  permissions: permissions.filter((name) => content.permissions.includes(name)),
});

/** Changes of a company's roles take turns, so that editors who hold each other's roles do not deadlock. */
export async function lockRoles(sql: TenantSql, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roles'), ${companyId})`;
}

/** Creates a role and returns its id. */
export async function createRoleBy(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  content: RoleContent,
): Promise<string> {
  if ((await db.countRoles(sql, companyId)) >= maxRoles) throw new Problem(409, 'ROLE_LIMIT', 'role_limit');
  const roleId = `role_${randomBytes(9).toString('hex')}`;
  await requireFreeName(sql, { companyId, roleId, name: content.name });
  if (!(await db.insertRole(sql, { companyId, roleId, content }))) throw nameTaken();
  await audit(sql, by, 'createRole', { companyId, roleId }, { after: content });
  return roleId;
}

/** Replaces a role's settings, for all of its users. */
export async function changeRoleBy(
  sql: TenantSql,
  by: Actor,
  { companyId, role }: { companyId: number; role: db.StoredRole },
  content: RoleContent,
): Promise<void> {
  const { roleId } = role;
  await requireFreeName(sql, { companyId, roleId, name: content.name });
  await db.updateRole(sql, roleId, content);
  await audit(sql, by, 'changeRole', { companyId, roleId }, { before: roleContent(role), after: content });
}

/** Deletes a role. The number of users is in the refusal, so that the portal can name it. */
export async function deleteRoleBy(
  sql: TenantSql,
  by: Actor,
  { companyId, role }: { companyId: number; role: db.StoredRole },
): Promise<void> {
  if (role.userCount > 0) throw new Problem(409, 'ROLE_IN_USE', 'role_in_use', { count: role.userCount });
  await db.deleteRoleRow(sql, role.roleId);
  await audit(sql, by, 'deleteRole', { companyId, roleId: role.roleId }, { before: roleContent(role) });
}

export const roleContent = ({ name, description, permissions: stored }: db.StoredRole): RoleContent => ({
  name,
  description,
  permissions: stored,
});

async function requireFreeName(
  sql: TenantSql,
  candidate: { companyId: number; roleId: string; name: string },
): Promise<void> {
  if (isNameTaken(candidate.name, await db.listOtherNames(sql, candidate))) throw nameTaken();
}

const nameTaken = (): Problem => new Problem(409, 'ROLE_NAME_TAKEN', 'role_name_taken');

function audit(
  sql: TenantSql,
  by: Actor,
  act: string,
  { companyId, roleId }: { companyId: number; roleId: string },
  change: { before?: object; after?: object },
): Promise<void> {
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: companyId,
    act,
    objectKind: 'role',
    objectId: roleId,
    outcome: 'allowed',
    ...change,
  });
}
