import type { FeatureCode, Permission } from '#shared/permissions.ts';
import { allows, type CheckKind, type ScopedPermission } from '#shared/scoped-permission.ts';
import type { Organisation } from '#features/company/organisations/schemas.ts';
import type { Translate } from '../translate/translator.ts';

/** The organisation the person works under (docs/domain.md#browser-storage). */
export interface OrganisationSelection {
  parentOrgId: number;
  parentPath: string;
  parentOrgName: string;
  selectedParentOrgId: number;
  selectedParentPath: string;
  selectedOrgName: string;
}

/** The signed-in user, with permissions and organisation. */
export interface Session {
  userId: string;
  fullName: string;
  isDomainUser: boolean;
  organisation: OrganisationSelection;
  permissions: readonly ScopedPermission[];
  /** Features in force for the selected organisation. */
  features: readonly string[];
  /** The person's own organisation and all below it, sorted by name. */
  tree: readonly Organisation[];
}

/** The requirement of a screen, a menu entry or a part of a screen. */
export interface Check {
  kind: CheckKind;
  permissions: readonly Permission[];
  /** Any one of them, for the selected organisation. */
  features?: readonly FeatureCode[];
}

/** A domain user who has not yet chosen one of the organisations below their own (docs/domain.md#domain-users). */
export function isAtOwnDomain(session: Session): boolean {
  return (
    session.isDomainUser && session.organisation.selectedParentOrgId === session.organisation.parentOrgId
  );
}

/** Whether the check holds; on a path when one is given, on any path otherwise. */
export function mayPass(session: Session, check: Check, path?: string): boolean {
  return allows(session.permissions, check.kind, check.permissions, path) && hasFeature(session, check);
}

/** Menus bypass the feature for domain users at their own organisation (docs/domain.md#domain-users). */
export function mayShowInMenu(session: Session, check: Check): boolean {
  const permitted = allows(session.permissions, 'ANY', check.permissions);
  return permitted && (isAtOwnDomain(session) || hasFeature(session, check));
}

function hasFeature(session: Session, check: Check): boolean {
  const required = check.features ?? [];
  return required.length === 0 || required.some((feature) => session.features.includes(feature));
}

interface Unit {
  id: number | string;
  parentOrgId?: number | null;
  name: string;
}

/** An organisation as a node of the tree picker. */
export const organisationNode = ({ id, parentOrgId, name }: Unit) => ({
  id: String(id),
  parentId: parentOrgId == null ? undefined : String(parentOrgId),
  label: name,
});

/** With the type of the organisation beside its name. */
export const typedOrganisationNode = (unit: Unit & { type: Organisation['type'] }, t: Translate) => ({
  ...organisationNode(unit),
  note: t(`organisation.type.${unit.type}`),
});
