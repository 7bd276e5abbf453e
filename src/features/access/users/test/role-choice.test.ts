import { expect, test } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import type { ExposedRole, OrganisationUnit } from '../schemas.ts';
import { resetRoles, rolesByTag, unitAbove, unitsFor, withUnit } from '../role-choice.ts';

const unit = (path: string): OrganisationUnit => ({
  id: Number(path.split('/').at(-1)),
  name: path,
  type: 'BRANCH',
  parentOrgId: null,
  parentPath: path,
});
const [group, branch, merchant, books, other] = ['/1', '/1/2', '/1/2/3', '/1/2/4', '/1/20'].map(unit) as [
  OrganisationUnit,
  OrganisationUnit,
  OrganisationUnit,
  OrganisationUnit,
  OrganisationUnit,
];
const units = [group, branch, merchant, books, other];
const role = (id: string, needed: readonly string[], tag?: string): ExposedRole => ({
  id,
  name: id,
  description: '',
  tags: tag === undefined ? [] : [{ category: 'GROUP', value: tag }],
  permissions: [...needed],
});
const viewer = role('viewer', permissions.slice(0, 2));
const held = (scope: string, count: number, cascade = true): ScopedPermission[] =>
  permissions.slice(0, count).map((name) => ({ name, scope, cascade }));

test('groups roles by each of their tags, in order', () => {
  const taggedTwice = {
    ...role('b', []),
    tags: ['Z', 'A'].map((value) => ({ category: 'GROUP' as const, value })),
  };
  expect(rolesByTag([role('c', [], 'A'), taggedTwice, role('a', [])], 'Other')).toEqual([
    ['A', [taggedTwice, expect.objectContaining({ id: 'c' })]],
    ['Other', [expect.objectContaining({ id: 'a' })]],
    ['Z', [taggedTwice]],
  ]);
});

test('offers a role where the editor holds all of it', () => {
  expect(unitsFor(viewer, units, held('/1', 2), group)).toEqual(units);
  expect(unitsFor(viewer, units, held('/1', 2), branch)).toEqual([branch, merchant, books]);
  expect(unitsFor(viewer, units, held('/1/2', 2), group)).toEqual([branch, merchant, books]);
  expect(unitsFor(viewer, units, held('/1', 1), group)).toEqual([]);
  expect(unitsFor(viewer, units, held('/1', 2, false), group)).toEqual([]);
});

test('replaces checks below a newly checked organisation', () => {
  const checked = new Map([['viewer', new Set([3, 20])]]);
  expect(withUnit(checked, 'viewer', branch, true, units).get('viewer')).toEqual(new Set([20, 2]));
  expect(unitAbove(merchant, [branch])).toBe(branch);
  expect(unitAbove(other, [branch])).toBeUndefined();
  expect(unitAbove(branch, [branch])).toBeUndefined();
  const none = withUnit(new Map([['viewer', new Set([3])]]), 'viewer', merchant, false, units);
  expect(none.has('viewer')).toBe(false);
});

test('moves checked roles to the new membership where permitted', () => {
  const admin = role('admin', permissions);
  const checked = new Map([
    ['viewer', new Set([3, 4])],
    ['admin', new Set([3])],
  ]);
  expect(resetRoles(checked, [viewer, admin], held('/1', 2), other)).toEqual(
    new Map([['viewer', new Set([20])]]),
  );
});
