import type { ButtonProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { emptyWhenRejected, useListResult } from '#web/list-screen/list-result.ts';
import { getRecentMatches } from '#features/fraud/fraud-impact/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { AnyRuleView } from '../schemas.ts';
import { useSentenceLabels } from './use-sentence-labels.ts';
import { ruleColumns, ruleRowActions, actionText } from './rule-columns.tsx';
import { type RuleKind, ruleKinds } from './rule-kinds.ts';
import { useLifetimeActions } from './use-lifetime-actions.tsx';
import { listRules, listTerritoryRules } from '../endpoints.ts';
import type { RulesSearch } from '../rules-search.ts';

const rowId = ({ ruleId }: AnyRuleView): string => String(ruleId);
const noRules: AnyRuleView[] = [];
const firstDay = '2000-01-01';
/** Ids of columns have no dots. */
const updatedField = 'ruleAuditData.lastUpdatedTime';

/** /rules: the rules of the selected organisation, of those above and below it. */
export const RulesScreen = () => <RuleList kind="rules" />;

/** /territories: the same for territory rules. */
export const TerritoriesScreen = () => <RuleList kind="territories" />;

function RuleList({ kind }: { kind: RuleKind }) {
  const { t } = useTranslation();
  const { title, address, editors, actions, view, copy, create: newRule } = ruleKinds[kind];
  const state = useListState(address);
  const { params } = state;
  const { sortField, direction } = params;
  const session = useSignedIn();
  const times = useTimes();
  const navigate = useNavigate();
  const mayEdit = isAllowed(session, { anyOf: editors });
  const { isRejected, ...result } = useRules(kind, params);
  const lists = useMemo(() => (result.rows ?? noRules).flatMap((rule) => rule.lists), [result.rows]);
  const labels = useSentenceLabels(lists);
  const matchesOf = useRecentMatches(result.rows ?? noRules);
  const columns = useMemo(() => ruleColumns(t, times, labels, matchesOf), [t, times, labels, matchesOf]);
  const isFiltered =
    params.name !== undefined || params.action !== undefined || params.lastUpdatedTime !== undefined;
  const clear = (): void => state.change({ name: undefined, action: undefined, lastUpdatedTime: undefined });
  const { requestAction, dialogs } = useLifetimeActions(() => result.refresh());
  const open = useCallback(({ ruleId }: AnyRuleView) => void navigate(view(ruleId)), [navigate, view]);
  const create = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) =>
    mayEdit && (
      <LinkButton to={newRule()} {...button}>
        {t(`${kind}.create`)}
      </LinkButton>
    );
  return (
    <ListScreen
      title={t(title)}
      subtitle={session.organisation.selectedOrgName}
      state={state}
      actions={create({ leftSection: <IconPlus size={16} aria-hidden /> })}
      search={{
        label: t('rules.column.name'),
        text: params.name,
        maxLength: 100,
        onSearch: (name) => state.change({ name }),
      }}
      fields={ruleFields(params, { t, today: times.today(), actions, onChange: state.change })}
      onClear={clear}
      result={result}
      countKey={`${kind}.count`}
      columns={columns}
      rowId={rowId}
      rowActions={ruleRowActions(
        t,
        (action, rule) => requestAction({ action, rule }),
        ({ ruleId }) => void navigate(copy(ruleId)),
      )}
      {...sorting(sortField === updatedField ? 'updated' : sortField, direction, (column, next) =>
        state.change({ sortField: column === 'updated' ? updatedField : column, direction: next }),
      )}
      onOpen={open}
      failureTexts={{
        title: t(`${kind}.list_failed`),
        forbidden: { title: t('rules.forbidden'), text: t('rules.forbidden_text') },
      }}
      empty={
        <NoRules
          kind={kind}
          reason={isRejected ? 'rejected' : isFiltered ? 'filtered' : 'none'}
          onClear={clear}
          create={create({ variant: 'default' })}
        />
      }
    >
      {dialogs}
    </ListScreen>
  );
}

interface FieldSetting {
  t: Translate;
  today: CalendarDay;
  actions: readonly string[];
  onChange: (part: Partial<RulesSearch>) => void;
}

/** Action, and day of the last update. */
const ruleFields = (
  { action, lastUpdatedTime }: RulesSearch,
  { t, today, actions, onChange }: FieldSetting,
): ListField[] => [
  {
    kind: 'choice',
    id: 'action',
    label: t('rules.column.action'),
    value: action,
    choices: actions.map((value) => ({ value, label: actionText(value, t) })),
    onChange: (next) => onChange({ action: next }),
  },
  {
    kind: 'day',
    id: 'lastUpdatedTime',
    label: t('rules.updated_on'),
    value: lastUpdatedTime,
    min: firstDay,
    max: today,
    today,
    onChange: (day) => onChange({ lastUpdatedTime: day }),
  },
];

/** One page of rules. */
function useRules(kind: RuleKind, search: RulesSearch) {
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
function useRecentMatches(rules: readonly AnyRuleView[]): ((rule: AnyRuleView) => string) | undefined {
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

interface NoRulesProps {
  kind: RuleKind;
  /** The server rejected the filters, none match, or none exist. */
  reason: 'rejected' | 'filtered' | 'none';
  onClear: () => void;
  create: ReactNode;
}

function NoRules({ kind, reason, onClear, create }: NoRulesProps) {
  const { t } = useTranslation();
  if (reason === 'none')
    return (
      <EmptyState title={t(`${kind}.none`)} action={create}>
        {t(`${kind}.none_text`)}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t(reason === 'rejected' ? 'rules.bad_filters' : `${kind}.none_so`)}
      step={{ label: t('rules.clear_filters'), onClick: onClear }}
    />
  );
}
