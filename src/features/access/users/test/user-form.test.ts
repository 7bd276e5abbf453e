import { expect, test } from 'vitest';
import type { ScimUser } from '../scim-user.ts';
import {
  toChangedUserBody,
  emptyUserForm,
  isSameUserForm,
  toNewUserBody,
  rebased,
  toUnlockBody,
  toUserForm,
  userErrors,
} from '../user-form.ts';

const user = {
  id: 'u1',
  userName: 'ines@harbour.example',
  name: { givenName: 'Ines', familyName: 'Moreau' },
  active: true,
  entitlements: [
    { value: 'cashier', type: '1111' },
    { value: 'viewer', type: '1111' },
    { value: 'viewer', type: '1112' },
  ],
  extraInfo: { organisationId: 1110 },
  meta: { version: 'W/"4"' },
} as unknown as ScimUser;

test.each([
  ['userName', '', 'required'],
  ['userName', '   ', 'required'],
  ['userName', 'ines', 'pattern'],
  ['userName', `${'a'.repeat(250)}@b.c`, undefined],
  ['userName', `${'a'.repeat(251)}@b.c`, 'long'],
  ['firstName', ' Ines ', undefined],
  ['firstName', "Anne-Marie O'Neil_2", undefined],
  ['firstName', 'Ines!', 'pattern'],
  ['lastName', '-Moreau', 'pattern'],
  ['lastName', 'x'.repeat(101), 'long'],
] as const)('%s %j: %s', (field, value, error) => {
  expect(userErrors({ ...emptyUserForm(1), [field]: value })[field]).toBe(error);
});

test('ignores spaces around names when looking for changes', () => {
  const form = toUserForm(user);
  expect(isSameUserForm(form, { ...form, firstName: ' Ines ' })).toBe(true);
  expect(isSameUserForm(form, { ...form, active: false })).toBe(false);
  expect(isSameUserForm(form, { ...form, roles: new Map([['viewer', new Set([1111])]]) })).toBe(false);
  const reordered = new Map(
    [...form.roles].reverse().map(([role, units]) => [role, new Set([...units].reverse())]),
  );
  expect(isSameUserForm(form, { ...form, roles: reordered })).toBe(true);
});

test('derives display name, email and external id', () => {
  const form = { ...toUserForm(user), userName: ' new@harbour.example ', firstName: 'Inès ' };
  const derived = {
    userName: 'new@harbour.example',
    displayName: 'Inès Moreau',
    externalId: 'new@harbour.example',
    emails: [{ value: 'new@harbour.example', display: 'new@harbour.example', primary: true, type: 'work' }],
    entitlements: user.entitlements,
  };
  expect(toNewUserBody(form)).toMatchObject(derived);
  const changed = toChangedUserBody(user, form);
  expect(changed).toMatchObject({ ...derived, id: 'u1', meta: { version: 'W/"4"' } });
  expect(changed.extraInfo).not.toHaveProperty('lockedReason');
  expect(toUnlockBody(user)).toMatchObject({ userName: user.userName, extraInfo: { lockedReason: null } });
});

test('keeps typed changes on top of a concurrent save', () => {
  const base = toUserForm(user);
  const ownForm = { ...base, firstName: 'Inès', roles: new Map([['viewer', new Set([1110])]]) };
  const otherForm = { ...base, lastName: 'Moreau-Blanc', active: false, roles: new Map() };
  expect(rebased(ownForm, base, otherForm)).toEqual({
    ...base,
    firstName: 'Inès',
    lastName: 'Moreau-Blanc',
    active: false,
    roles: ownForm.roles,
  });
  expect(rebased(base, base, otherForm)).toEqual(otherForm);
});
