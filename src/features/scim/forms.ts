import type { GroupMapping } from './schemas.ts';

/** A role on an organisation that is being chosen; null: not yet. */
export interface RoleLine {
  roleId: string | null;
  organisationId: string | null;
}

export interface GroupForm {
  lines: RoleLine[];
}

export type GroupFaults = Partial<Record<'lines', 'incomplete' | 'twice'>>;

/** The roles of a group, and an empty line for one without roles. */
export const toGroupForm = ({ roles }: Pick<GroupMapping, 'roles'>): GroupForm => ({
  lines:
    roles.length === 0
      ? [{ roleId: null, organisationId: null }]
      : roles.map(({ roleId, organisationId }) => ({ roleId, organisationId: String(organisationId) })),
});

export function groupFaults({ lines }: GroupForm): GroupFaults {
  if (lines.some((one) => one.roleId === null || one.organisationId === null)) return { lines: 'incomplete' };
  const places = new Set(lines.map((one) => `${one.roleId} ${one.organisationId}`));
  return places.size === lines.length ? {} : { lines: 'twice' };
}

/** The body of a request. */
export const toGroupBody = ({ lines }: GroupForm) => ({
  roles: lines.map((one) => ({ roleId: one.roleId ?? '', organisationId: Number(one.organisationId) })),
});
