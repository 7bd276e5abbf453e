import type { ButtonProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed, isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createList } from '../../endpoints.ts';
import { rulePermissions } from '../../list-permissions.ts';
import type { FraudList } from '../../list-shapes.ts';
import { listSorts } from '../../list-search.ts';
import { type ListsSearch, defaultLists, readListsSearch } from '../../lists-address.ts';
import { useListLabels } from '../use-list-labels.ts';
import { LinkedRulesDialog } from './linked-rules-dialog.tsx';
import { type ListChange, ListChangeDialog } from './list-change-dialog.tsx';
import { useListActions, useLists } from './use-lists.tsx';
import { listColumns } from './list-columns.tsx';
import { ListsFilter, listChips } from './lists-filter.tsx';

const address = {
  name: 'lists',
  read: readListsSearch,
  to: (params: ListsSearch) => paths.lists({ ...params }),
  page: offsetPages<ListsSearch>(),
};
const rowId = ({ listId }: FraudList): string => String(listId);

/** /lists: the parameter lists of the selected organisation, of those above it and of those below it. */
export function ListsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params } = state;
  const session = useSignedIn();
  const navigate = useNavigate();
  const labels = useListLabels();
  const times = useTimes();
  const [change, setChange] = useState<ListChange>();
  const [linked, setLinked] = useState<FraudList>();
  const result = useLists(params);
  const columns = useMemo(
    () =>
      listColumns(t, labels, times, isAllowed(session, { anyOf: rulePermissions }) ? setLinked : undefined),
    [t, labels, times, session],
  );
  const chips = listChips(params, t, labels, state.change);
  const rowActions = useListActions(setChange);
  const create = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) => (
    <Allowed to={createList}>
      <LinkButton to={paths.newList()} {...button}>
        {t('fraud_lists.create')}
      </LinkButton>
    </Allowed>
  );
  return (
    <ListScreen
      title={t('screen.lists')}
      subtitle={session.organisation.selectedOrgName}
      state={state}
      actions={create({ leftSection: <IconPlus size={16} aria-hidden /> })}
      filterPanel={state.filterPanel}
      openFilter={<ListsFilter key={state.criteria} search={params} onSearch={state.change} />}
      {...{ chips, result, columns, rowId, rowActions }}
      countKey="fraud_lists.count"
      {...sorting(params.sortField.replace('auditData.', ''), params.direction, (field, direction) =>
        state.change({ sortField: listSorts.find((sort) => sort.endsWith(field)) ?? 'name', direction }),
      )}
      onOpen={({ listType, listId }) => void navigate(paths.list(listType, listId))}
      failureTexts={{
        title: t('fraud_lists.failed'),
        forbidden: { title: t('fraud_lists.forbidden'), text: t('fraud_lists.forbidden_text') },
      }}
      empty={
        chips.length > 0 ? (
          <EmptyState
            title={t('fraud_lists.none_so')}
            step={{ label: t('fraud_lists.clear_filters'), onClick: () => state.go(defaultLists) }}
          />
        ) : (
          <EmptyState title={t('fraud_lists.none')} action={create({ variant: 'default' })}>
            {t('fraud_lists.none_text')}
          </EmptyState>
        )
      }
    >
      <ListChangeDialog change={change} onClose={() => setChange(undefined)} onChanged={result.refresh} />
      <LinkedRulesDialog list={linked} onClose={() => setLinked(undefined)} />
    </ListScreen>
  );
}
