import { expect, test } from 'vitest';
import { groupErrors, newTokenForm, toGroupBody, toGroupForm, toTokenBody, tokenErrors } from '../forms.ts';

const cashier = { roleId: 'cashier', roleName: 'Cashier', organisationId: 1111, organisationName: 'Coffee' };

test('a new token ends after a year, with its last day in the zone of the user', () => {
  const form = { ...newTokenForm('2026-11-23'), name: ' Okta ' };
  expect(toTokenBody(form, 'Europe/Berlin')).toEqual({ name: 'Okta', expiresAt: '2027-11-23T22:59:59.999Z' });
  expect(toTokenBody({ ...form, expires: false }, 'UTC').expiresAt).toBeNull();
});

test('a token needs a name and a valid day', () => {
  const form = newTokenForm('2026-11-23');
  expect(tokenErrors(form, true)).toEqual({ name: 'required', expiryDay: 'day' });
  expect(tokenErrors({ ...form, name: 'Okta', expires: false }, true)).toEqual({});
});

test('a group without roles begins with an empty line', () => {
  expect(toGroupForm({ roles: [] }).lines).toEqual([{ roleId: null, organisationId: null }]);
  const form = toGroupForm({ roles: [cashier] });
  expect(toGroupBody(form)).toEqual({ roles: [{ roleId: 'cashier', organisationId: 1111 }] });
});

test('rejects an incomplete line and a repeated one', () => {
  const line = { roleId: 'cashier', organisationId: '1111' };
  expect(groupErrors({ lines: [{ roleId: 'cashier', organisationId: null }] })).toEqual({
    lines: 'incomplete',
  });
  expect(groupErrors({ lines: [line, { ...line }] })).toEqual({ lines: 'twice' });
  expect(groupErrors({ lines: [] })).toEqual({});
});
