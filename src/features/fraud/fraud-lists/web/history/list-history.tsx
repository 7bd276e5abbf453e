import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { type ListAddress, offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import type { Destination } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { cardField } from '../../list-item-rules.ts';
import type { FraudList } from '../../list-shapes.ts';
import type { HistorySort } from '../../list-search.ts';
import { type HistorySearch, readHistorySearch } from '../../lists-address.ts';
import { BackTo } from '../back-to.tsx';
import { ListExportMenu } from '../list-export-menu.tsx';
import { useListLabels } from '../use-list-labels.ts';
import { historyColumns } from './history-columns.tsx';
import { HistoryFilterForm, historyChips } from './history-filter-form.tsx';
import { useListHistory } from './use-list-history.ts';

export interface HistoryRoutes {
  list: Destination;
  history: (search: HistorySearch) => Destination;
}

/** The changes of a list. */
export function ListHistory({ list, routes }: { list: FraudList; routes: HistoryRoutes }) {
  const { t } = useTranslation();
  const address = useMemo<ListAddress<HistorySearch>>(
    () => ({
      name: 'listHistory',
      read: readHistorySearch,
      to: routes.history,
      page: offsetPages<HistorySearch>(),
    }),
    [routes],
  );
  const state = useListState(address);
  const { params } = state;
  const labels = useListLabels();
  const times = useTimes();
  const { features } = useSignedIn();
  const { result, query } = useListHistory(list, params);
  const columns = useMemo(() => historyColumns(list, t, labels, times), [list, t, labels, times]);
  const title = t('fraud_lists.history_of', { name: labels.name(list) });
  useTabTitle(title);
  return (
    <ListScreen
      title={title}
      back={<BackTo to={routes.list} screen="list" />}
      state={state}
      actions={features.includes('ERE') && <ListExportMenu list={list} kind="history" query={query} />}
      filterPanel={state.filterPanel}
      openFilter={
        <HistoryFilterForm
          key={state.criteria}
          search={params}
          isCard={list.dataField === cardField}
          onSearch={state.change}
        />
      }
      chips={historyChips(params, t, times, state.change)}
      result={result}
      countKey="fraud_lists.count_changes"
      columns={columns}
      rowId={({ entryId }) => String(entryId)}
      {...sorting(params.sortField, params.direction, (field, direction) =>
        state.change({ sortField: field as HistorySort, direction }),
      )}
      failureTexts={{ title: t('fraud_lists.history_failed') }}
      empty={
        <EmptyState
          title={t('fraud_lists.no_changes')}
          step={
            params.searchRange === 'ANY_TIME'
              ? undefined
              : { label: t('fraud_lists.any_time'), onClick: () => state.change({ searchRange: 'ANY_TIME' }) }
          }
        />
      }
    />
  );
}
