import { type ReactNode, useMemo, useState } from 'react';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { type ListAddress, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { addListItems } from '../../endpoints.ts';
import type { FraudList, ListItem } from '../../list-shapes.ts';
import { cardField } from '../../list-item-rules.ts';
import type { ItemSort } from '../../list-search.ts';
import { type ItemsSearch, defaultItems } from '../../lists-address.ts';
import { AddValuesDialog } from '../add/add-values-dialog.tsx';
import { useListLabels } from '../use-list-labels.ts';
import { BulkBar } from './bulk-bar.tsx';
import { itemColumns } from './item-columns.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ItemsFilter, itemChips } from './items-filter.tsx';
import { ListActions, ListFacts } from './list-head.tsx';
import { NoItems } from './no-items.tsx';
import { useItemUpdates } from './use-item-updates.tsx';
import { useListItems } from './use-list-items.ts';

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
  const { params, change } = state;
  const session = useSignedIn();
  const labels = useListLabels();
  const times = useTimes();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const result = useListItems(list, params);
  const refresh = (): void => {
    result.refresh();
    onChanged();
  };
  const openItem = useOpenRow(result.rows, rowId);
  const clear = (): void => setSelected(new Set());
  const updates = useItemUpdates(list, labels, () => {
    clear();
    refresh();
  });
  const columns = useMemo(() => itemColumns(list, t, labels, times), [list, t, labels, times]);
  const chips = itemChips(params, t, times, change);
  const isCard = list.dataField === cardField;
  const mayEdit = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'] });
  const mayAdd = !isMini && isAllowed(session, { to: addListItems });
  const onAdd = mayAdd && !isCard ? () => setIsAdding(true) : undefined;
  const items = (result.rows ?? []).filter((row) => selected.has(rowId(row)));
  return (
    <ListScreen
      title={labels.name(list)}
      subtitle={<ListFacts list={list} />}
      state={state}
      back={back}
      actions={<ListActions {...{ list, isMini, onAdd, onHistory, onDeleted }} onChanged={refresh} />}
      selection={items.length > 0 && <BulkBar items={items} updates={updates} onClear={clear} />}
      filterPanel={state.filterPanel}
      openFilter={<ItemsFilter key={state.criteria} search={params} isCard={isCard} onSearch={change} />}
      {...{ chips, result, columns, rowId }}
      countKey="fraud_lists.count_values"
      {...sorting(params.sortField, params.direction, (field, direction) =>
        change({ sortField: field as ItemSort, direction }),
      )}
      {...(mayEdit ? { selected, onSelect: setSelected } : {})}
      onOpen={openItem.open}
      failureTexts={{ title: t('fraud_lists.items_failed') }}
      empty={
        <NoItems
          {...{ isCard, isMini, onAdd }}
          isFiltered={chips.length > 0}
          onClear={() => state.go(defaultItems)}
        />
      }
    >
      <ItemPanel list={list} openItem={openItem} updates={mayEdit ? updates : undefined} />
      {mayAdd && (
        <AddValuesDialog list={list} isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={refresh} />
      )}
      {updates.dialog}
    </ListScreen>
  );
}
