import { describe, expect, test } from 'vitest';
import { activeNames, flatMenu, menuFor } from '#web/session/menu-rules.ts';
import { screens } from '../screens.tsx';
import { menuEntries } from '../shell/menu/side-menu.tsx';

const entries = menuEntries(screens);

describe('the menu', () => {
  test('has at most ten entries on the first level, and two levels with headings', () => {
    expect(entries.map(({ name }) => name)).toEqual([
      'home',
      'transactions',
      'risk_management',
      'smartLinks',
      'virtualTerminal',
      'schedules',
      'configuration',
      'users',
      'settings',
      'feedback',
    ]);
    const headings = entries.flatMap(({ children = [] }) => children.filter((child) => child.children));
    expect(headings.map(({ name }) => name)).toEqual([
      'risk_centre',
      'list_centre',
      'territory_centre',
      'investigation_centre',
    ]);
    expect(headings.flatMap(({ children = [] }) => children.filter((child) => child.children))).toEqual([]);
  });

  test('has every group and entry of the specification under its name', () => {
    const names = Object.fromEntries(flatMenu(entries).map(({ entry, groups }) => [entry.name, groups]));
    expect(names).toMatchObject({
      transactionSearch: ['transactions'],
      statements: ['transactions'],
      transactionExport: ['transactions'],
      rules: ['risk_management', 'risk_centre'],
      newRule: ['risk_management', 'risk_centre'],
      lists: ['risk_management', 'list_centre'],
      newList: ['risk_management', 'list_centre'],
      blackWhiteLists: ['risk_management', 'list_centre'],
      territoryManager: ['risk_management', 'territory_centre'],
      newTerritoryRule: ['risk_management', 'territory_centre'],
      queueManagement: ['risk_management', 'investigation_centre'],
      caseManagementSearch: ['risk_management', 'investigation_centre'],
      riskControls: ['configuration'],
      scheduleList: ['schedules'],
      scheduleSearch: ['schedules'],
      smartLinkCreate: ['smartLinks'],
      virtualTerminal: [],
      users: [],
      feedback: [],
      home: [],
    });
  });

  test('marks the settings on every screen below them', () => {
    expect(activeNames(entries, '/settings')).toEqual(['settings']);
    expect(activeNames(entries, '/settings/roles/7')).toEqual(['settings', 'roles']);
    expect(activeNames(entries, '/audit')).toEqual(['settings', 'audit']);
  });

  test('hides the settings from a user who may open none', () => {
    const session = (permissions: readonly string[]) =>
      ({
        isDomainUser: false,
        organisation: { parentOrgId: 1, selectedParentOrgId: 1 },
        permissions: permissions.map((name) => ({ name, scope: '/1', cascade: true })),
        features: [],
      }) as never;
    expect(menuFor(entries, session([])).map(({ name }) => name)).toEqual(['home', 'feedback']);
    const auditor = menuFor(entries, session(['P_VIEW_AUDIT']));
    expect(auditor.map(({ name }) => name)).toEqual(['home', 'settings', 'feedback']);
    expect(auditor[1]?.children?.map(({ name }) => name)).toEqual([
      'apiKeys',
      'apiRequests',
      'testClock',
      'audit',
    ]);
  });
});
