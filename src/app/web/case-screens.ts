import type { Screen } from './screen.ts';
import { readCaseSearchParams } from '#features/cases/case-search.ts';
import { flatText } from '#web/search-codec.ts';

/** The screens of cases. */
export const caseScreens: readonly Screen[] = [
  {
    name: 'caseManagementSearch',
    path: '/caseManagementSearch',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_SEARCH_CASE_MANAGEMENT'], features: ['CASE'] },
    isRestricted: true,
    menu: ['risk_management', 'investigation_centre'],
    search: (raw) => ({ ...readCaseSearchParams(flatText(raw)) }),
    load: async () => (await import('#features/cases/web/case-search-screen.tsx')).CaseSearchScreen,
  },
  {
    name: 'caseDetails',
    path: '/case/$caseId',
    place: 'shell',
    needs: {
      kind: 'ANY',
      permissions: ['P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'],
      features: ['CASE'],
    },
    isRestricted: true,
    menuUnder: 'caseManagementSearch',
    load: async () => (await import('#features/cases/web/case-screen.tsx')).CaseScreen,
  },
];
