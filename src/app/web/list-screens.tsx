import type { Screen } from './screen.ts';
import {
  historyPermissions,
  listPermissions,
  standardListScreenPermissions,
} from '#features/fraud-lists/list-permissions.ts';
import { readHistorySearch, readItemsSearch, readListsSearch } from '#features/fraud-lists/lists-address.ts';
import { readStandardSearch } from '#features/fraud-lists/standard-search.ts';
import { flatText } from '#web/search-codec.ts';

/** The screens of fraud lists. */
export const listScreens: readonly Screen[] = [
  {
    name: 'lists',
    path: '/lists',
    place: 'shell',
    needs: { kind: 'ANY', permissions: listPermissions },
    isRestricted: true,
    menu: ['risk_management', 'list_centre'],
    search: (raw) => ({ ...readListsSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud-lists/web/manager/lists-screen.tsx')).ListsScreen,
  },
  {
    name: 'newList',
    path: '/lists/new',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_PARAMETER_LISTS'] },
    isRestricted: true,
    menu: ['risk_management', 'list_centre'],
    load: async () => (await import('#features/fraud-lists/web/editor/new-list-screen.tsx')).NewListScreen,
  },
  {
    name: 'list',
    path: '/lists/list/$type/$id',
    place: 'shell',
    needs: { kind: 'ANY', permissions: listPermissions },
    isRestricted: true,
    menuUnder: 'lists',
    search: (raw) => ({ ...readItemsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud-lists/web/editor/list-editor-screen.tsx')).ListEditorScreen,
  },
  {
    name: 'listHistory',
    path: '/lists/list/$type/$id/history',
    place: 'shell',
    needs: { kind: 'ANY', permissions: historyPermissions },
    isRestricted: true,
    menuUnder: 'lists',
    search: (raw) => ({ ...readHistorySearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud-lists/web/history/list-history-screen.tsx')).ListHistoryScreen,
  },
  {
    name: 'blackWhiteLists',
    path: '/negativePositiveLists',
    place: 'shell',
    needs: { kind: 'ANY', permissions: standardListScreenPermissions },
    isRestricted: true,
    menu: ['risk_management', 'list_centre'],
    search: (raw) => ({ ...readStandardSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud-lists/web/standard/standard-lists-screen.tsx')).StandardListsScreen,
  },
];

/** The block lists of organisations without the optimize feature. */
export const riskControlsListScreens: readonly Screen[] = [
  {
    name: 'riskControlsListBuilder',
    path: '/risk-controls/negativeList/$id',
    place: 'shell',
    needs: { kind: 'ALL', permissions: ['P_VIEW_RISK_CONTROLS', 'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'] },
    isRestricted: true,
    menuUnder: 'riskControls',
    search: (raw) => ({ ...readItemsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud-lists/web/editor/list-editor-screen.tsx')).RiskControlsListScreen,
  },
  {
    name: 'riskControlsListHistory',
    path: '/risk-controls/negativeList/$id/history',
    place: 'shell',
    needs: { kind: 'ALL', permissions: ['P_VIEW_RISK_CONTROLS', 'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'] },
    isRestricted: true,
    menuUnder: 'riskControls',
    search: (raw) => ({ ...readHistorySearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud-lists/web/history/list-history-screen.tsx'))
        .RiskControlsListHistoryScreen,
  },
];
