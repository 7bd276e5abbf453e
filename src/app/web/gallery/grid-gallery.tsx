import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconEye, IconReceiptRefund } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { ColumnChooser } from '#ui/grid/columns/column-chooser.tsx';
import type { GridFilters } from '#ui/grid/filter-row.tsx';
import type { GridColumn, GridDensity, GridSort } from '#ui/grid/grid-column.ts';
import { PagingBar, type Paging } from '#ui/grid/paging-bar.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { Samples } from './gallery-frame.tsx';

interface Sample {
  id: string;
  at: string;
  reference: string;
  amount: string;
  currency: string;
  description: string;
  status: string;
}

const statuses: [string, StatusTone][] = [
  ['Success', 'success'],
  ['Failed', 'failed'],
  ['Pending', 'pending'],
  ['Voided', 'neutral'],
  ['Expired', 'neutral'],
];
const texts = [
  'Subscription renewal',
  'Order checkout',
  'Marketplace purchase, three items from two sellers, gift wrapped',
];

function sample(index: number): Sample {
  return {
    id: `1000370000${String(1000 + index)}`,
    at: `21/11/2026 0${index % 10}:5${index % 6}:0${index % 7}`,
    reference: `ORD-${900_000 - index}`,
    amount: `${(index * 7919) % 2000}.${String((index * 31) % 100).padStart(2, '0')}`,
    currency: ['GBP', 'EUR', 'USD', 'PLN'][index % 4] ?? 'GBP',
    description: texts[index % 3] ?? '',
    status: statuses[index % 5]?.[0] ?? '',
  };
}

const columns: GridColumn<Sample>[] = [
  { id: 'at', header: 'Date and time', text: (row) => row.at, isNumeric: true, isSortable: true, width: 170 },
  {
    id: 'id',
    header: 'Transaction ID',
    text: (row) => row.id,
    cell: (row) => (
      <a href={`#${row.id}`} tabIndex={-1}>
        {row.id}
      </a>
    ),
    isNumeric: true,
    isSortable: true,
  },
  {
    id: 'reference',
    header: 'Merchant reference',
    text: (row) => row.reference,
    isSortable: true,
    width: 160,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: (row) => row.amount,
    align: 'end',
    isNumeric: true,
    isSortable: true,
  },
  { id: 'currency', header: 'Currency', text: (row) => row.currency },
  { id: 'description', header: 'Description', text: (row) => row.description, width: 200 },
  {
    id: 'status',
    header: 'Status',
    text: (row) => row.status,
    cell: (row) => (
      <StatusBadge
        tone={statuses.find(([name]) => name === row.status)?.[1] ?? 'warning'}
        label={row.status}
      />
    ),
  },
];
const rowId = (row: Sample): string => row.id;
const noRows: Sample[] = [];

export function GridGallery() {
  return (
    <>
      <SampleGrid />
      <FilteredGrid />
      <Samples
        title="Grid without rows"
        size="wide"
        samples={Object.entries(gridStates).map(([name, props]) => ({
          name,
          show: <DataGrid label={name} columns={columns} rowId={rowId} {...props} />,
        }))}
      />
    </>
  );
}

/** Sorted, paged and selectable. */
function SampleGrid() {
  const [sort, setSort] = useState<GridSort>({ field: 'at', direction: 'desc' });
  const [density, setDensity] = useState<GridDensity>('mid');
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 50 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isLoading, setIsLoading] = useState(false);
  const rows = useMemo(
    () => Array.from({ length: paging.pageSize }, (_, index) => sample(paging.offset + index)),
    [paging],
  );
  return (
    <Section title="Grid">
      <Group mb={12}>
        <SegmentedControl
          aria-label="Density"
          value={density}
          onChange={(next) => setDensity(next as GridDensity)}
          data={['low', 'mid', 'high']}
        />
        <Button variant="default" onClick={() => setIsLoading(!isLoading)}>
          {isLoading ? 'Stop loading' : 'Load'}
        </Button>
        <span className="number">{selected.size} selected</span>
      </Group>
      <DataGrid
        label="Sample transactions"
        columns={columns}
        rows={rows}
        rowId={rowId}
        density={density}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        isLoading={isLoading}
        visibleRows={8}
        actions={[
          { id: 'see', label: 'See details', icon: <IconEye size={14} />, onClick: () => {} },
          { id: 'refund', label: 'Refund', icon: <IconReceiptRefund size={14} />, onClick: () => {} },
        ]}
      />
      <PagingBar label="Transactions" paging={paging} total={100_000} onChange={setPaging} />
    </Section>
  );
}

