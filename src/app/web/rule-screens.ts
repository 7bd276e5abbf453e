import type { Screen } from './screen.ts';
import {
  readRuleSearch,
  readRulesSearch,
  readTerritoriesSearch,
} from '#features/fraud-rules/rules-search.ts';
import { flatText } from '#web/search-codec.ts';

/** The screens of rules. */
export const ruleScreens: readonly Screen[] = [
  {
    name: 'rules',
    path: '/rules',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    isRemembered: true,
    menu: ['risk_management', 'risk_centre'],
    search: (raw) => ({ ...readRulesSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud-rules/web/manager/rules-screen.tsx')).RulesScreen,
  },
  {
    name: 'newRule',
    path: '/rules/new',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    menu: ['risk_management', 'risk_centre'],
    load: async () => (await import('#features/fraud-rules/web/editor/rule-screens.tsx')).NewRuleScreen,
  },
  {
    name: 'rule',
    path: '/rules/rule/$id',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    menuUnder: 'rules',
    search: (raw) => ({ ...readRuleSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud-rules/web/editor/rule-screens.tsx')).RuleScreen,
  },
  {
    name: 'copyRule',
    path: '/rules/copyRule/$id',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_FRAUD_RULES'], features: ['ERE'] },
    isRestricted: true,
    menuUnder: 'newRule',
    load: async () => (await import('#features/fraud-rules/web/editor/rule-screens.tsx')).CopyRuleScreen,
  },
];

/** The screens of territory rules. */
export const territoryScreens: readonly Screen[] = [
  {
    name: 'territoryManager',
    path: '/territories',
    place: 'shell',
    needs: {
      kind: 'ANY',
      permissions: ['P_VIEW_TERRITORY_MANAGEMENT_RULES', 'P_EDIT_TERRITORY_MANAGEMENT_RULES'],
    },
    isRestricted: true,
    isRemembered: true,
    menu: ['risk_management', 'territory_centre'],
    search: (raw) => ({ ...readTerritoriesSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud-rules/web/manager/rules-screen.tsx')).TerritoriesScreen,
  },
  {
    name: 'newTerritoryRule',
    path: '/territories/new',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_TERRITORY_MANAGEMENT_RULES'] },
    isRestricted: true,
    menu: ['risk_management', 'territory_centre'],
    load: async () => (await import('#features/fraud-rules/web/editor/rule-screens.tsx')).NewTerritoryScreen,
  },
  {
    name: 'territoryRule',
    path: '/territories/$id',
    place: 'shell',
    needs: {
      kind: 'ANY',
      permissions: ['P_VIEW_TERRITORY_MANAGEMENT_RULES', 'P_EDIT_TERRITORY_MANAGEMENT_RULES'],
    },
    isRestricted: true,
    menuUnder: 'territoryManager',
    search: (raw) => ({ ...readRuleSearch(flatText(raw)) }),
    load: async () => (await import('#features/fraud-rules/web/editor/rule-screens.tsx')).TerritoryScreen,
  },
  {
    name: 'copyTerritoryRule',
    path: '/territories/copy/$id',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_EDIT_TERRITORY_MANAGEMENT_RULES'] },
    isRestricted: true,
    menuUnder: 'newTerritoryRule',
    load: async () => (await import('#features/fraud-rules/web/editor/rule-screens.tsx')).CopyTerritoryScreen,
  },
];
