import { cardText } from '#web/format/card-text.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { CustomerPayment } from '../schemas.ts';

/** The columns of a customer's transactions. */
export function customerPaymentColumns(
  t: Translate,
  times: Times,
  locale: string,
): GridColumn<CustomerPayment>[] {
  return [
    {
      id: 'amount',
      header: t('transactions.column.requested_amount'),
      ...moneyColumn(locale, ({ requestedAmount, ...payment }: CustomerPayment) => ({
        requested: requestedAmount,
        ...payment,
      })),
      width: 130,
      minWidth: 120,
      card: 'title',
    },
    {
      id: 'status',
      header: t('transactions.column.txn_status'),
      text: ({ status }) => t(`transactions.status.${status}`, { defaultValue: status }),
      cell: ({ status }) => <StatusCell status={status} />,
      isWhole: 'badge',
      width: 125,
      minWidth: 125,
      card: 'status',
    },
    {
      id: 'time',
      header: t('transactions.column.txn_datetime'),
      ...timeColumn(times, ({ at }: CustomerPayment) => at),
      width: 130,
      minWidth: 130,
      card: 'time',
    },
    {
      id: 'type',
      header: t('transactions.column.txn_type'),
      text: ({ type }) => t(`transactions.type.${type}`, { defaultValue: type }),
      isWhole: 'text',
      width: 140,
      card: 'subtitle',
    },
    {
      id: 'reference',
      header: t('transactions.column.merch_ref'),
      text: ({ description, reference }) =>
        [reference, description].filter((part) => part !== null).join(' · '),
      width: 200,
    },
    {
      id: 'card',
      header: t('transactions.column.payment_product'),
      text: ({ paymentProduct, lastFour }) => cardText(paymentProduct, lastFour, t) ?? '',
      isNumeric: true,
      width: 170,
      card: 'subtitle',
    },
  ];
}
