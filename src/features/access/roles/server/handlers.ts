import { lockEditor } from '#features/access/users/server/lock-users.ts';
import type { TenantSql } from '#database/tenant.ts';
import { actorOf } from '#server/audit/actor.ts';
import { type HandlerContext, Reply, handle } from '#server/handler.ts';
import { covers } from '#shared/org-path.ts';
import { type Permission, permissions } from '#shared/permissions.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { Role } from '../schemas.ts';
import * as db from './role-table.ts';
import { changeRoleBy, createRoleBy, deleteRoleBy, lockRoles, normaliseRole } from './manage-role.ts';

interface Company {
  id: number;
  path: string;
}

/**
 * The company of the request. Custom roles belong to companies, so organisations above them have only standard ones.
 */
async function loadCompany(sql: TenantSql, resource: { companyId: number | null }): Promise<Company> {
  const company = await findCompany(sql, resource);
  if (!company) throw problems.notFound();
  return company;
}

async function findCompany(sql: TenantSql, { companyId }: { companyId: number | null }) {
  const [company] = await sql<Company[]>`
    select id, path from organisation where id = ${companyId} and id = company_id`;
  return company;
}

/** No organisation: it has no custom roles. */
const noCompany: Company = { id: 0, path: '' };

/** The user's permissions on the whole company, including future organisations. */
const permissionsOn = (held: readonly ScopedPermission[], { path }: Company): Permission[] =>
  permissions.filter((name) =>
    held.some((grant) => grant.name === name && grant.cascade && covers(grant.scope, path)),
  );

/** The permissions that the user may put into a role of the company: none without P_MANAGE_ROLES on all of it. */
function grantableOn(held: readonly ScopedPermission[], company: Company): Permission[] {
  const all = permissionsOn(held, company);
  return all.includes('P_MANAGE_ROLES') ? all : [];
}

const hasEvery = (grantable: readonly Permission[], required: readonly Permission[]): boolean =>
  grantable.length > 0 && required.every((name) => grantable.includes(name));

export const listRoles = handle(
  endpoints.listRoles,
  schemas.listRoles,
  async ({ sql, caller, resource, query }) => {
    const company = (await findCompany(sql, resource)) ?? noCompany;
    const { offset = 0, pageSize = 25 } = query;
    const { rows, total } = await db.listRolesOf(sql, company.id, { offset, pageSize });
    return { items: rows, total, grantable: grantableOn(caller.held, company) };
  },
);

export const getRole = handle(endpoints.getRole, schemas.getRole, async (ctx) =>
  viewRole(ctx, (await findCompany(ctx.sql, ctx.resource)) ?? noCompany),
);

type RoleContext = Pick<HandlerContext<typeof endpoints.getRole>, 'sql' | 'caller' | 'resource' | 'path'>;

async function viewRole({ sql, caller, resource, path }: RoleContext, company: Company): Promise<Role> {
  const role = await db.loadRole(sql, company.id, path.roleId);
  if (!role) throw problems.notFound();
  const grantable = grantableOn(caller.held, company);
  const organisationPath = resource.path;
  // Users are named only to callers who may see them.
  const seesBelow = caller.held.some(
    (grant) => grant.name === 'P_VIEW_USER' && grant.cascade && covers(grant.scope, organisationPath),
  );
  const { companyId, ...visibleRole } = role;
  return {
    ...visibleRole,
    isStandard: companyId === null,
    holders: seesBelow
      ? await db.loadHolders(sql, { companyId: company.id, roleId: role.roleId, path: organisationPath })
      : [],
    grantable,
    mayChange: companyId !== null && hasEvery(grantable, role.permissions),
    isOwn: await db.hasRole(sql, caller.id, role.roleId),
  };
}

export const createRole = handle(endpoints.createRole, schemas.createRole, async (ctx) => {
  const { sql, caller, resource, body } = ctx;
  const company = await loadCompany(sql, resource);
  const content = normaliseRole(body);
  const grantable = grantableOn(await lockEditor(sql, caller), company);
  if (!hasEvery(grantable, content.permissions)) throw problems.forbidden();
  const roleId = await createRoleBy(sql, actorOf(ctx), company.id, content);
  return new Reply(201, { roleId, version: 1 });
});

export const changeRole = handle(endpoints.changeRole, schemas.changeRole, async (ctx) => {
  const { sql, caller, body } = ctx;
  const { version, ...sent } = body;
  const content = normaliseRole(sent);
  const { company, role, grantable } = await findRoleToChange(ctx);
  if (!hasEvery(grantable, content.permissions)) throw problems.forbidden();
  const added = content.permissions.filter((name) => !role.permissions.includes(name));
  if (added.length > 0 && (await db.hasRole(sql, caller.id, role.roleId)))
    throw new Problem(409, 'ROLE_IS_YOURS', 'role_is_yours');
  if (role.version !== version) throw problems.versionConflict('ROLE_CHANGED');
  // Everyone who has the role gains the permission.
  if (added.length > 0 && role.userCount > 0) {
    const { organisationId } = ctx.resource;
    await ctx.requireApproval(sql, { organisationId, objectId: role.roleId, objectName: role.name });
  }
  await changeRoleBy(sql, actorOf(ctx), { companyId: company.id, role }, content);
  return viewRole(ctx, company);
});

export const deleteRole = handle(endpoints.deleteRole, schemas.deleteRole, async (ctx) => {
  const { company, role } = await findRoleToChange(ctx);
  await deleteRoleBy(ctx.sql, actorOf(ctx), { companyId: company.id, role });
  return undefined;
});

/** Throws 403 for standard roles, and for roles with a permission that the caller lacks. */
async function findRoleToChange({ sql, caller, resource, path }: RoleContext) {
  const company = await loadCompany(sql, resource);
  await lockRoles(sql, company.id);
  const grantable = grantableOn(await lockEditor(sql, caller), company);
  const role = await db.loadRole(sql, company.id, path.roleId, true);
  if (!role) throw problems.notFound();
  if (role.companyId === null || !hasEvery(grantable, role.permissions)) throw problems.forbidden();
  return { company, role, grantable };
}
