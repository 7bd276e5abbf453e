import { Link } from '@tanstack/react-router';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { flagFields } from '#features/record/reporting/fields/authentication-fields.ts';
import { columnFilterKind } from '#features/record/reporting/filters/column-filter.ts';
import type { SourceLimits } from '#features/record/reporting/filters/source-limits.ts';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import {
  columnChoiceLabel,
  columnName,
  isCoded,
  type CustomNames,
} from '#features/record/reporting/web/column-labels.ts';
import type { GridFilter } from '#ui/grid/filter-text.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { formatMoney } from '#shared/text/format-money.ts';
import { type TransactionMoney, moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { paths } from '#web/paths.ts';
import type { Translate } from '#web/translate/translator.ts';
import { cardEnd } from '#web/format/card-text.ts';
import { CheckCell, OutcomeCell, StatusCell } from '#web/format/status-cell.tsx';

/** A row of the response: cells by field name. */
export type TransactionRow = Readonly<Record<string, string>>;

const widths: Readonly<Record<string, number>> = {
  txn_datetime: 150,
  description: 200,
  merch_ref: 170,
  original_reference: 170,
  customer_email: 220,
  card_fingerprint: 220,
  txn_status: 150,
  txn_type: 150,
};
const amounts = new Set(['amount', 'money_moved', 'GIFTCARD_PURCHASE_AMOUNT']);
const ids = new Set(['txn_id', 'txn_root_id', 'original_txn_id']);

/** The context of columns besides their field. */
interface ColumnContext {
  t: Translate;
  locale: string;
  times: Times;
  custom?: CustomNames;
  limits?: SourceLimits;
}

/** The amount of a row. */
export const moneyOf = (row: TransactionRow): TransactionMoney => ({
  requested: row.requested_amount ?? '',
  currency: row.ccy_code,
  type: row.txn_type,
  status: row.txn_status,
});

type Cells = Partial<GridColumn<TransactionRow>>;

/** The column that shows `field` in a grid of transactions. */
export function transactionColumn(
  field: string,
  isSortable: boolean,
  context: ColumnContext,
): GridColumn<TransactionRow> {
  const { t, times, custom, limits } = context;
  const raw = (row: TransactionRow): string => row[field] ?? '';
  return {
    id: field,
    header: columnName(field, t, custom),
    text: raw,
    isSortable,
    ...columnFilter(field, t, limits),
    width: widths[field],
    ...(timeCells(field, raw, times) ??
      amountCells(field, raw, context) ??
      idCells(field, raw) ??
      customerCells(field, raw) ??
      codedCells(field, raw, t) ??
      statusCells(field, raw, t) ??
      (transactionField(field)?.type === 'NUMBER' ? { isNumeric: true } : {})),
  };
}

type Raw = (row: TransactionRow) => string;

function timeCells(field: string, raw: Raw, times: Times): Cells | undefined {
  switch (transactionField(field)?.type) {
    case 'ISO_DATETIME':
      return { width: 150, ...timeColumn(times, raw) };
    case 'ISO_DATE':
      return { isNumeric: true, isWhole: 'text', text: (row) => times.shortDay(raw(row)) };
    case 'ISO_TIME':
      return { isNumeric: true };
    default:
      return undefined;
  }
}

function amountCells(field: string, raw: Raw, { t, locale }: ColumnContext): Cells | undefined {
  if (field === 'requested_amount') return { isPinned: true, width: 150, ...moneyColumn(locale, moneyOf) };
  if (field === 'payment_product') {
    return {
      width: 190,
      isWhole: 'text',
      text: (row) =>
        [raw(row) && columnChoiceLabel(field, raw(row), t), cardEnd(row)].filter(Boolean).join(' '),
    };
  }
  return amounts.has(field)
    ? {
        align: 'end',
        isNumeric: true,
        text: (row) => formatMoney(raw(row), null, locale),
        isMuted: (row) => /^[-0.]*$/.test(raw(row)),
      }
    : undefined;
}

function idCells(field: string, raw: Raw): Cells | undefined {
  if (!ids.has(field)) return undefined;
  return {
    isNumeric: true,
    cell: (row) =>
      raw(row) && (
        <Link {...paths.transaction(raw(row))} tabIndex={-1} data-row-link={field === 'txn_id' || undefined}>
          {raw(row)}
        </Link>
      ),
  };
}

/** Names and emails lead to the customer, where the row has an id. */
function customerCells(field: string, raw: Raw): Cells | undefined {
  if (field !== 'customer_name' && field !== 'customer_email') return undefined;
  return {
    cell: (row) =>
      row.txn_id === undefined ? (
        raw(row)
      ) : (
        <CustomerLink transactionId={row.txn_id} isInCell>
          {raw(row)}
        </CustomerLink>
      ),
  };
}

function codedCells(field: string, raw: Raw, t: Translate): Cells | undefined {
  return flagFields.has(field) || isCoded(field)
    ? { text: (row) => raw(row) && columnChoiceLabel(field, raw(row), t) }
    : undefined;
}

function statusCells(field: string, raw: Raw, t: Translate): Cells | undefined {
  /** A value without a label shows its code. */
  const label = (group: string) => (row: TransactionRow) =>
    raw(row) && t(`${group}.${raw(row)}`, { defaultValue: raw(row) });
  switch (field) {
    case 'txn_type':
      return { isWhole: 'text', text: label('transactions.type') };
    case 'txn_status':
      return {
        isPinned: true,
        isWhole: 'badge',
        text: label('transactions.status'),
        cell: (row) => <StatusCell status={raw(row)} />,
      };
    case 'txn_stage':
      return { text: label('details.stage') };
    case '3ds_status':
      return {
        isWhole: 'badge',
        text: label('details.check'),
        cell: (row) => raw(row) && <CheckCell result={raw(row)} />,
      };
    case 'OPTIMIZE360_OUTCOME':
      return {
        isWhole: 'badge',
        text: label('transactions.outcome'),
        cell: (row) => raw(row) && <OutcomeCell outcome={raw(row)} />,
      };
    default:
      return undefined;
  }
}

/** The filter above the column, in grids with filters. */
function columnFilter(field: string, t: Translate, limits?: SourceLimits): { filter?: GridFilter } {
  const kind = columnFilterKind(field, limits);
  if (kind === undefined) return {};
  if (kind.kind === 'date') return { filter: { kind: 'date' } };
  if (kind.kind !== 'choice') {
    const refusal = (text: string) => (hasIssuedCardNumber(text) ? t('search.wrong.card_number') : undefined);
    return { filter: { ...kind, kind: kind.kind, refusal } };
  }
  const choices = kind.values.map((value) => ({ value, label: columnChoiceLabel(field, value, t) }));
  return { filter: { kind: 'choice', choices } };
}

/** Rows of a response whose cells are in the order of `fields`. */
export function transactionRows(
  data: readonly (readonly (string | number | boolean | null)[])[],
  fields: readonly string[],
): TransactionRow[] {
  return data.map((cells) =>
    Object.fromEntries(fields.map((field, index) => [field, String(cells[index] ?? '')])),
  );
}
