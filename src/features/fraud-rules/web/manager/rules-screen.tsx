import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconCopy, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { addDays } from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listRules, listTerritoryRules, ruleEditors, territoryEditors } from '../../endpoints.ts';
import { ruleActions, territoryActions } from '../../rule.ts';
import { type RulesSearch, readRulesSearch, readTerritoriesSearch } from '../../rules-search.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { useRecentMatches } from './use-recent-matches.ts';
import { useSentenceWords } from '../use-sentence-words.ts';
import { ruleColumns } from './rule-columns.tsx';
import { RulesFilter, ruleChips } from './rules-filter.tsx';
import { type LifetimeAction, useLifetimeActions } from './use-lifetime-actions.tsx';

type Kind = 'rules' | 'territories';

const addresses = {
  rules: {
    read: readRulesSearch,
    to: (params: RulesSearch) => paths.rules(params),
    page: offsetPages<RulesSearch>(),
  },
  territories: {
    read: readTerritoriesSearch,
    to: (params: RulesSearch) => paths.territories(params),
    page: offsetPages<RulesSearch>(),
  },
} as const;
const rowId = ({ ruleId }: AnyRuleView): string => String(ruleId);
const noRules: AnyRuleView[] = [];
/** Ids of columns have no dots. */
const updatedField = 'ruleAuditData.lastUpdatedTime';

/** /rules: the rules of the selected organisation, of those above and below it. */
export const RulesScreen = () => <RuleList kind="rules" />;

/** /territories: the same for territory rules. */
export const TerritoriesScreen = () => <RuleList kind="territories" />;

function RuleList({ kind }: { kind: Kind }) {
  const { t, language } = useTranslation();
  const state = useListState(addresses[kind]);
  const { params } = state;
  const session = useSignedIn();
  const times = useTimes();
  const navigate = useNavigate();
  const isRules = kind === 'rules';
  const mayEdit = isAllowed(session, { anyOf: isRules ? ruleEditors : territoryEditors });
  const result = useRules(kind, params);
  const lists = useMemo(() => (result.rows ?? noRules).flatMap((rule) => rule.lists), [result.rows]);
  const words = useSentenceWords(lists);
  const matchesOf = useRecentMatches(result.rows ?? noRules);
  const columns = useMemo(() => ruleColumns(t, times, words, matchesOf), [t, times, words, matchesOf]);
  const chips = ruleChips(params, t, times.today(), language, state.change);
  const { ask, dialogs } = useLifetimeActions(() => result.refresh());
  const open = useCallback(
    ({ ruleId }: AnyRuleView) => void navigate(isRules ? paths.rule(ruleId) : paths.territory(ruleId)),
    [navigate, isRules],
  );
  const copy = ({ ruleId }: AnyRuleView): void =>
    void navigate(isRules ? paths.copyRule(ruleId) : paths.copyTerritory(ruleId));
  const isFiltered = chips.length > 0;
  // Criteria that the server rejects show an empty grid (V001, V002).
  const isRejected = /^V00[12]$/.test(result.failure?.code ?? '');
  const noun = isRules ? 'rules' : 'territories';
  return (
    <ListScreen
      title={t(isRules ? 'screen.rules' : 'screen.territoryManager')}
      subtitle={session.organisation.selectedOrgName}
      state={state}
      actions={
        mayEdit && (
          <LinkButton
            to={isRules ? paths.newRule() : paths.newTerritory()}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t(`${noun}.create`)}
          </LinkButton>
        )
      }
      filterPanel={state.filterPanel}
      filterForm={
        <RulesFilter
          key={JSON.stringify(params)}
          search={params}
          actions={isRules ? ruleActions : territoryActions}
          onSearch={state.go}
        />
      }
      chips={chips}
      result={isRejected ? { ...result, rows: [], total: 0, failure: null } : result}
      countKey={`${noun}.count`}
      columns={columns}
      rowId={rowId}
      rowActions={rowActions(t, (action, rule) => ask({ action, rule }), copy)}
      sort={{
        field: params.sortField === updatedField ? 'updated' : params.sortField,
        direction: params.direction === 'ASC' ? 'asc' : 'desc',
      }}
      onSort={({ field, direction }) =>
        state.change({
          sortField: field === 'updated' ? updatedField : field,
          direction: direction === 'asc' ? 'ASC' : 'DESC',
        })
      }
      onOpen={open}
      failureTexts={{
        title: t(`${noun}.list_failed`),
        forbidden: { title: t('rules.forbidden'), text: t('rules.forbidden_text') },
      }}
      empty={
        isRejected || isFiltered ? (
          <EmptyState title={t(isRejected ? 'rules.bad_filters' : `${noun}.none_so`)} />
        ) : (
          <EmptyState title={t(`${noun}.none`)}>{t(`${noun}.none_text`)}</EmptyState>
        )
      }
    >
      {dialogs}
    </ListScreen>
  );
}

/** Activate or deactivate, copy, and delete for inactive rules. */
function rowActions(
  t: (key: string) => string,
  ask: (action: LifetimeAction, rule: AnyRuleView) => void,
  copy: (rule: AnyRuleView) => void,
): GridAction<AnyRuleView>[] {
  const action = (
    id: LifetimeAction,
    icon: GridAction<AnyRuleView>['icon'],
    isOffered: (rule: AnyRuleView) => boolean,
  ): GridAction<AnyRuleView> => ({
    id,
    icon,
    label: t(`rules.do.${id}`),
    isFor: (rule) => rule.mayEdit && isOffered(rule),
    onClick: (rule) => ask(id, rule),
  });
  return [
    action('activate', <IconPlayerPlay size={16} aria-hidden />, ({ active }) => !active),
    action('deactivate', <IconPlayerPause size={16} aria-hidden />, ({ active }) => active),
    {
      id: 'copy',
      icon: <IconCopy size={16} aria-hidden />,
      label: t('rules.do.copy'),
      isFor: ({ mayEdit }) => mayEdit,
      onClick: copy,
    },
    action('delete', <IconTrash size={16} aria-hidden />, ({ active }) => !active),
  ];
}

/** One page of rules. */
function useRules(kind: Kind, search: RulesSearch) {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { zone } = useTimes();
  const query = buildQuery(search, zone);
  const options = { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 };
  const rules = useCall(
    listRules,
    { query: { orgId, rulesetIdentifier: 'default', ...query } },
    { ...options, enabled: kind === 'rules' },
  );
  const territories = useCall(
    listTerritoryRules,
    { path: { orgId }, query },
    { ...options, enabled: kind === 'territories' },
  );
  const page = kind === 'rules' ? rules : territories;
  return {
    rows: page.data?.rules as AnyRuleView[] | undefined,
    total: page.data?.resultsAvailable,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: (): void => void page.refetch(),
  };
}

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
      : { 'ruleSearch.lastUpdatedTime': endOfDay(lastUpdatedTime, zone).toISOString() }),
  };
}

const endOfDay = (day: string, zone: string): Date =>
  new Date(startOfDayIn(addDays(day, 1), zone).getTime() - 1);
