import { type PageParams, offsetPages } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { ruleEditors, territoryEditors } from '../endpoints.ts';
import { ruleActions, territoryActions } from '../rule.ts';
import { type RulesSearch, readRulesSearch, readTerritoriesSearch } from '../rules-search.ts';

const page: PageParams<RulesSearch> = offsetPages();

/** The differences between the list of rules and that of territory rules. Each has its texts below its name. */
export const ruleKinds = {
  rules: {
    title: 'screen.rules',
    address: { name: 'rules', read: readRulesSearch, to: (params: RulesSearch) => paths.rules(params), page },
    editors: ruleEditors,
    actions: ruleActions,
    view: paths.rule,
    copy: paths.copyRule,
    create: paths.newRule,
  },
  territories: {
    title: 'screen.territoryManager',
    address: {
      name: 'territories',
      read: readTerritoriesSearch,
      to: (params: RulesSearch) => paths.territories(params),
      page,
    },
    editors: territoryEditors,
    actions: territoryActions,
    view: paths.territory,
    copy: paths.copyTerritory,
    create: paths.newTerritory,
  },
} as const;
export type RuleKind = keyof typeof ruleKinds;
