import type { Permission } from '#contract/permissions.ts';
import { mayOn } from '#server/caller.ts';
import { handle } from '#server/handler.ts';
import { type OrganisationUnit, getUserOrganisationHierarchy as call } from '../calls.ts';

const userWork: readonly Permission[] = [
  'P_VIEW_USER',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
  'P_MANAGE_DOMAIN_PORTAL_USER',
];

/** Only organisations where the caller works on users: a role below them is no business of the caller's. */
export const getUserOrganisationHierarchy = handle(call, async ({ sql, caller, subject }) => {
  const path = subject.paths[0] ?? '';
  const tree = await sql<OrganisationUnit[]>`
    select id, name, type, parent_id as "parentOrgId", path as "parentPath"
    from organisation
    where (path = ${path} or (path > ${path} || '/' and path < ${path} || '0')) and type <> 'INSTALLATION'
    order by name, id`;
  return tree.filter((unit) => userWork.some((name) => mayOn(caller, name, unit.parentPath)));
});
