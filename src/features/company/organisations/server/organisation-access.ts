import { pathIds } from '#shared/org-path.ts';
import { Problem, problems } from '#shared/problem.ts';
import { hasPermissionOn, reaches } from '#shared/scoped-permission.ts';
import { mayGrant } from '#features/access/users/grant-rules.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';

const managePermission = 'P_MANAGE_ORGANISATION';

interface TreePosition {
  path: string;
  companyId: number | null;
}

/** Whether the caller manages everything below the organisation on `path`, not only the organisation itself. */
export const managesBelow = (caller: Caller, path: string): boolean =>
  mayOn(caller, managePermission, `${path}/0`);

/** Whether the caller manages the parent, which decides about a move and about being active. */
export const managesParent = (caller: Caller, { path }: Pick<TreePosition, 'path'>): boolean =>
  pathIds(path).length > 1 && managesBelow(caller, parentOf(path));

/** Only the provider gives features: the permission comes from above the company (docs/decisions/0100). */
export function maySetFeatures(caller: Caller, { path, companyId }: TreePosition): boolean {
  if (companyId === null) return mayOn(caller, managePermission, path);
  const ids = pathIds(path);
  const idsAbove = ids.slice(0, ids.indexOf(companyId));
  return idsAbove.length > 0 && managesBelow(caller, `/${idsAbove.join('/')}`);
}

/**
 * Throws 403 unless the caller manages the present and the new parent, and gains no permission on the moved organisation.
 */
export function requireMove(caller: Caller, path: string, newParent: string | undefined): void {
  if (newParent === undefined || !managesParent(caller, { path }) || !managesBelow(caller, newParent))
    throw problems.forbidden();
  const newPath = `${newParent}/${pathIds(path).at(-1) ?? 0}`;
  const gainsPermission = caller.held.some(
    (grant) => reaches(grant, newPath) && !hasPermissionOn(caller.held, grant.name, path),
  );
  if (gainsPermission) throw new Problem(403, 'MOVE_GAINS_ACCESS', 'move_gains_access');
}

/**
 * Throws 403 unless the caller may give every right that other users gain on the organisation by the move: they may
 * be the caller's friends.
 */
export function requireGivenRights(caller: Caller, path: string, gained: readonly string[]): void {
  if (!mayGrant(caller.held, { permissions: gained, path, cascade: true }))
    throw new Problem(403, 'MOVE_GIVES_ACCESS', 'move_gives_access');
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
