import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { type ListAddress, useListState } from '#web/list-screen/use-list-state.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { addListItems, getCardListItems, getListItems } from '../../endpoints.ts';
import type { FraudList, ListItem } from '../../list-shapes.ts';
import { cardField } from '../../list-item-rules.ts';
import type { ItemSort } from '../../list-search.ts';
import { type ItemsSearch, defaultItems } from '../../lists-address.ts';
import { AddValuesDialog } from '../add/add-values-dialog.tsx';
import { dayEnd } from '../day-end.ts';
import { UpdateProgressDialog } from '../update-progress.tsx';
import { useListWords } from '../use-list-words.ts';
import { BulkBar } from './bulk-bar.tsx';
import { itemColumns } from './item-columns.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ItemsFilter, itemChips } from './items-filter.tsx';
import { ListActions, ListFacts } from './list-head.tsx';
import { useItemUpdates } from './use-item-updates.ts';

const rowId = ({ itemId }: ListItem): string => String(itemId);

interface Props {
  list: FraudList;
  /** Mini: without adding and export (docs/domain.md#fraud-lists). */
  isMini: boolean;
  address: ListAddress<ItemsSearch>;
  back: ReactNode;
  onHistory: () => void;
  /** The list itself has changed. */
  onChanged: () => void;
  onDeleted: () => void;
}

/** The values of a list: adds, expires and removes them. */
export function ListEditor({ list, isMini, address, back, onHistory, onChanged, onDeleted }: Props) {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params } = state;
  const session = useSignedIn();
  const words = useListWords();
  const times = useTimes();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const result = useItems(list, params);
  const refresh = (): void => {
    result.refresh();
    onChanged();
  };
  const { row: item, isOpen, open, close, steps } = useOpenRow(result.rows, rowId);
  const updates = useItemUpdates(list, words, () => {
    setSelected(new Set());
    refresh();
  });
  const columns = useMemo(() => itemColumns(list, t, words, times), [list, t, words, times]);
  const chips = itemChips(params, t, state.change);
  const isCard = list.dataField === cardField;
  const mayEdit = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'] });
  const mayAdd = !isMini && isAllowed(session, { to: addListItems });
  const chosen = (result.rows ?? []).filter((row) => selected.has(rowId(row)));
  return (
    <ListScreen
      title={words.name(list)}
      subtitle={<ListFacts list={list} />}
      state={state}
      back={back}
      actions={
        <ListActions
          list={list}
          isMini={isMini}
          onAdd={mayAdd && !isCard ? () => setIsAdding(true) : undefined}
          onHistory={onHistory}
          onChanged={refresh}
          onDeleted={onDeleted}
        />
      }
      selection={
        chosen.length > 0 && (
          <BulkBar
            items={chosen}
            onClear={() => setSelected(new Set())}
            onRemove={() => updates.remove(chosen)}
            onExpiry={(day) => updates.setExpiry(chosen, day)}
          />
        )
      }
      filterPanel={state.filterPanel}
      openFilter={
        <ItemsFilter key={state.criteria} search={params} isCard={isCard} onSearch={state.change} />
      }
      chips={chips}
      result={result}
      countKey="fraud_lists.count_values"
      columns={columns}
      rowId={rowId}
      sort={{ field: params.sortField, direction: params.direction === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ field, direction }) =>
        state.change({ sortField: field as ItemSort, direction: direction === 'asc' ? 'ASC' : 'DESC' })
      }
      {...(mayEdit ? { selected, onSelect: setSelected } : {})}
      onOpen={open}
      failureTexts={{ title: t('fraud_lists.items_failed') }}
      empty={
        <NoItems
          isFiltered={chips.length > 0}
          isCard={isCard}
          isMini={isMini}
          onClear={() => state.go(defaultItems)}
          onAdd={mayAdd && !isCard ? () => setIsAdding(true) : undefined}
        />
      }
    >
      <ItemPanel
        list={list}
        item={item}
        isOpen={isOpen}
        steps={steps}
        onClose={close}
        onRemove={mayEdit ? (one) => updates.remove([one]) : undefined}
        onExpiry={mayEdit ? (one, day) => updates.setExpiry([one], day) : undefined}
      />
      {mayAdd && (
        <AddValuesDialog list={list} isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={refresh} />
      )}
      <UpdateProgressDialog
        updates={updates.updates}
        title={t(`fraud_lists.progress.${updates.kind}_title`)}
        onClose={updates.close}
      />
    </ListScreen>
  );
}

function useItems(list: FraudList, params: ItemsSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const page = useCall(
    list.dataField === cardField ? getCardListItems : getListItems,
    {
      path: { listId: list.listId, orgId: organisation.selectedParentOrgId },
      query: {
        limit: params.pageSize,
        startFrom: params.offset + 1,
        'sortField.field': params.sortField,
        'sortField.sort': params.direction,
        'listItemSearch.value': params.value,
        'listItemSearch.source': params.source,
        'listItemSearch.addedDate':
          params.addedDate === undefined ? undefined : dayEnd(params.addedDate, zone),
        'listItemSearch.expiryDate': params.expiryDate,
        'listItemSearch.maskedPan': params.maskedPan,
      },
    },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  return {
    rows: page.data?.data,
    total: page.data?.resultsAvailable,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: (): void => void page.refetch(),
  };
}

interface NoItemsProps {
  isFiltered: boolean;
  isCard: boolean;
  isMini: boolean;
  onClear: () => void;
  onAdd: (() => void) | undefined;
}

function NoItems({ isFiltered, isCard, isMini, onClear, onAdd }: NoItemsProps) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState
        title={t('fraud_lists.no_values_so')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('fraud_lists.clear_filters')}
          </Button>
        }
      />
    );
  }
  const text = isMini ? 'fraud_lists.mini' : isCard ? 'fraud_lists.cards_text' : 'fraud_lists.no_values_text';
  return (
    <EmptyState
      title={t('fraud_lists.no_values')}
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            {t('fraud_lists.add.button')}
          </Button>
        )
      }
    >
      {t(text)}
    </EmptyState>
  );
}
