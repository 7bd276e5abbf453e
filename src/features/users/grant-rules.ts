import { covers } from '#shared/org-path.ts';
import { type ScopedPermission, reaches } from '#shared/scoped-permission.ts';

/** A role's permissions on an organisation path; with `cascade` on everything below it too. */
export interface Granted {
  permissions: readonly string[];
  path: string;
  cascade: boolean;
}

/**
 * May somebody who holds `held` give this to another? Only what they hold there themselves, on every organisation
 * that the gift reaches, those still to be founded included: a cascading gift needs a cascading right above it.
 */
export function mayGrant(held: readonly ScopedPermission[], gift: Granted): boolean {
  return gift.permissions.every((name) =>
    held.some((own) => own.name === name && holdsAllPermissions(own, gift.path, gift.cascade)),
  );
}

/** Who holds more than the editor is out of the editor's hands: a new e-mail address would be a way into it. */
export function mayChange(held: readonly ScopedPermission[], grants: readonly Granted[]): boolean {
  return grants.every((grant) => mayGrant(held, grant));
}

/** Is the whole tree below `path` within reach, by membership or by a cascading right? */
export function reachesTree(own: { path: string; held: readonly ScopedPermission[] }, path: string): boolean {
  return covers(own.path, path) || own.held.some((grant) => grant.cascade && covers(grant.scope, path));
}

function holdsAllPermissions(
  own: Pick<ScopedPermission, 'scope' | 'cascade'>,
  path: string,
  cascade: boolean,
) {
  return cascade ? own.cascade && covers(own.scope, path) : reaches(own, path);
}
