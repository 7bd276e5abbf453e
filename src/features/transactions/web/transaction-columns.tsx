import { Link } from '@tanstack/react-router';
import { hasCardNumber } from '#shared/card-number.ts';
import { flagFields } from '#features/reporting/fields/authentication-fields.ts';
import { columnFilterKind } from '#features/reporting/filters/column-filter.ts';
import type { SourceLimits } from '#features/reporting/filters/source-limits.ts';
import { transactionField } from '#features/reporting/fields/transaction-fields.ts';
import {
  columnChoiceLabel,
  columnName,
  dayText,
  isCoded,
  type CustomNames,
} from '#features/reporting/web/column-labels.ts';
import { cardEnd, isUncharged, moneyText } from '#features/transactions/web/transaction-cells.ts';
import classes from '#features/transactions/web/search.module.css';
import { CheckCell, OutcomeCell, StatusCell } from '#features/transactions/web/status-cell.tsx';
import type { GridFilter } from '#ui/grid/filters/filter-text.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { groupDecimal } from '#ui/layout/money-text.tsx';
import type { Times } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';

/** One transaction as the server answered it: its cells by the name of their field. */
export type TransactionRow = Readonly<Record<string, string>>;

const widths: Readonly<Record<string, number>> = {
  txn_datetime: 190,
  description: 200,
  merch_ref: 160,
  customer_email: 220,
  card_fingerprint: 220,
  txn_status: 150,
  txn_type: 150,
};
const amounts = new Set(['amount', 'GIFTCARD_PURCHASE_AMOUNT']);
const ids = new Set(['txn_id', 'txn_root_id']);

/** A column of any grid of transactions, by the field that it shows. */
export function transactionColumn(
  field: string,
  isSortable: boolean,
  t: Translate,
  locale: string,
  times: Times,
  custom?: CustomNames,
  limits?: SourceLimits,
): GridColumn<TransactionRow> {
  const raw = (row: TransactionRow): string => row[field] ?? '';
  const type = transactionField(field)?.type;
  const column: GridColumn<TransactionRow> = {
    id: field,
    header: columnName(field, t, times, custom),
    text: raw,
    isSortable,
    ...columnFilter(field, t, limits),
    ...(widths[field] == null ? {} : { width: widths[field] }),
  };
  if (type === 'ISO_DATETIME') {
    return {
      ...column,
      isNumeric: true,
      isWhole: 'text',
      width: 190,
      text: (row) => raw(row) && times.dateTime(raw(row)),
    };
  }
  if (type === 'ISO_DATE')
    return { ...column, isNumeric: true, isWhole: 'text', text: (row) => dayText(raw(row)) };
  if (type === 'ISO_TIME') return { ...column, isNumeric: true };
  if (field === 'requested_amount') {
    return {
      ...column,
      align: 'end',
      isNumeric: true,
      isWhole: 'text',
      isPinned: true,
      width: 150,
      text: (row) => moneyText(row, locale),
      cell: (row) => (
        <span className={isUncharged(row) ? classes.uncharged : undefined}>{moneyText(row, locale)}</span>
      ),
    };
  }
  if (field === 'payment_product') {
    return {
      ...column,
      width: 190,
      isWhole: 'text',
      text: (row) =>
        [raw(row) && columnChoiceLabel(field, raw(row), t), cardEnd(row)].filter(Boolean).join(' '),
    };
  }
  if (amounts.has(field)) {
    return { ...column, align: 'end', isNumeric: true, text: (row) => groupDecimal(raw(row), locale) };
  }
  if (ids.has(field)) {
    return {
      ...column,
      isNumeric: true,
      cell: (row) => (
        <Link {...paths.transaction(raw(row))} tabIndex={-1}>
          {raw(row)}
        </Link>
      ),
    };
  }
  if (flagFields.has(field) || isCoded(field)) {
    return { ...column, text: (row) => raw(row) && columnChoiceLabel(field, raw(row), t) };
  }
  const word = (group: 'type' | 'status' | 'outcome') => (row: TransactionRow) =>
    raw(row) && t(`transactions.${group}.${raw(row)}`, { defaultValue: raw(row) });
  switch (field) {
    case 'txn_type':
      return { ...column, text: word('type') };
    case 'txn_status':
      return {
        ...column,
        isPinned: true,
        isWhole: 'badge',
        text: word('status'),
        cell: (row) => <StatusCell status={raw(row)} />,
      };
    case 'txn_stage':
      return {
        ...column,
        text: (row) => raw(row) && t(`details.stage.${raw(row)}`, { defaultValue: raw(row) }),
      };
    case '3ds_status':
      return {
        ...column,
        isWhole: 'badge',
        text: (row) => raw(row) && t(`details.check.${raw(row)}`, { defaultValue: raw(row) }),
        cell: (row) => raw(row) && <CheckCell result={raw(row)} />,
      };
    case 'OPTIMIZE360_OUTCOME':
      return {
        ...column,
        isWhole: 'badge',
        text: word('outcome'),
        cell: (row) => raw(row) && <OutcomeCell outcome={raw(row)} />,
      };
    default:
      return type === 'NUMBER' ? { ...column, isNumeric: true } : column;
  }
}

/** What may be typed or chosen above the column; grids without filters leave it out. */
function columnFilter(field: string, t: Translate, limits?: SourceLimits): { filter?: GridFilter } {
  const kind = columnFilterKind(field, limits);
  if (kind === undefined) return {};
  if (kind.kind === 'date') return { filter: { kind: 'date' } };
  if (kind.kind !== 'choice') {
    const refusal = (text: string) => (hasCardNumber(text) ? t('search.wrong.card_number') : undefined);
    return { filter: { ...kind, kind: kind.kind, refusal } };
  }
  const choices = kind.values.map((value) => ({ value, label: columnChoiceLabel(field, value, t) }));
  return { filter: { kind: 'choice', choices } };
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
