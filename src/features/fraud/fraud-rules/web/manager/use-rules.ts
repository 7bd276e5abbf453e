import { numberFormat } from '#shared/text/intl-formats.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { emptyWhenRejected, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { listRules, listTerritoryRules } from '../../endpoints.ts';
import type { RulesSearch } from '../../rules-search.ts';
import type { AnyRuleView } from '../../schemas.ts';
import type { RuleKind } from './rule-kinds.ts';
import { useMemo } from 'react';
import { getRecentMatches } from '#features/fraud/fraud-impact/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

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

const readRules = (response: { rules: AnyRuleView[]; resultsAvailable: number }) => ({
  rows: response.rules,
  total: response.resultsAvailable,
});

function buildQuery({ offset, pageSize, name, action, lastUpdatedTime, ...sort }: RulesSearch, zone: string) {
  return {
    limit: String(pageSize),
    startFrom: String(offset + 1),
    'sortField.field': sort.sortField,
    'sortField.sort': sort.direction,
    'ruleSearch.name': name,
    'ruleSearch.action': action,
    'ruleSearch.lastUpdatedTime':
      lastUpdatedTime === undefined ? undefined : endOfDayIn(lastUpdatedTime, zone).toISOString(),
  };
}

/** How many payments each rule of a page matched in the last 24 hours; undefined until the figures are loaded. */
export function useRecentMatches(rules: readonly AnyRuleView[]): ((rule: AnyRuleView) => string) | undefined {
  const { organisation } = useSignedIn();
  const { language } = useTranslation();
  const { data } = useCall(
    getRecentMatches,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: { ruleIds: rules.map(({ ruleId }) => ruleId).join(',') },
    },
    // The list is of use without them.
    { handlesOwnErrors: true, enabled: rules.length > 0, staleTime: 60_000 },
  );
  return useMemo(() => {
    if (data === undefined) return undefined;
    const counts = new Map(data.map(({ ruleId, matches }) => [ruleId, matches]));
    const format = numberFormat(browserLocale(language));
    return ({ ruleId }) => format.format(counts.get(ruleId) ?? 0);
  }, [data, language]);
}