/** Without rows: loading, empty and failed. */
const gridStates = {
  'first load': { rows: undefined, isLoading: true, visibleRows: 5 },
  empty: {
    rows: noRows,
    empty: (
      <EmptyState
        title="No transactions on this day"
        action={<Button variant="default">Show the last week</Button>}
      >
        Choose another day or fewer filters.
      </EmptyState>
    ),
  },
  failed: {
    rows: undefined,
    error: (
      <ErrorState title="The transactions could not be loaded" requestId="req-7f31c2a9" onRetry={() => {}}>
        Nothing has changed. Try again in a moment.
      </ErrorState>
    ),
  },
};

const filtered: GridColumn<Sample>[] = columns.map((column) => {
  switch (column.id) {
    case 'at':
      return { ...column, filter: { kind: 'date' } };
    case 'id':
      return { ...column, filter: { kind: 'number', maxLength: 18 } };
    case 'amount':
      return { ...column, filter: { kind: 'decimal' } };
    case 'currency':
      return {
        ...column,
        filter: {
          kind: 'choice',
          choices: ['GBP', 'EUR', 'USD', 'PLN'].map((value) => ({ value, label: value })),
        },
      };
    default:
      return { ...column, filter: { kind: 'text' } };
  }
});
const firstOrder = filtered.map(({ id }) => id);
const manyRows = Array.from({ length: 100_000 }, (_, index) => sample(index));

/** Every floating filter, columns that move and hide, and 100,000 rows of the page's own. */
function FilteredGrid() {
  const [filters, setFilters] = useState<GridFilters>({});
  const [order, setOrder] = useState<string[]>(firstOrder);
  const orderedColumns = useMemo(
    () => order.flatMap((id) => filtered.find((column) => column.id === id) ?? []),
    [order],
  );
  const rows = useMemo(() => {
    const activeFilters = Object.entries(filters);
    return manyRows.filter((row) => activeFilters.every(([id, value]) => matches(row, id, value)));
  }, [filters]);
  return (
    <Section title="Grid with filters, movable columns and 100,000 rows">
      <Group mb={12}>
        <ColumnChooser
          groups={[
            {
              id: 'payment',
              label: 'Payment',
              columns: chosen(['at', 'id', 'amount', 'currency', 'status']),
            },
            { id: 'words', label: 'Words', columns: chosen(['reference', 'description']) },
          ]}
          shown={order}
          onChange={setOrder}
          onReset={() => setOrder(firstOrder)}
        />
        <span className="number">{rows.length} rows</span>
      </Group>
      <DataGrid
        label="Many transactions"
        columns={orderedColumns}
        rows={rows}
        rowId={rowId}
        filters={filters}
        onFilter={setFilters}
        onOrder={setOrder}
        visibleRows={12}
      />
    </Section>
  );
}

function chosen(ids: string[]) {
  return ids.map((id) => ({ id, label: filtered.find((column) => column.id === id)?.header ?? id }));
}

function matches(row: Sample, id: string, value: string): boolean {
  const text = row[id as keyof Sample] ?? '';
  if (id === 'currency') return text === value;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (day !== null) return text.startsWith(`${day[3]}/${day[2]}/${day[1]}`);
  return text.toLowerCase().includes(value.toLowerCase());
}
