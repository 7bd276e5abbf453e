import type { Permission } from '#shared/permissions.ts';
import { mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import { type OrganisationUnit, getUserOrganisationHierarchy as endpoint } from '../endpoints.ts';

const userWork: readonly Permission[] = [
  'P_VIEW_USER',
  'P_CREATE_PORTAL_USER',
  'P_MANAGE_PORTAL_USER',
  'P_MANAGE_DOMAIN_PORTAL_USER',
];

/** Only organisations where the caller works on users: a role below them is no business of the caller's. */
export const getUserOrganisationHierarchy = handle(endpoint, async ({ sql, caller, resource }) => {
  const path = resource.paths[0] ?? '';
  const tree = await sql<OrganisationUnit[]>`
    select id, name, type, parent_id as parent_org_id, path as parent_path
    from organisation
    where (path = ${path} or (path > ${path} || '/' and path < ${path} || '0')) and type <> 'INSTALLATION'
    order by name, id`;
  return tree.filter((unit) => userWork.some((name) => mayOn(caller, name, unit.parentPath)));
});
