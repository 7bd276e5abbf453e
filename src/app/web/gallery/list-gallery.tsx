import { Button } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PickList } from '#ui/form/pick-list.tsx';
import { CardList } from '#ui/grid/card-list.tsx';
import type { GridColumn, GridSort } from '#ui/grid/grid-column.ts';
import type { Paging } from '#ui/grid/paging-bar.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FilterChips, FieldsButton, useFieldPanel, useShownFields } from '#web/list-screen/filter-bar.tsx';
import { CardOrder } from '#web/list-screen/card-order.tsx';
import { FieldEditor } from '#web/list-screen/field-editor.tsx';
import type { ListField } from '#web/list-screen/list-field.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { PlainListBar } from '#web/list-screen/list-tools.tsx';
import { OlderPages, useOlderPages } from '#web/list-screen/older-pages.tsx';
import { SearchBox } from '#web/list-screen/search-box.tsx';
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
  const fields = useSampleFields();
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
      search={{ label: 'Reference', text: undefined, maxLength: 100, onSearch: () => {} }}
      fields={fields}
      onClear={() => {}}
      failureTexts={{ title: 'The transactions could not be loaded' }}
      empty={empty}
      onOpen={() => {}}
    />
  );
}

const choices = Object.keys(tones).map((value) => ({ value, label: value, end: '12' }));
const today = '2026-11-22';

/** A field of every kind. */
function useSampleFields(): ListField[] {
  const [status, setStatus] = useState<string | undefined>('Failed');
  const [many, setMany] = useState<readonly string[]>(['Success', 'Pending']);
  const [text, setText] = useState<string | undefined>(long);
  return [
    {
      kind: 'choice',
      id: 'status',
      label: 'Status',
      value: status,
      choices: [...choices, { value: 'long', label: long }],
      onChange: setStatus,
    },
    { kind: 'many', id: 'many', label: 'Statuses', value: many, choices, onChange: setMany },
    { kind: 'text', id: 'text', label: 'Description', value: text, help: 'Exact match', onChange: setText },
    {
      kind: 'days',
      id: 'days',
      label: 'Date range',
      value: { from: '2026-11-16', to: today },
      isRequired: true,
      min: '2000-01-01',
      today,
      presets: ['TODAY', 'YESTERDAY', 'WITHIN_1_WEEK'],
      onChange: () => {},
    },
    {
      kind: 'day',
      id: 'day',
      label: 'Updated on',
      value: undefined,
      min: '2000-01-01',
      max: today,
      today,
      onChange: () => {},
    },
    {
      kind: 'tree',
      id: 'tree',
      label: 'Organisations',
      value: [],
      nodes: [{ id: '1', parentId: undefined, label: 'Harbour Group' }],
      onChange: () => {},
    },
  ];
}

/** The button, the chips and the panel, also as the sheet of a phone. */
function SampleBar({ isPhone }: { isPhone: boolean }) {
  const fields = useSampleFields();
  const shown = useShownFields(fields);
  const panel = useFieldPanel({ fields, isPhone, showLabel: 'Show 12 payments' });
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <FieldsButton panel={panel} isPhone={isPhone} count={shown.length} />
      <FilterChips shown={shown} panel={panel} onClear={() => {}} />
      {panel.panel}
    </div>
  );
}

function Editors() {
  const fields = useSampleFields();
  return fields.map(
    (field) => field.kind !== 'dialog' && <FieldEditor key={field.id} field={field} onDone={() => {}} />,
  );
}

const parts = [
  { name: 'filters', show: <SampleBar isPhone={false} /> },
  { name: 'filters on a phone', show: <SampleBar isPhone /> },
  { name: 'editors of filters', show: <Editors /> },
  {
    name: 'list to pick from',
    show: (
      <PickList
        label="Status"
        items={choices}
        hasChoice
        chosen="Failed"
        onPick={() => {}}
        searchLabel="Search"
        emptyText="Nothing found"
      />
    ),
  },
  {
    name: 'search',
    show: <SearchBox label="Name or email" text="ada" maxLength={100} onSearch={() => {}} />,
  },
  {
    name: 'search by one of several fields',
    show: (
      <SearchBox
        label="Value"
        fields={[
          { value: 'id', label: 'ID' },
          { value: 'email', label: 'Email' },
        ]}
        text="ada"
        help={(field) => `The ${field} in full.`}
        maxLength={100}
        onSearch={() => {}}
      />
    ),
  },
  {
    name: 'order on a phone',
    show: <CardOrder columns={columns} sort={{ field: 'amount', direction: 'desc' }} onSort={() => {}} />,
  },
  { name: 'older rows', show: <Older /> },
  { name: 'bar of a list within a page', show: <PlainBar /> },
];

function Older() {
  const pages = useOlderPages();
  return <OlderPages pages={pages} hasMore lastRow="1" labels={{ newer: 'Newer', older: 'Older' }} />;
}

function PlainBar() {
  return <PlainListBar total={12} countKey="users.count" isLoading={false} refresh={() => {}} />;
}
