import { readInstant } from '#shared/instant.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { listTerritoryRules } from '../endpoints.ts';
import { ruleActions, territoryActions } from '../rule.ts';
import { type RuleSearch, sortColumns } from './db/rule-list.ts';
import type { RuleType } from './db/rules.ts';

type Query = QueryOf<typeof listTerritoryRules>;

/** Lists return these codes instead of INVALID_REQUEST: the grid is empty then. */
const invalidCriteria = () => new Problem(400, 'V001', 'invalid_criteria');
const invalidPage = () => new Problem(400, 'V002', 'invalid_page');

const maxOffset = 10_000;

/** The search of a request. Throws V001 for a criterion and V002 for page or sort order. */
export function readRuleSearch(query: Query, ruleType: RuleType): RuleSearch {
  const name = query['ruleSearch.name']?.trim();
  const action = query['ruleSearch.action'];
  const until = query['ruleSearch.lastUpdatedTime'];
  const actions: readonly string[] = ruleType === 'rule' ? ruleActions : territoryActions;
  if (action !== undefined && !actions.includes(action)) throw invalidCriteria();
  const updatedUntil = until === undefined ? undefined : readInstant(until);
  if (until !== undefined && !updatedUntil) throw invalidCriteria();
  const sortField = query['sortField.field'] ?? 'ruleAuditData.lastUpdatedTime';
  const direction = query['sortField.sort'] ?? 'DESC';
  if (!isSortField(sortField) || (direction !== 'ASC' && direction !== 'DESC')) throw invalidPage();
  return {
    limit: readNumber(query.limit, 50, 1, 100),
    // Pages count from 1, as those of reports and lists.
    offset: Math.max(0, readNumber(query.startFrom, 1, 0, maxOffset + 1) - 1),
    sortField,
    isDescending: direction === 'DESC',
    ...(name ? { name } : {}),
    ...(action ? { action } : {}),
    updatedUntil,
  };
}

const isSortField = (name: string): name is keyof typeof sortColumns => Object.hasOwn(sortColumns, name);

function readNumber(text: string | undefined, missing: number, low: number, high: number): number {
  if (text === undefined) return missing;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < low || number > high) throw invalidPage();
  return number;
}
