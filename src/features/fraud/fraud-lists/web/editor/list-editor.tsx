import { type ReactNode, useMemo, useState } from 'react';
import { SegmentedControl, Button } from '@mantine/core';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { type ListAddress, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { type ListField, isNarrowed } from '#web/list-screen/list-field.ts';
import type { Translate } from '#web/translate/translator.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { addListItems, getCardListItems, getListItems } from '../../endpoints.ts';
import type { FraudList, ListItem } from '../../list-shapes.ts';
import { cardField } from '../../list-item-rules.ts';
import type { ItemSort } from '../../list-search.ts';
import { type ItemsSearch, defaultItems } from '../../lists-address.ts';
import { useListLabels } from '../use-list-labels.ts';
import { itemColumns } from './item-columns.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ListActions, ListFacts } from './list-head.tsx';
import { useItemUpdates } from './use-item-updates.tsx';
import { ManualForm } from '../manual-form.tsx';
import { UploadForm } from '../upload-form.tsx';
import { dayField, textField, valueSearch } from '../filter-fields.ts';
import { ExpiryDialog } from './expiry-dialog.tsx';
import classes from '../fraud-lists.module.css';

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
  const isCard = list.dataField === cardField;
  const fields = itemFields(params, t, times.today(), change);
  const search = valueSearch(params, isCard, t, change);
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
      onClear={() => state.go(defaultItems)}
      {...{ search, fields, result, columns, rowId }}
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
          isFiltered={search.text !== undefined || isNarrowed(fields)}
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

/** One page of the values of a list. */
function useListItems(list: FraudList, params: ItemsSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  return useListResult(
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
        'listItemSearch.addedDate': params.addedDate && endOfDayIn(params.addedDate, zone).toISOString(),
        'listItemSearch.expiryDate': params.expiryDate,
        'listItemSearch.maskedPan': params.maskedPan,
      },
    },
    readData,
  );
}

/** Source and days. */
const itemFields = (
  { source, addedDate, expiryDate }: ItemsSearch,
  t: Translate,
  today: string,
  change: (part: Partial<ItemsSearch>) => void,
): ListField[] => [
  textField('source', t('fraud_lists.filter.source'), source, (next) => change({ source: next })),
  dayField('addedDate', t('fraud_lists.filter.added'), addedDate, { today }, (day) =>
    change({ addedDate: day }),
  ),
  dayField('expiryDate', t('fraud_lists.filter.expires'), expiryDate, { today, isFuture: true }, (day) =>
    change({ expiryDate: day }),
  ),
];

interface BulkBarProps {
  items: readonly ListItem[];
  updates: Pick<ReturnType<typeof useItemUpdates>, 'remove' | 'setExpiry'>;
  onClear: () => void;
}

/** The actions on the selected values of the page. */
function BulkBar({ items, updates, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [openDialog, setOpenDialog] = useState<'remove' | 'expiry'>();
  const count = items.length;
  return (
    <div className={classes.bulk} role="region" aria-label={t('fraud_lists.selected', { count })}>
      <strong>{t('fraud_lists.selected', { count })}</strong>
      <Button variant="default" onClick={() => setOpenDialog('expiry')}>
        {t('fraud_lists.set_expiry')}
      </Button>
      <Button variant="default" color="red" onClick={() => setOpenDialog('remove')}>
        {t('fraud_lists.remove')}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {t('fraud_lists.clear_selection')}
      </Button>
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        title={t('fraud_lists.remove_title', { count })}
        confirmLabel={t('fraud_lists.remove_confirm', { count })}
        cancelLabel={texts.cancel}
        isDangerous
        onConfirm={() => {
          setOpenDialog(undefined);
          void updates.remove(items);
        }}
        onCancel={() => setOpenDialog(undefined)}
      >
        {t('fraud_lists.remove_text')}
      </ConfirmDialog>
      <ExpiryDialog
        isOpen={openDialog === 'expiry'}
        count={count}
        onClose={() => setOpenDialog(undefined)}
        onSave={(day) => {
          setOpenDialog(undefined);
          void updates.setExpiry(items, day);
        }}
      />
    </div>
  );
}

interface NoItemsProps {
  isFiltered: boolean;
  isCard: boolean;
  isMini: boolean;
  onClear: () => void;
  onAdd: (() => void) | undefined;
}

/** Why a list shows no values, with the next step. */
function NoItems({ isFiltered, isCard, isMini, onClear, onAdd }: NoItemsProps) {
  const { t } = useTranslation();
  if (isFiltered) {
    const step = { label: t('fraud_lists.clear_filters'), onClick: onClear };
    return <EmptyState title={t('fraud_lists.no_values_so')} step={step} />;
  }
  const text = isMini ? 'fraud_lists.mini' : isCard ? 'fraud_lists.cards_text' : 'fraud_lists.no_values_text';
  const step = onAdd && { label: t('fraud_lists.add.button'), onClick: onAdd };
  return (
    <EmptyState title={t('fraud_lists.no_values')} step={step}>
      {t(text)}
    </EmptyState>
  );
}

interface AddValuesDialogProps {
  list: FraudList;
  isOpen: boolean;
  onClose: () => void;
  /** Values were added; the dialog stays open. */
  onAdded: () => void;
}

/** Adds values by hand or from a file. It cannot be closed while it adds values. */
function AddValuesDialog({ list, isOpen, onClose, onAdded }: AddValuesDialogProps) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const [tab, setTab] = useState('manual');
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('fraud_lists.add.title', { name: labels.name(list) })}
      size="large"
      isLocked={isBusy}
    >
      {isOpen && (
        <div className="stack">
          <SegmentedControl
            fullWidth
            disabled={isBusy}
            aria-label={t('fraud_lists.add.how')}
            value={tab}
            onChange={setTab}
            data={[
              { value: 'manual', label: t('fraud_lists.add.manual') },
              { value: 'file', label: t('fraud_lists.add.file') },
            ]}
          />
          {tab === 'manual' ? (
            <ManualForm list={list} onBusy={setIsBusy} onClose={onClose} onAdded={onAdded} />
          ) : (
            <UploadForm list={list} onBusy={setIsBusy} onClose={onClose} onAdded={onAdded} />
          )}
        </div>
      )}
    </Dialog>
  );
}
