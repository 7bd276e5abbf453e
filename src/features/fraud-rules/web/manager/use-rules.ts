import { endOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { emptyWhenRejected, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { listRules, listTerritoryRules } from '../../endpoints.ts';
import type { RulesSearch } from '../../rules-search.ts';
import type { AnyRuleView } from '../../schemas.ts';
import type { RuleKind } from './rule-kinds.ts';

/** One page of rules. */
export function useRules(kind: RuleKind, search: RulesSearch) {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { zone } = useTimes();
  const query = buildQuery(search, zone);
  const rules = useListResult(
    listRules,
    { query: { orgId, rulesetIdentifier: 'default', ...query } },
    readRules,
    { enabled: kind === 'rules' },
  );
  const territories = useListResult(listTerritoryRules, { path: { orgId }, query }, readRules, {
    enabled: kind === 'territories',
  });
  return emptyWhenRejected(kind === 'rules' ? rules : territories);
}

const readRules = (answer: { rules: AnyRuleView[]; resultsAvailable: number }) => ({
  rows: answer.rules,
  total: answer.resultsAvailable,
});

function buildQuery({ offset, pageSize, name, action, lastUpdatedTime, ...sort }: RulesSearch, zone: string) {
  return {
    limit: String(pageSize),
    startFrom: String(offset + 1),
    'sortField.field': sort.sortField,
    'sortField.sort': sort.direction,
    ...(name === undefined ? {} : { 'ruleSearch.name': name }),
    ...(action === undefined ? {} : { 'ruleSearch.action': action }),
    ...(lastUpdatedTime === undefined
      ? {}
      : { 'ruleSearch.lastUpdatedTime': endOfDayIn(lastUpdatedTime, zone).toISOString() }),
  };
}
