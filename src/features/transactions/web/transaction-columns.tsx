import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { StatusCell } from '#features/transactions/web/status-cell.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { groupDecimal } from '#ui/layout/money-text.tsx';
import type { Times } from '#web/format/use-times.ts';

/** One transaction as the server answered it: its cells by the name of their field. */
export type TransactionRow = Readonly<Record<string, string>>;

const widths: Readonly<Record<string, number>> = { txn_datetime: 190, description: 200, merch_ref: 160 };

/** A column of any grid of transactions, by the field that it shows. */
export function transactionColumn(
  field: string,
  isSortable: boolean,
  t: TFunction,
  locale: string,
  times: Times,
): GridColumn<TransactionRow> {
  const header = t(`transactions.column.${field}`, { zone: times.zoneName, defaultValue: field });
  const raw = (row: TransactionRow): string => row[field] ?? '';
  const column: GridColumn<TransactionRow> = {
    id: field,
    header,
    text: raw,
    isSortable,
    ...(widths[field] == null ? {} : { width: widths[field] }),
  };
  switch (field) {
    case 'txn_datetime':
      return { ...column, isNumeric: true, text: (row) => raw(row) && times.dateTime(raw(row)) };
    case 'txn_id':
      return {
        ...column,
        isNumeric: true,
        cell: (row) => (
          <Link to={`/transactionDetails/${raw(row)}`} tabIndex={-1}>
            {raw(row)}
          </Link>
        ),
      };
    case 'requested_amount':
    case 'amount':
      return { ...column, align: 'end', isNumeric: true, text: (row) => groupDecimal(raw(row), locale) };
    case 'txn_type':
      return {
        ...column,
        text: (row) => t(`transactions.type.${raw(row)}`, { defaultValue: raw(row) }),
      };
    case 'txn_status':
      return {
        ...column,
        isPinned: true,
        text: (row) => t(`transactions.status.${raw(row)}`, { defaultValue: raw(row) }),
        cell: (row) => <StatusCell status={raw(row)} />,
      };
    default:
      return column;
  }
}

/** Rows of an answer whose cells come in the order of `fields`. */
export function transactionRows(
  data: readonly (readonly (string | number | boolean | null)[])[],
  fields: readonly string[],
): TransactionRow[] {
  return data.map((cells) =>
    Object.fromEntries(fields.map((field, index) => [field, String(cells[index] ?? '')])),
  );
}
