import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { permissions } from '../permissions.ts';
import { type CheckKind, type ScopedPermission, allows, hasPermissionOn } from '../scoped-permission.ts';

const grant = (scope: string, cascade: boolean): ScopedPermission => ({
  name: 'P_VIEW_USER',
  scope,
  cascade,
});

describe('a permission on a path', () => {
  test.each([
    ['the same path', '/1/2', false, '/1/2', true],
    ['below, cascading', '/1/2', true, '/1/2/3', true],
    ['below, not cascading', '/1/2', false, '/1/2/3', false],
    ['an id that only begins alike', '/1/2', true, '/1/20', false],
    ['above', '/1/2', true, '/1', false],
    ['a sibling', '/1/2', true, '/1/3', false],
    ['a trailing slash changes nothing', '/1/2/', true, '/1/2/3', true],
    ['an empty scope covers nothing', '', true, '/1', false],
  ])('%s', (_name, scope, cascade, path, expected) => {
    expect(hasPermissionOn([grant(scope, cascade)], 'P_VIEW_USER', path)).toBe(expected);
  });

  test('agrees with walking any tree', () => {
    const path = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(path, path, fc.boolean(), (scope, target, cascade) => {
        const above = scope.length <= target.length && scope.every((id, index) => target[index] === id);
        const expected = above && (cascade || scope.length === target.length);
        const held = [grant(`/${scope.join('/')}`, cascade)];
        expect(hasPermissionOn(held, 'P_VIEW_USER', `/${target.join('/')}`)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('ANY and ALL', () => {
  const held = [grant('/1', true)];
  test.each([
    ['ANY of one held', 'ANY', ['P_VIEW_USER', 'P_VIEW_SCHEDULE'], true],
    ['ALL with one missing', 'ALL', ['P_VIEW_USER', 'P_VIEW_SCHEDULE'], false],
    ['ALL held', 'ALL', ['P_VIEW_USER'], true],
    ['an empty list allows', 'ALL', [], true],
    ['an empty list allows', 'ANY', [], true],
    ['an unknown kind is denied', 'SOME', [], false],
  ] as const)('%s', (_name, kind, required, expected) => {
    expect(allows(held, kind as CheckKind, required)).toBe(expected);
  });

  test('ignores the scope only without a path', () => {
    expect(allows(held, 'ANY', ['P_VIEW_USER'])).toBe(true);
    expect(allows(held, 'ANY', ['P_VIEW_USER'], '/2')).toBe(false);
  });
});

test('names no permission twice', () => {
  expect(new Set(permissions).size).toBe(permissions.length);
});
