import { describe, expect, test } from 'vitest';
import type { Caller } from '#server/auth/caller.ts';
import { managesBelow, managesParent, maySetFeatures, requireMove } from '../server/organisation-access.ts';
import { childTypesOf, cleanName, isMovable, isTimeZone } from '../tree-rules.ts';

test.each([
  ['DOMAIN', ['GROUP']],
  ['GROUP', ['BRANCH', 'MERCHANT']],
  ['BRANCH', ['BRANCH', 'MERCHANT']],
  ['MERCHANT', []],
  ['INSTALLATION', []],
] as const)('below a %s are %j', (type, children) => {
  expect(childTypesOf(type)).toEqual(children);
});

test('moves branches and merchants only', () => {
  const types = ['DOMAIN', 'GROUP', 'BRANCH', 'MERCHANT', 'INSTALLATION'] as const;
  expect(types.filter(isMovable)).toEqual(['BRANCH', 'MERCHANT']);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Base', false],
  ['+02:00', false],
  ['', false],
])('accepts the time zone %j: %j', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown);
});

test('composes a name and reads several spaces as one', () => {
  expect(cleanName(' Cafe\u0301   shop ')).toBe('Café shop');
});

describe('access', () => {
  const caller = (...grants: [scope: string, cascade?: boolean, name?: string][]) =>
    ({
      kind: 'user',
      organisation: { id: 1, name: '', path: '/1' },
      held: grants.map(([scope, cascade = true, name = 'P_MANAGE_ORGANISATION']) => ({
        scope,
        cascade,
        name,
      })),
    }) as unknown as Caller;

  test('manages children with cascade only', () => {
    expect(managesBelow(caller(['/1/2']), '/1/2')).toBe(true);
    expect(managesBelow(caller(['/1/2', false]), '/1/2')).toBe(false);
  });

  test('manages no parent from the organisation itself', () => {
    expect(managesParent(caller(['/1/2/3']), { path: '/1/2/3' })).toBe(false);
    expect(managesParent(caller(['/1/2']), { path: '/1/2/3' })).toBe(true);
    expect(managesParent(caller(['/1']), { path: '/1' })).toBe(false);
  });

  test('sets features from above the company only', () => {
    const position = { path: '/1/2/3', companyId: 2 };
    expect(maySetFeatures(caller(['/1/2']), position)).toBe(false);
    expect(maySetFeatures(caller(['/1', false]), position)).toBe(false);
    expect(maySetFeatures(caller(['/1']), position)).toBe(true);
    expect(maySetFeatures(caller(['/2']), { path: '/2/3', companyId: 2 })).toBe(false);
  });

  test('moves with the permission on both parents', () => {
    const moving =
      (...grants: Parameters<typeof caller>) =>
      () =>
        requireMove(caller(...grants), '/1/2/3/9', '/1/2/4');
    expect(moving(['/1/2'])).not.toThrow();
    expect(moving(['/1/2/3'], ['/1/2/4'])).not.toThrow();
    expect(moving(['/1/2/3'])).toThrow('forbidden_error');
    expect(moving(['/1/2/4'])).toThrow('forbidden_error');
    expect(moving(['/1/2/3'], ['/1/2/4'], ['/1/2/4', true, 'P_REFUND_TRANSACTION'])).toThrow(
      'move_gains_access',
    );
    expect(moving(['/1/2/3'], ['/1/2/4'], ['/1/2', true, 'P_REFUND_TRANSACTION'])).not.toThrow();
  });
});
