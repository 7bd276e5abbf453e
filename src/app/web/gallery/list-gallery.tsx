import { Button } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { CardList } from '#ui/grid/card-list.tsx';
import type { GridColumn, GridSort } from '#ui/grid/grid-column.ts';
import type { Paging } from '#ui/grid/paging-bar.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FilterChips } from '#web/list-screen/filter-chips.tsx';
import { ListFilters } from '#web/list-screen/list-filters.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { PlainListBar } from '#web/list-screen/list-tools.tsx';
import { OlderPages, useOlderPages } from '#web/list-screen/older-pages.tsx';
import { TextSearch } from '#web/list-screen/text-search.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { serverFault } from './feedback-gallery.tsx';
import { Stateful, Samples, ScreenFrame } from './gallery-frame.tsx';

interface Row {
  id: string;
  amount: string;
  description: string;
  status: string;
  at: string;
  reference: string;
}
const long = 'Marketplace purchase, three items from two sellers, gift wrapped, with a card for the host';
const rows: Row[] = [
  ['6.95 USD', 'Two paperbacks · •••• 4242', 'Success', '22 Nov, 00:32'],
  ['−17.38 EUR', 'Refund · •••• 3591', 'Pending', '21 Nov, 17:13'],
  ['4.51 EUR', 'Breakfast for two · •••• 3228', 'Failed', '21 Nov, 11:21'],
  ['1,234,567,890.12 GBP', long, 'Pending', '21 Nov 2021, 11:21'],
].map(([amount = '', description = '', status = '', at = ''], index) => ({
  id: String(index),
  reference: `ORD-${index}`,
  amount,
  description,
  status,
  at,
}));
const rowId = ({ id }: Row): string => id;
const tones = { Success: 'success', Pending: 'pending', Failed: 'failed' } as const;
const columns: GridColumn<Row>[] = [
  { id: 'amount', header: 'Amount', text: ({ amount }) => amount, card: 'title', isSortable: true },
  {
    id: 'description',
    header: 'Description',
    text: ({ description }) => description,
    card: 'subtitle',
    filter: { kind: 'text' },
  },
  {
    id: 'status',
    header: 'Status',
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge tone={tones[status as keyof typeof tones]} label={status} />,
    card: 'status',
  },
  { id: 'at', header: 'Time', text: ({ at }) => at, card: 'time', isSortable: true },
  { id: 'reference', header: 'Merchant reference', text: ({ reference }) => reference },
];

const empty = (
  <EmptyState
    title="No transactions on this day"
    action={<Button variant="default">Show the last week</Button>}
  >
    Choose another day or fewer filters.
  </EmptyState>
);
const cards = {
  rows: { rows },
  loading: { rows: undefined, isLoading: true },
  'loading again': { rows, isLoading: true },
  empty: { rows: [], empty },
  failed: {
    rows: undefined,
    error: (
      <ErrorState title="The transactions could not be loaded" requestId="req-7f31c2a9" onRetry={() => {}} />
    ),
  },
  'failed row': { rows, isFailed: ({ status }: Row) => status === 'Failed' },
  'nothing to open': { rows, onOpen: undefined },
};

/** Lists: cards in every state, a whole list screen, and its parts. */
export function ListGallery() {
  return (
    <>
      <Samples title="CardList" size="medium" samples={[...cardSamples, selecting, opening]} />
      <Samples title="ListScreen" size="wide" samples={screenSamples} />
      <Samples title="Parts of a list" size="wide" samples={parts} />
    </>
  );
}

const cardSamples = Object.entries(cards).map(([name, props]) => ({
  name,
  show: <CardList label={name} columns={columns} rowId={rowId} onOpen={() => {}} {...props} />,
}));
const selecting = {
  name: 'selecting',
  show: (
    <Stateful<ReadonlySet<string>> initial={new Set(['1'])}>
      {(selected, onSelect) => (
        <CardList
          label="selecting"
          {...{ columns, rows, rowId, selected, onSelect }}
          isSelecting
          isSelectable={({ status }) => status !== 'Failed'}
        />
      )}
    </Stateful>
  ),
};
const opening = { name: 'with a side panel', show: <OpenRowCards /> };

