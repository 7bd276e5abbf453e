import {
  type ApiPermission,
  type ApiPreset,
  apiPermissions,
  apiPresets,
  findPreset,
} from '#shared/api-permissions.ts';
import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { endOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { isIpRange, maxIpRanges, splitRanges } from './ip-range.ts';
import type { ApiKey, KeyChoice, KeyContent } from './schemas.ts';

export interface KeyForm {
  name: string;
  /** Of a new key: it never changes. */
  mode: 'TEST' | 'LIVE';
  installationIds: string[];
  preset: ApiPreset | 'custom';
  /** With the preset 'custom'. */
  permissions: ApiPermission[];
  /** Whether the key ends with a day, and which. */
  expires: boolean;
  expiryDay: CalendarDay;
  ipRanges: string;
}

/** One code a field. */
type KeyError = 'required' | 'not_allowed' | 'too_many' | 'range' | 'day';
export type KeyErrors = Partial<Record<keyof KeyForm, KeyError>>;

/** A new key, on the only installation if there is one. */
export function newKeyForm(choices: readonly KeyChoice[], today: CalendarDay): KeyForm {
  const [only, ...others] = choices;
  return {
    name: '',
    mode: 'TEST',
    installationIds: only && others.length === 0 ? [String(only.installationId)] : [],
    preset: 'payments',
    permissions: [...apiPresets.payments],
    expires: false,
    expiryDay: addDays(today, 90),
    ipRanges: '',
  };
}

export function toKeyForm(key: ApiKey, zone: string, today: CalendarDay): KeyForm {
  return {
    name: key.name,
    mode: key.mode,
    installationIds: key.installations.map(({ installationId }) => String(installationId)),
    preset: findPreset(key.permissions),
    permissions: key.permissions,
    expires: key.expiresAt !== null,
    expiryDay: key.expiresAt === null ? addDays(today, 90) : zonedDate(new Date(key.expiresAt), zone),
    ipRanges: key.ipRanges.join('\n'),
  };
}

export const permissionsOf = ({ preset, permissions }: KeyForm): readonly ApiPermission[] =>
  preset === 'custom' ? permissions : apiPresets[preset];

/** The permissions that the user may give on all chosen installations; before a choice, on any. */
export function grantablePermissions(
  choices: readonly KeyChoice[],
  installationIds: readonly string[],
): ApiPermission[] {
  const selectedChoices = choices.filter(({ installationId }) =>
    installationIds.includes(String(installationId)),
  );
  return apiPermissions.filter((name) =>
    selectedChoices.length === 0
      ? choices.some(({ permissions }) => permissions.includes(name))
      : selectedChoices.every(({ permissions }) => permissions.includes(name)),
  );
}

export function findKeyErrors(form: KeyForm, choices: readonly KeyChoice[], hasDayError: boolean): KeyErrors {
  const permissions = permissionsOf(form);
  const allowed = grantablePermissions(choices, form.installationIds);
  const ranges = splitRanges(form.ipRanges);
  const errors: KeyErrors = {};
  if (form.name.trim() === '') errors.name = 'required';
  if (form.installationIds.length === 0) errors.installationIds = 'required';
  if (permissions.length === 0) errors.permissions = 'required';
  if (!permissions.every((name) => allowed.includes(name))) {
    errors[form.preset === 'custom' ? 'permissions' : 'preset'] = 'not_allowed';
  }
  if (ranges.length > maxIpRanges) errors.ipRanges = 'too_many';
  if (!ranges.every(isIpRange)) errors.ipRanges = 'range';
  if (form.expires && hasDayError) errors.expiryDay = 'day';
  return errors;
}

/** The body of a request. A key works until the end of its last day in the user's zone. */
export function toKeyContent(form: KeyForm, zone: string): KeyContent {
  const end = endOfDayIn(form.expiryDay, zone).getTime();
  return {
    name: form.name.trim(),
    installationIds: form.installationIds.map(Number),
    permissions: [...permissionsOf(form)],
    ipRanges: splitRanges(form.ipRanges),
    expiresAt: form.expires ? new Date(end).toISOString() : null,
  };
}

/** The last use of a key with any of its secrets. */
export function lastUseOf({ secrets }: Pick<ApiKey, 'secrets'>): string | undefined {
  return secrets
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1);
}
