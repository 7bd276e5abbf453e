import type { GroupMapping } from './schemas.ts';
import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';

/** A role on an organisation that is being chosen; null: not yet. */
export interface RoleLine {
  roleId: string | null;
  organisationId: string | null;
}

export interface GroupForm {
  lines: RoleLine[];
}

export type GroupErrors = Partial<Record<'lines', 'incomplete' | 'twice'>>;

/** The roles of a group, and an empty line for one without roles. */
export const toGroupForm = ({ roles }: Pick<GroupMapping, 'roles'>): GroupForm => ({
  lines:
    roles.length === 0
      ? [{ roleId: null, organisationId: null }]
      : roles.map(({ roleId, organisationId }) => ({ roleId, organisationId: String(organisationId) })),
});

export function groupErrors({ lines }: GroupForm): GroupErrors {
  if (lines.some((line) => line.roleId === null || line.organisationId === null))
    return { lines: 'incomplete' };
  const assignments = new Set(lines.map((line) => `${line.roleId} ${line.organisationId}`));
  return assignments.size === lines.length ? {} : { lines: 'twice' };
}

/** The body of a request. */
export const toGroupBody = ({ lines }: GroupForm) => ({
  roles: lines.map((line) => ({ roleId: line.roleId ?? '', organisationId: Number(line.organisationId) })),
});

export interface TokenForm {
  name: string;
  /** Whether the token ends with a day, and which. */
  expires: boolean;
  expiryDay: CalendarDay;
}

export type TokenErrors = Partial<Record<'name' | 'expiryDay', 'required' | 'day'>>;

export const newTokenForm = (today: CalendarDay): TokenForm => ({
  name: '',
  expires: true,
  expiryDay: addDays(today, 365),
});

export function tokenErrors({ name, expires }: TokenForm, hasDayError: boolean): TokenErrors {
  return {
    name: name.trim() === '' ? ('required' as const) : undefined,
    expiryDay: expires && hasDayError ? ('day' as const) : undefined,
  };
}

/** The body of a request. A token works until the end of its last day in the user's zone. */
export function toTokenBody({ name, expires, expiryDay }: TokenForm, zone: string) {
  const expiresAt = endOfDayIn(expiryDay, zone).getTime();
  return { name: name.trim(), expiresAt: expires ? new Date(expiresAt).toISOString() : null };
}
