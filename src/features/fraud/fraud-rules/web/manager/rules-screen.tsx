import type { ButtonProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { useRecentMatches, useRules } from './use-rules.ts';
import { useSentenceLabels } from '../use-sentence-labels.ts';
import { ruleColumns, ruleRowActions } from './rule-columns.tsx';
import { type RuleKind, ruleKinds } from './rule-kinds.ts';
import { NoRules, RulesFilter, ruleChips } from './rules-filter.tsx';
import { useLifetimeActions } from './use-lifetime-actions.tsx';

const rowId = ({ ruleId }: AnyRuleView): string => String(ruleId);
const noRules: AnyRuleView[] = [];
/** Ids of columns have no dots. */
const updatedField = 'ruleAuditData.lastUpdatedTime';

/** /rules: the rules of the selected organisation, of those above and below it. */
export const RulesScreen = () => <RuleList kind="rules" />;

/** /territories: the same for territory rules. */
export const TerritoriesScreen = () => <RuleList kind="territories" />;

function RuleList({ kind }: { kind: RuleKind }) {
  const { t, language } = useTranslation();
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
  const chips = ruleChips(params, t, times.today(), language, state.change);
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
      filterPanel={state.filterPanel}
      filterForm={
        <RulesFilter key={JSON.stringify(params)} search={params} actions={actions} onSearch={state.go} />
      }
      chips={chips}
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
          reason={isRejected ? 'rejected' : chips.length > 0 ? 'filtered' : 'none'}
          onClear={() => state.change({ name: undefined, action: undefined, lastUpdatedTime: undefined })}
          create={create({ variant: 'default' })}
        />
      }
    >
      {dialogs}
    </ListScreen>
  );
}
