import type { Screen } from './screen.ts';
import {
  readRuleSearch,
  readRulesSearch,
  readTerritoriesSearch,
} from '#features/fraud/fraud-rules/rules-search.ts';
import { flatText } from '#web/search-codec.ts';
import {
  historyPermissions,
  listPermissions,
  standardListScreenPermissions,
} from '#features/fraud/fraud-lists/list-permissions.ts';
import {
  readHistorySearch,
  readItemsSearch,
  readListsSearch,
} from '#features/fraud/fraud-lists/lists-address.ts';
import { readStandardSearch } from '#features/fraud/fraud-lists/standard-search.ts';
import { readCaseSearchParams } from '#features/review/cases/case-search.ts';

/** The screens of rules. */
const ruleScreens: readonly Screen[] = [
  {
    name: 'rules',
    path: '/rules',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    isRemembered: true,
    menu: ['risk_management', 'risk_centre'],
    search: (raw) => ({ ...readRulesSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud/fraud-rules/web/rules-screen.tsx')).RulesScreen,
  },
  {
    name: 'newRule',
    path: '/rules/new',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    menu: ['risk_management', 'risk_centre'],
    load: async () => (await import('#features/fraud/fraud-rules/web/editor/rule-screens.tsx')).NewRuleScreen,
  },
  {
    name: 'rule',
    path: '/rules/rule/$id',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    menuUnder: 'rules',
    search: (raw) => ({ ...readRuleSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud/fraud-rules/web/editor/rule-screens.tsx')).RuleScreen,
  },
  {
    name: 'copyRule',
    path: '/rules/copyRule/$id',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    menuUnder: 'newRule',
    load: async () =>
      (await import('#features/fraud/fraud-rules/web/editor/rule-screens.tsx')).CopyRuleScreen,
  },
];

/** The screens of territory rules. */
const territoryScreens: readonly Screen[] = [
  {
    name: 'territoryManager',
    path: '/territories',
    place: 'shell',
    permission: {
      kind: 'ANY',
      permissions: ['P_VIEW_TERRITORY_MANAGEMENT_RULES', 'P_EDIT_TERRITORY_MANAGEMENT_RULES'],
    },
    isRestricted: true,
    isRemembered: true,
    menu: ['risk_management', 'territory_centre'],
    search: (raw) => ({ ...readTerritoriesSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud/fraud-rules/web/rules-screen.tsx')).TerritoriesScreen,
  },
  {
    name: 'newTerritoryRule',
    path: '/territories/new',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_TERRITORY_MANAGEMENT_RULES'] },
    isRestricted: true,
    menu: ['risk_management', 'territory_centre'],
    load: async () =>
      (await import('#features/fraud/fraud-rules/web/editor/rule-screens.tsx')).NewTerritoryScreen,
  },
  {
    name: 'territoryRule',
    path: '/territories/$id',
    place: 'shell',
    permission: {
      kind: 'ANY',
      permissions: ['P_VIEW_TERRITORY_MANAGEMENT_RULES', 'P_EDIT_TERRITORY_MANAGEMENT_RULES'],
    },
    isRestricted: true,
    menuUnder: 'territoryManager',
    search: (raw) => ({ ...readRuleSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/fraud-rules/web/editor/rule-screens.tsx')).TerritoryScreen,
  },
  {
    name: 'copyTerritoryRule',
    path: '/territories/copy/$id',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_TERRITORY_MANAGEMENT_RULES'] },
    isRestricted: true,
    menuUnder: 'newTerritoryRule',
    load: async () =>
      (await import('#features/fraud/fraud-rules/web/editor/rule-screens.tsx')).CopyTerritoryScreen,
  },
];

/** The screens of fraud lists. */
const listScreens: readonly Screen[] = [
  {
    name: 'lists',
    path: '/lists',
    place: 'shell',
    permission: { kind: 'ANY', permissions: listPermissions },
    isRestricted: true,
    menu: ['risk_management', 'list_centre'],
    search: (raw) => ({ ...readListsSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud/fraud-lists/web/manager/lists-screen.tsx')).ListsScreen,
  },
  {
    name: 'newList',
    path: '/lists/new',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_PARAMETER_LISTS'] },
    isRestricted: true,
    menu: ['risk_management', 'list_centre'],
    load: async () =>
      (await import('#features/fraud/fraud-lists/web/editor/new-list-screen.tsx')).NewListScreen,
  },
  {
    name: 'list',
    path: '/lists/list/$type/$id',
    place: 'shell',
    permission: { kind: 'ANY', permissions: listPermissions },
    isRestricted: true,
    menuUnder: 'lists',
    search: (raw) => ({ ...readItemsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/fraud-lists/web/editor/list-editor-screen.tsx')).ListEditorScreen,
  },
  {
    name: 'listHistory',
    path: '/lists/list/$type/$id/history',
    place: 'shell',
    permission: { kind: 'ANY', permissions: historyPermissions },
    isRestricted: true,
    menuUnder: 'lists',
    search: (raw) => ({ ...readHistorySearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/fraud-lists/web/list-history-screen.tsx')).ListHistoryScreen,
  },
  {
    name: 'blackWhiteLists',
    path: '/negativePositiveLists',
    place: 'shell',
    permission: { kind: 'ANY', permissions: standardListScreenPermissions },
    isRestricted: true,
    menu: ['risk_management', 'list_centre'],
    search: (raw) => ({ ...readStandardSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/fraud-lists/web/standard-lists-screen.tsx')).StandardListsScreen,
  },
];

/** The block lists of organisations without the optimize feature. */
export const riskControlsListScreens: readonly Screen[] = [
  {
    name: 'riskControlsListBuilder',
    path: '/risk-controls/negativeList/$id',
    place: 'shell',
    permission: {
      kind: 'ALL',
      permissions: ['P_VIEW_RISK_CONTROLS', 'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'],
    },
    isRestricted: true,
    menuUnder: 'riskControls',
    search: (raw) => ({ ...readItemsSearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/fraud-lists/web/editor/list-editor-screen.tsx')).RiskControlsListScreen,
  },
  {
    name: 'riskControlsListHistory',
    path: '/risk-controls/negativeList/$id/history',
    place: 'shell',
    permission: {
      kind: 'ALL',
      permissions: ['P_VIEW_RISK_CONTROLS', 'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'],
    },
    isRestricted: true,
    menuUnder: 'riskControls',
    search: (raw) => ({ ...readHistorySearch(flatText(raw)) }),
    load: async () =>
      (await import('#features/fraud/fraud-lists/web/list-history-screen.tsx')).RiskControlsListHistoryScreen,
  },
];

/** The screens of cases. */
export const caseScreens: readonly Screen[] = [
  {
    name: 'caseManagementSearch',
    path: '/caseManagementSearch',
    place: 'shell',
    permission: { kind: 'ANY', permissions: ['P_SEARCH_CASE_MANAGEMENT'], features: ['CASE'] },
    isRestricted: true,
    menu: ['risk_management', 'investigation_centre'],
    search: (raw) => ({ ...readCaseSearchParams(flatText(raw)) }),
    load: async () => (await import('#features/review/cases/web/case-search-screen.tsx')).CaseSearchScreen,
  },
  {
    name: 'caseDetails',
    path: '/case/$caseId',
    place: 'shell',
    permission: {
      kind: 'ANY',
      permissions: ['P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'],
      features: ['CASE'],
    },
    isRestricted: true,
    menuUnder: 'caseManagementSearch',
    load: async () => (await import('#features/review/cases/web/case-screen.tsx')).CaseScreen,
  },
];

/** The screens of rules, lists and territories, in the order of the menu. */
export const riskScreens: readonly Screen[] = [...ruleScreens, ...listScreens, ...territoryScreens];
