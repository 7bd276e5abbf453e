import { Link } from '@tanstack/react-router';
import { IconCalendarRepeat, IconReceiptRefund, IconWebhook } from '@tabler/icons-react';
import { SelectField } from '#ui/form/select-field.tsx';
import { SparkLine } from '#ui/spark-line.tsx';
import { BarChart, type ChartProps } from '#ui/bar-chart.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { Timeline } from '#ui/timeline.tsx';
import { paths } from '#web/paths.ts';
import { Samples, openers } from './gallery-frame.tsx';
import type { ComponentProps } from 'react';
import { AttachForm, FileList } from '#web/form/attached-files.tsx';
import { NoteForm, NoteList } from '#web/form/note-form.tsx';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { serverFault } from './feedback-gallery.tsx';

/** Larger parts: timeline, notes, files and charts. */
export function PatternGallery() {
  return (
    <>
      <Samples
        title="Timeline"
        size="wide"
        samples={[
          { name: 'items', show: <Timeline label="Sample timeline" items={events} /> },
          { name: 'empty', show: <Timeline label="Empty timeline" items={[]} /> },
        ]}
      />
      <Samples title="Notes" size="medium" samples={notes} />
      <Samples title="Attached files" size="wide" samples={files} />
      <Samples title="BarChart" size="medium" samples={charts} />
      <Samples title="SparkLine" samples={lines} />
    </>
  );
}

const events = [
  {
    id: '4',
    icon: IconCalendarRepeat,
    title: 'Next scheduled charge',
    time: '22 Dec 2026',
    isFuture: true,
  },
  {
    id: '3',
    icon: IconWebhook,
    tone: 'failed' as const,
    title: 'Notification: Failed (no more retries)',
    text: '8 attempts · HTTP 500',
    time: '22 Nov 2026, 00:41:02',
  },
  {
    id: '2',
    icon: IconReceiptRefund,
    tone: 'pending' as const,
    title: 'Refund −1.00 GBP',
    status: <StatusBadge tone="pending" label="Pending" />,
    time: '22 Nov 2026, 00:40:12',
    actor: 'Made by Amelia Hart',
    link: <Link {...paths.home()}>10003699916</Link>,
  },
  { id: '1', tone: 'success' as const, title: 'Payment 12.00 GBP', time: '22 Nov 2026, 00:32:15' },
];

const notes = [
  {
    name: 'list',
    show: (
      <NoteList
        notes={[
          {
            id: '2',
            by: 'Amelia Hart',
            at: '2026-11-22T00:32:15Z',
            note: 'Called back.\nThe parcel had arrived.',
          },
          { id: '1', by: 'Oliver Reid', at: '2026-11-21T17:13:02Z', note: 'word'.repeat(40) },
        ]}
      />
    ),
  },
  {
    name: 'form',
    show: (
      <NoteForm
        label="Note"
        help="The customer never sees it."
        submitLabel="Add note"
        maxLength={2000}
        check={() => undefined}
        send={() => Promise.resolve()}
        onStored={() => Promise.resolve()}
      />
    ),
  },
];

const attaching = {
  label: 'File',
  help: 'Image or PDF, up to 5 MB.',
  types: ['application/pdf', 'image/png'],
  send: () => Promise.resolve(),
  onAttached: () => Promise.resolve(),
};
const listing = {
  label: 'Files',
  files: [
    { id: '1', name: 'invoice.pdf', by: 'Amelia Hart' },
    { id: '2', name: `${'parcel-'.repeat(20)}.png`, by: 'Oliver Reid' },
  ],
  renderDetails: ({ by }: { by: string }) => `120 kB · ${by}`,
  empty: 'No files yet.',
  download: () => Promise.resolve(),
};
const files = [
  { name: 'form', show: <AttachForm {...attaching} /> },
  {
    name: 'form with a field',
    show: (
      <AttachForm
        {...attaching}
        field={
          <SelectField
            label="Kind of document"
            choices={[{ value: 'receipt', label: 'Receipt' }]}
            value="receipt"
            allowDeselect={false}
            onChange={() => undefined}
          />
        }
      />
    ),
  },
  { name: 'form that fails', show: <AttachForm {...attaching} send={() => Promise.reject(serverFault)} /> },
  {
    name: 'list',
    show: (
      <FileList
        {...listing}
        remove={() => Promise.resolve()}
        confirm={{ title: 'Remove this file?', button: 'Remove file', text: (name) => `${name} is deleted.` }}
      />
    ),
  },
  { name: 'list, read only', show: <FileList {...listing} /> },
  { name: 'list, empty', show: <FileList {...listing} files={[]} /> },
];

