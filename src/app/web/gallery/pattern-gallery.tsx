import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCalendarRepeat, IconReceiptRefund, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import type { DayRange } from '#shared/calendar-day.ts';
import { BarChart } from '#ui/chart/bar-chart.tsx';
import { RangePicker } from '#ui/date/range/range-picker.tsx';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { CardList } from '#ui/grid/cards/card-list.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { FilterChips } from '#web/list-screen/filter-chips.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { paths } from '#web/paths.ts';

const today = '2026-11-22';

/** Larger parts: timeline, chart, range of days, drawer, progress, list toolbar, cards, form footer. */
export function PatternGallery() {
  return (
    <>
      <Section title="Timeline">
        <Timeline label="Sample timeline" items={events} />
      </Section>
      <Section title="Chart">
        <SampleChart />
      </Section>
      <Section title="Range of days">
        <Ranges />
      </Section>
      <Section title="Cards, chips and drawer">
        <Rows />
      </Section>
      <Section title="Progress of a job">
        <div style={{ display: 'grid', gap: 24, maxWidth: 420 }}>
          <JobProgress label="Counting transactions" />
          <JobProgress label="Exporting" done={0.62} detail="31,000 of 50,000 transactions to Report.csv" />
          <JobProgress
            label="Refunding"
            done={0.1}
            cancel={
              <Button variant="default" size="compact-sm">
                Cancel
              </Button>
            }
          />
        </div>
      </Section>
      <Section title="Failure banner and form footer">
        <Notice
          kind="failed"
          title="The account doesn’t cover this amount"
          action={<Button variant="default">Send smart link</Button>}
        >
          Nothing was taken. Wait, then try again.
        </Notice>
        <FormFooter note="Nothing to save">
          <Button variant="default">Cancel</Button>
          <Button>Save</Button>
        </FormFooter>
      </Section>
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

function SampleChart() {
  return (
    <BarChart
      label="Sample chart"
      series={[
        { id: 'accepted', label: 'Accepted', tone: 'accent' },
        { id: 'declined', label: 'Declined', tone: 'failed' },
      ]}
      groups={Array.from({ length: 14 }, (_, at) => ({
        id: String(at),
        label: `${at + 9} Nov`,
        title: `${at + 9} November`,
        values: [(at * 37) % 90, (at * 11) % 17],
        previous: (at * 29) % 95,
      }))}
      previousLabel="14 days before"
      summary={<strong>594</strong>}
      markLabel={({ title }, { label }, value) => `${title}: ${value} ${label}`}
      renderMark={(_group, _series, mark) => <Link {...paths.home()} {...mark} />}
    />
  );
}

function Ranges() {
  const [range, setRange] = useState<DayRange | undefined>({ from: '2026-11-16', to: today });
  const common = { value: range, onChange: setRange, today, min: '2000-01-01' };
  return (
    <Group align="start">
      <RangePicker {...common} label="With a calendar" />
      <RangePicker {...common} label="With any time" hasAnyTime />
      <RangePicker
        {...common}
        label="Presets only"
        isPresetOnly
        presets={['TODAY', 'WITHIN_1_WEEK', 'WITHIN_1_MONTH']}
        hasAnyTime
      />
    </Group>
  );
}

interface Row {
  id: string;
  amount: string;
  what: string;
  status: string;
  at: string;
}
const rows: Row[] = [
  { id: '1', amount: '6.95 USD', what: 'Two paperbacks · •••• 4242', status: 'Success', at: '22 Nov, 00:32' },
  { id: '2', amount: '−17.38 EUR', what: 'Refund · •••• 3591', status: 'Pending', at: '21 Nov, 17:13' },
  {
    id: '3',
    amount: '4.51 EUR',
    what: 'Breakfast for two · •••• 3228',
    status: 'Failed',
    at: '21 Nov, 11:21',
  },
];
const rowId = ({ id }: Row): string => id;
const tones = { Success: 'success', Pending: 'pending', Failed: 'failed' } as const;
const columns: GridColumn<Row>[] = [
  { id: 'amount', header: 'Amount', text: ({ amount }) => amount, card: 'title' },
  { id: 'what', header: 'Description', text: ({ what }) => what, card: 'subtitle' },
  {
    id: 'status',
    header: 'Status',
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge tone={tones[status as keyof typeof tones]} label={status} />,
    card: 'status',
  },
  { id: 'at', header: 'Time', text: ({ at }) => at, card: 'time' },
];

function Rows() {
  const { row, isOpen, open, close, steps } = useOpenRow(rows, rowId);
  const [hasFilter, setHasFilter] = useState(true);
  return (
    <>
      <FilterChips
        chips={[
          { id: 'days', label: 'Last 7 days' },
          ...(hasFilter
            ? [{ id: 'status', label: 'Status: Failed', onRemove: () => setHasFilter(false) }]
            : []),
        ]}
        onOpenFilters={() => setHasFilter(true)}
      />
      <CardList label="Sample cards" columns={columns} rows={rows} rowId={rowId} onOpen={open} />
      <SidePanel isOpen={isOpen} onClose={close} title={row?.amount ?? ''} steps={steps}>
        {row?.what}
      </SidePanel>
    </>
  );
}
