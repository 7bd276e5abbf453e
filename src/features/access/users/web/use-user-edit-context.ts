import { useMemo } from 'react';
import type { Permission } from '#shared/permissions.ts';
import { hasPermissionOn, type ScopedPermission } from '#shared/scoped-permission.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session.ts';
import { getExposedRoles, getUserOrganisationHierarchy, portalApplication } from '../endpoints.ts';
import type { ExposedRole, OrganisationUnit } from '../schemas.ts';
import { mayChange, reachesTree } from '../grant-rules.ts';
import type { ScimUser } from '../scim-user.ts';

/** Roles, organisations in reach and the editor's permissions, for all screens that edit users. */
export interface UserEditContext {
  roles: readonly ExposedRole[];
  units: readonly OrganisationUnit[];
  held: readonly ScopedPermission[];
  /** Organisations where the editor may place users. */
  placesFor: (permission: Permission) => OrganisationUnit[];
}

/** `context` is undefined until both responses have arrived. */
export function useUserEditContext() {
  const session = useSignedIn();
  const orgId = session.organisation.parentOrgId;
  const roles = useCall(getExposedRoles, { query: { application: portalApplication } });
  const units = useCall(getUserOrganisationHierarchy, { path: { orgId } });
  const context = useMemo(() => {
    if (roles.data === undefined || units.data === undefined) return undefined;
    return buildUserEditContext(session, roles.data, units.data);
  }, [session, roles.data, units.data]);
  return { context, queries: [roles, units] };
}

function buildUserEditContext(
  session: Session,
  roles: ExposedRole[],
  units: OrganisationUnit[],
): UserEditContext {
  const held = session.permissions;
  const editor = { path: session.organisation.parentPath, held };
  return {
    roles,
    units,
    held,
    placesFor: (permission) =>
      units.filter(
        ({ parentPath }) =>
          hasPermissionOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', parentPath) &&
          hasPermissionOn(held, permission, parentPath) &&
          reachesTree(editor, parentPath),
      ),
  };
}

/** Why the editor may not change this user; undefined when they may (docs/domain.md#users). */
type EditBlockReason = 'self' | 'kind' | 'permission' | 'beyond';

export function editBlockReason(
  user: ScimUser,
  session: Session,
  context: UserEditContext,
): EditBlockReason | undefined {
  if (user.userName === session.userId) return 'self';
  if (user.extraInfo.domainUser !== session.isDomainUser) return 'kind';
  const userUnit = context.units.find(({ id }) => id === user.extraInfo.organisationId);
  if (userUnit === undefined || !context.placesFor(managing(session)).includes(userUnit)) return 'permission';
  const grants = user.entitlements.map(({ value, type }) => {
    const role = context.roles.find(({ id }) => id === value);
    const unit = context.units.find(({ id }) => String(id) === type);
    return role !== undefined && unit !== undefined
      ? { permissions: role.permissions, path: unit.parentPath, cascade: true }
      : undefined;
  });
  const resolved = grants.filter((grant) => grant !== undefined);
  return resolved.length === grants.length && mayChange(context.held, resolved) ? undefined : 'beyond';
}

/** Domain users require a separate permission. */
export const managing = (session: Session): Permission =>
  session.isDomainUser ? 'P_MANAGE_DOMAIN_PORTAL_USER' : 'P_MANAGE_PORTAL_USER';