const days = Array.from({ length: 14 }, (_, index) => ({
  id: String(index),
  label: `${index + 9} Nov`,
  title: `${index + 9} November`,
  values: [(index * 37) % 90, (index * 11) % 17],
  previous: (index * 29) % 95,
}));
const reasons = [
  'Insufficient funds',
  'Suspected fraud',
  'The cardholder’s bank couldn’t be reached in time',
];

const chart: ChartProps = {
  label: 'Sample chart',
  series: [
    { id: 'accepted', label: 'Accepted', tone: 'accent' },
    { id: 'declined', label: 'Declined', tone: 'failed' },
  ],
  groups: days,
  previousLabel: '14 days before',
  summary: <strong>594</strong>,
  markLabel: ({ title }, { label }, value) => `${title}: ${value} ${label}`,
  renderMark: (_group, _series, mark) => <Link {...paths.home()} {...mark} />,
};
const variants: Readonly<Record<string, Partial<ChartProps>>> = {
  'two series': {},
  'nothing counted': {
    groups: days.map(({ previous: _previous, ...day }) => ({ ...day, values: [0, 0] })),
    summary: <strong>0</strong>,
  },
  'no days': { groups: [], summary: <strong>0</strong> },
  'one day': { groups: days.slice(-1) },
  rows: {
    isRows: true,
    series: [{ id: 'declined', label: 'Declined', tone: 'failed' }],
    groups: reasons.map((label, index) => ({ id: label, label, title: label, values: [40 - index * 17] })),
    groupsLabel: 'Reason',
  },
};
const lines = [
  { name: 'values', show: <SparkLine values={[3, 7, 2, 9, 4, 0, 6]} /> },
  { name: 'below zero', show: <SparkLine values={[2, -3, 4, -1]} /> },
  { name: 'all zero', show: <SparkLine values={[0, 0, 0]} /> },
];
const charts = Object.entries(variants).map(([name, props]) => ({
  name,
  show: <BarChart {...chart} {...props} label={name} />,
}));

type RowsProps = ComponentProps<typeof PaymentRows>;

const longReference = 'ORD-899997-gift-wrapped-with-a-card-for-the-host-and-three-items-from-two-sellers';
const rows = [
  { amount: '6.95', currency: 'USD', label: 'Payment', at: '2026-11-22T00:32:15Z', note: 'ORD-899997' },
  { amount: '17.38', currency: 'EUR', label: 'Refund', at: '2026-11-21T17:13:02Z', note: undefined },
  {
    amount: '1234567890.12',
    currency: 'GBP',
    label: 'Payment by a customer who was present',
    at: '2021-11-21T11:21:40Z',
    note: longReference,
  },
].map((row, index) => ({ ...row, id: String(index), transactionId: String(10_003_699_915 + index) }));

const states: Readonly<Record<string, Pick<RowsProps, 'rows'> & Partial<RowsProps>>> = {
  rows: { rows },
  'rows of several pages': { rows, hasMore: true },
  loading: { rows: undefined },
  empty: { rows: [] },
  failed: { rows: undefined, error: serverFault },
};

/** The payments that a figure counts: their rows in every state, and their panel. */
export function PaymentsGallery() {
  return (
    <>
      <Samples
        title="PaymentRows"
        size="medium"
        samples={Object.entries(states).map(([name, props]) => ({ name, show: <Rows {...props} /> }))}
      />
      <Samples title="PaymentsPanel" samples={openers(panels)} />
    </>
  );
}

function Rows(props: Pick<RowsProps, 'rows'> & Partial<RowsProps>) {
  const pages = useOlderPages();
  return (
    <PaymentRows
      hasMore={false}
      error={null}
      onRetry={() => {}}
      pages={pages}
      texts={{
        failed: 'The payments could not be loaded',
        none: 'No payments',
        newer: 'Newer 25',
        older: 'Older 25',
      }}
      {...props}
    />
  );
}

const titles = {
  panel: 'Insufficient funds',
  'panel, long title':
    'The cardholder’s bank couldn’t be reached in time, and the payment was not tried again',
};
const panels = Object.fromEntries(
  Object.entries(titles).map(([name, title]) => [
    name,
    (close: () => void) => (
      <PaymentsPanel target={{ title }} onClose={close}>
        {() => <Rows rows={rows} hasMore />}
      </PaymentsPanel>
    ),
  ]),
);
