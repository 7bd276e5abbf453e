import { isEmailLike, isPersonName } from '#shared/patterns.ts';
import { type CheckedRoles, isSameRoles } from './role-choice.ts';
import type { ChangedUserBody, NewUserBody, ScimUser } from './scim-user.ts';

/** The form's values. Display name, email and external id are derived from them (docs/domain.md#users). */
export interface UserForm {
  userName: string;
  firstName: string;
  lastName: string;
  active: boolean;
  organisationId: number;
  roles: CheckedRoles;
}

export type NameField = 'userName' | 'firstName' | 'lastName';
export const nameFields: readonly NameField[] = ['firstName', 'lastName', 'userName'];
/** Characters. */
export const maxLength: Readonly<Record<NameField, number>> = {
  userName: 254,
  firstName: 100,
  lastName: 100,
};

type NameError = 'required' | 'pattern' | 'long' | 'taken';

/** New users default to active (docs/domain.md#users). */
export function emptyUserForm(organisationId: number): UserForm {
  return { userName: '', firstName: '', lastName: '', active: true, organisationId, roles: new Map() };
}

export function toUserForm(user: ScimUser): UserForm {
  const roles = new Map<string, ReadonlySet<number>>();
  for (const { value, type } of user.entitlements) {
    roles.set(value, new Set([...(roles.get(value) ?? []), Number(type)]));
  }
  return {
    userName: user.userName,
    firstName: user.name.givenName,
    lastName: user.name.familyName,
    active: user.active,
    organisationId: user.extraInfo.organisationId,
    roles,
  };
}

/** The errors by field. */
export function userErrors(form: UserForm): Partial<Record<NameField, NameError>> {
  const errors: Partial<Record<NameField, NameError>> = {};
  for (const field of nameFields) {
    const text = form[field].trim();
    const isValid = field === 'userName' ? isEmailLike(text) : isPersonName(text);
    if (text === '') errors[field] = 'required';
    else if (text.length > maxLength[field]) errors[field] = 'long';
    else if (!isValid) errors[field] = 'pattern';
  }
  return errors;
}

/** Ignores spaces around names, which are not stored. */
export function isSameUserForm(left: UserForm, right: UserForm): boolean {
  return (
    nameFields.every((field) => left[field].trim() === right[field].trim()) &&
    left.active === right.active &&
    left.organisationId === right.organisationId &&
    isSameRoles(left.roles, right.roles)
  );
}

/** Applies the user's changes since `base` to `latest`. */
export function rebased(form: UserForm, base: UserForm, now: UserForm): UserForm {
  const isMoved = form.organisationId !== base.organisationId;
  return {
    userName: form.userName === base.userName ? now.userName : form.userName,
    firstName: form.firstName === base.firstName ? now.firstName : form.firstName,
    lastName: form.lastName === base.lastName ? now.lastName : form.lastName,
    active: form.active === base.active ? now.active : form.active,
    organisationId: isMoved ? form.organisationId : now.organisationId,
    roles: !isMoved && isSameRoles(form.roles, base.roles) ? now.roles : form.roles,
  };
}

export function toNewUserBody(form: UserForm): NewUserBody {
  return {
    userName: form.userName.trim(),
    ...deriveNames(form),
    active: form.active,
    entitlements: toEntitlements(form.roles),
    extraInfo: { organisationId: form.organisationId },
  };
}

/** For the version of `user`; leaves the lock unchanged. */
export function toChangedUserBody(user: ScimUser, form: UserForm): ChangedUserBody {
  return {
    id: user.id,
    userName: form.userName.trim(),
    ...deriveNames(form),
    active: form.active,
    entitlements: toEntitlements(form.roles),
    extraInfo: { organisationId: form.organisationId },
    meta: { version: user.meta.version },
  };
}

/** The unchanged user without the lock (docs/domain.md#account-locks). */
export function toUnlockBody(user: ScimUser): ChangedUserBody {
  const body = toChangedUserBody(user, toUserForm(user));
  return { ...body, extraInfo: { ...body.extraInfo, lockedReason: null } };
}

function deriveNames(form: UserForm) {
  const [userName, givenName, familyName] = [form.userName, form.firstName, form.lastName].map((text) =>
    text.trim(),
  ) as [string, string, string];
  return {
    name: { givenName, familyName },
    displayName: `${givenName} ${familyName}`,
    externalId: userName,
    emails: [{ value: userName, display: userName, primary: true, type: 'work' as const }],
  };
}

function toEntitlements(roles: CheckedRoles) {
  return [...roles].flatMap(([value, units]) => [...units].map((unit) => ({ value, type: String(unit) })));
}