function OpenRowCards() {
  const { row, isOpen, open, close, steps } = useOpenRow(rows, rowId);
  return (
    <>
      <CardList label="with a side panel" {...{ columns, rows, rowId }} onOpen={open} />
      <SidePanel isOpen={isOpen} onClose={close} title={row?.amount ?? ''} steps={steps}>
        {row?.description}
      </SidePanel>
    </>
  );
}

interface ScreenState {
  rows: Row[] | undefined;
  total?: number;
  isLoading?: boolean;
  failure?: CallFailure;
}
const screens: Readonly<Record<string, ScreenState>> = {
  rows: { rows, total: 4821 },
  loading: { rows: undefined, isLoading: true },
  empty: { rows: [], total: 0 },
  failed: { rows: undefined, failure: serverFault },
};
const screenSamples = Object.entries(screens).map(([name, state]) => ({
  name,
  show: (
    <ScreenFrame>
      <SampleScreen {...state} />
    </ScreenFrame>
  ),
}));

function SampleScreen({ rows: sampleRows, total, isLoading = false, failure = undefined }: ScreenState) {
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 25 });
  const [isOpen, setIsOpen] = useState(false);
  const [sort, onSort] = useState<GridSort>({ field: 'at', direction: 'desc' });
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set());
  return (
    <ListScreen
      title="Transactions"
      subtitle="Harbour Group"
      actions={<Button>New payment</Button>}
      columns={columns}
      {...{ rowId, sort, onSort, selected, onSelect }}
      state={{ name: 'gallery', criteria: '{}', paging, turn: setPaging }}
      result={{ rows: sampleRows, total, isLoading, failure: failure ?? null, refresh: () => {} }}
      countKey="search.count"
      chips={[
        { id: 'days', label: 'Last 7 days' },
        { id: 'status', label: 'Status: Failed', onRemove: () => {} },
      ]}
      filterPanel={{ isOpen, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false) }}
      filterForm={<StatusFilter />}
      failureTexts={{ title: 'The transactions could not be loaded' }}
      empty={empty}
      onOpen={() => {}}
    />
  );
}

function StatusFilter() {
  const choices = Object.keys(tones).map((value) => ({ value, label: value }));
  return (
    <Stateful<string | null> initial={null}>
      {(value, onChange) => <SelectField label="Status" {...{ choices, value, onChange }} />}
    </Stateful>
  );
}

const parts = [
  {
    name: 'chips',
    show: (
      <Stateful<boolean> initial>
        {(hasFilter, set) => (
          <FilterChips
            chips={[
              { id: 'days', label: 'Last 7 days' },
              { id: 'long', label: long, onRemove: () => {} },
              ...(hasFilter ? [{ id: 'status', label: 'Status: Failed', onRemove: () => set(false) }] : []),
            ]}
            onOpenFilters={() => set(true)}
          />
        )}
      </Stateful>
    ),
  },
  {
    name: 'search',
    show: <TextSearch label="Name or email" text="ada" maxLength={100} onSearch={() => {}} />,
  },
  { name: 'filters and order on a phone', show: <PhoneFilters /> },
  { name: 'older rows', show: <Older /> },
  { name: 'bar of a list within a page', show: <PlainBar /> },
];

/** The sheet of a phone, at any width. */
function PhoneFilters() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Filters
      </Button>
      <ListFilters
        panelId="phone-filters"
        isPhone
        criteria="{}"
        columns={columns}
        sort={{ field: 'at', direction: 'desc' }}
        onSort={() => {}}
        filters={{}}
        onFilter={() => {}}
        filterForm={<StatusFilter />}
        filterPanel={{ isOpen, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false) }}
      />
    </div>
  );
}

function Older() {
  const pages = useOlderPages();
  return <OlderPages pages={pages} hasMore lastRow="1" labels={{ newer: 'Newer', older: 'Older' }} />;
}

function PlainBar() {
  return <PlainListBar total={12} countKey="users.count" isLoading={false} refresh={() => {}} />;
}
