import { Problem, problems } from '#shared/problem.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import { handle } from '#server/handler.ts';
import { lockInOrder } from '#features/access/users/server/lock-users.ts';
import { mapScimGroup as endpoint } from '../endpoints.ts';
import { type GroupMapping, mapScimGroup as schemas } from '../schemas.ts';
import { lockScimCompany } from './db/scim-company.ts';
import {
  listMemberIds,
  type RoleAssignment,
  countExistingAssignments,
  replaceRoles,
  loadRolesOfGroups,
  findGroup,
} from './db/scim-group.ts';
import { mayGrantAll, syncGrants } from './sync-grants.ts';
import { ScimProblem } from '#server/http/scim-problem.ts';
import { auditSettings, loadCompanyToChange } from './settings-company.ts';

/** The same rule as for a grant: the user holds every permission of a new role there with cascade. */
export const mapScimGroup = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, now } = ctx;
  const company = await loadCompanyToChange(ctx);
  const { companyId } = company;
  await lockScimCompany(sql, companyId);
  const group = await findGroup(sql, companyId, path.scimGroupId);
  if (!group) throw problems.notFound();
  const userIds = await listMemberIds(sql, companyId, group.groupId);
  await lockInOrder(sql, [caller.id, ...userIds]);
  const callerPermissions = await listGrantedPermissions(sql, caller.id);
  const before = await loadRolesOfGroups(sql, companyId, [group.groupId]);
  const assignments = [...new Map(body.roles.map((role) => [key(role), role])).values()];
  const previousKeys = new Set(before.map(key));
  const added = assignments.filter((assignment) => !previousKeys.has(key(assignment)));
  if ((await countExistingAssignments(sql, companyId, assignments)) !== assignments.length)
    throw problems.invalid('body.roles', 'not_allowed');
  // A group outlives its members, so a role without members needs the right too.
  if (!(await mayGrantAll(sql, added, callerPermissions))) throw problems.forbidden();
  // Present and later members gain the roles.
  if (added.length > 0) {
    const summary = { organisationId: companyId, objectId: group.groupId, objectName: group.displayName };
    await ctx.requireApproval(sql, summary);
  }
  await replaceRoles(sql, companyId, group.groupId, assignments);
  const { granted, revoked } = await syncGrants(sql, {
    companyId,
    userIds,
    holder: { permissions: callerPermissions, lacksRights: problems.forbidden },
    now,
  }).catch(asProblem);
  await auditSettings(ctx, company, {
    act: endpoint.name,
    objectKind: 'scimGroup',
    objectId: group.groupId,
    before: { roles: before.map(key) },
    after: { roles: assignments.map(key) },
    detail: { group: group.displayName, gained: users(granted), lost: users(revoked) },
  });
  const roles = await loadRolesOfGroups(sql, companyId, [group.groupId]);
  const mapping: GroupMapping = {
    groupId: group.groupId,
    displayName: group.displayName,
    memberCount: userIds.length,
    roles: roles.map(({ groupId: _id, ...role }) => role),
  };
  return mapping;
});

const key = ({ roleId, organisationId }: RoleAssignment): string => `${roleId} @ ${organisationId}`;

const users = (grants: readonly { userId: string }[]): number =>
  new Set(grants.map(({ userId }) => userId)).size;

/** A refusal of SCIM as one of the portal. */
function asProblem(error: unknown): never {
  if (!(error instanceof ScimProblem) || error.code !== 'LAST_ADMINISTRATOR') throw error;
  throw new Problem(409, 'LAST_ADMINISTRATOR', 'last_administrator');
}
