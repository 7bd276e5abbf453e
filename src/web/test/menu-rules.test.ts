import { describe, expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { activeNames, flatMenu, menuFor, type MenuEntry } from '../session/menu-rules.ts';
import { mayPass, type Session } from '../session/session.ts';

const entries: readonly MenuEntry[] = [
  { name: 'home', path: '/home' },
  {
    name: 'risk_management',
    children: [
      {
        name: 'risk_centre',
        children: [
          {
            name: 'rules',
            path: '/rules',
            permission: {
              kind: 'ANY',
              permissions: ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'],
              features: ['ERE'],
            },
          },
          {
            name: 'newRule',
            path: '/rules/new',
            permission: { kind: 'ALL', permissions: ['P_EDIT_FRAUD_RULES'], features: ['ERE'] },
          },
        ],
      },
    ],
  },
];

function person(permissions: Permission[], more: Partial<Session> = {}): Session {
  return {
    userId: 'u1',
    fullName: 'Noor Rahman',
    isDomainUser: false,
    organisation: {
      parentOrgId: 1100,
      parentPath: '/1000/1100',
      parentOrgName: 'Harbour Group',
      selectedParentOrgId: 1100,
      selectedParentPath: '/1000/1100',
      selectedOrgName: 'Harbour Group',
    },
    permissions: permissions.map((name) => ({ name, scope: '/1000/1100', cascade: true })),
    features: [],
    tree: [],
    ...more,
  };
}
const names = (menu: readonly MenuEntry[]) => flatMenu(menu).map(({ entry }) => entry.name);

describe('the menu', () => {
  test('shows open entries to everyone, and hides groups without a child', () => {
    expect(menuFor(entries, person([])).map((entry) => entry.name)).toEqual(['home']);
  });
  test('an entry needs one of its permissions and one of its features', () => {
    expect(names(menuFor(entries, person(['P_VIEW_FRAUD_RULES'])))).toEqual(['home']);
    expect(names(menuFor(entries, person(['P_VIEW_FRAUD_RULES'], { features: ['ERE'] })))).toEqual([
      'home',
      'rules',
    ]);
  });
  test('a domain user at their own organisation needs no feature, elsewhere does', () => {
    const domainUser = person(['P_EDIT_FRAUD_RULES'], { isDomainUser: true });
    expect(names(menuFor(entries, domainUser))).toEqual(['home', 'rules', 'newRule']);
    const otherCompany = {
      ...domainUser,
      organisation: { ...domainUser.organisation, selectedParentOrgId: 1111 },
    };
    expect(names(menuFor(entries, otherCompany))).toEqual(['home']);
  });
  test('the active entry follows the route, with its groups', () => {
    expect(activeNames(entries, '/rules')).toEqual(['risk_management', 'risk_centre', 'rules']);
    expect(activeNames(entries, '/rules/17')).toEqual(['risk_management', 'risk_centre', 'rules']);
    expect(activeNames(entries, '/rulesets')).toEqual([]);
  });
  test('the longest path wins', () => {
    expect(activeNames(entries, '/rules/new').at(-1)).toBe('newRule');
  });
});

describe('a check on a path', () => {
  const clara = person([], { permissions: [{ name: 'P_VIEW_SCHEDULE', scope: '/1/2', cascade: false }] });
  const check = { kind: 'ANY', permissions: ['P_VIEW_SCHEDULE'] } as const;
  test.each([
    ['/1/2', true],
    ['/1/20', false],
    ['/1/2/3', false],
    [undefined, true],
  ])('%s → %s', (path, expected) => {
    expect(mayPass(clara, check, path)).toBe(expected);
  });
});
