import type { ComponentProps } from 'react';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { serverFault } from './feedback-gallery.tsx';
import { openers, Samples } from './gallery-frame.tsx';

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
