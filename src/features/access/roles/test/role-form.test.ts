import { expect, test } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import { allPermissions, emptyRole, roleDifference, roleErrors, toRoleContent } from '../role-form.ts';

test('offers every permission in one area', () => {
  expect(allPermissions.toSorted()).toEqual([...permissions].toSorted());
});

test('names the fields that are missing', () => {
  expect(roleErrors(emptyRole)).toEqual({ name: 'required', permissions: 'required' });
  expect(roleErrors({ ...emptyRole, name: 'Night', permissions: ['P_VIEW_USER'] })).toEqual({});
});

test('sends the texts without spaces around them', () => {
  expect(toRoleContent({ name: ' Night ', description: ' ', permissions: ['P_VIEW_USER'] })).toEqual({
    name: 'Night',
    description: '',
    permissions: ['P_VIEW_USER'],
  });
});

test('separates gained access from lost access', () => {
  expect(roleDifference(['P_VIEW_USER', 'P_VIEW_AUDIT'], ['P_VIEW_USER', 'P_NEW_PAYOUT'])).toEqual({
    gained: ['P_NEW_PAYOUT'],
    lost: ['P_VIEW_AUDIT'],
  });
});
