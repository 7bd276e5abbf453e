import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { cardEnd } from '#web/format/card-text.ts';
import { type TransactionRow, moneyOf } from './transaction-columns.tsx';

/** The fields of a card, independent of the chosen columns. */
export const cardFields = [
  'txn_datetime',
  'requested_amount',
  'ccy_code',
  'txn_type',
  'txn_status',
  'merch_ref',
  'description',
  'masked_pan',
];

/** A transaction as a card on a phone: amount, description and card number; status and time. */
export function transactionCard(t: Translate, locale: string, times: Times): GridColumn<TransactionRow>[] {
  const column = (id: string, card: GridColumn<TransactionRow>['card']) => ({
    id: `card-${id}`,
    header: '',
    card,
    isCardOnly: true,
  });
  return [
    { ...column('amount', 'title'), ...moneyColumn(locale, moneyOf) },
    {
      ...column('type', 'subtitle'),
      text: ({ txn_type: type = '' }) =>
        type === 'PAYMENT' || type === '' ? '' : t(`transactions.type.${type}`, { defaultValue: type }),
    },
    {
      ...column('description', 'subtitle'),
      text: ({ description = '', merch_ref: reference = '' }) => description || reference,
    },
    { ...column('card', 'subtitle'), text: cardEnd },
    {
      ...column('status', 'status'),
      text: ({ txn_status: status = '' }) => status,
      cell: ({ txn_status: status = '' }) => status !== '' && <StatusCell status={status} />,
    },
    { ...column('time', 'time'), ...timeColumn(times, (row: TransactionRow) => row.txn_datetime) },
  ];
}
