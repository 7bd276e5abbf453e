import { companyNow } from '#web/session/shown-clock.ts';
import { IconFilter, IconReceipt, IconSearch } from '@tabler/icons-react';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import { offeredSearchFields } from '#features/record/reporting/filters/search-field.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { filterParams, readColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { columnName } from '#features/record/reporting/web/column-labels.ts';
import { isHeldUnder } from '../column-choice.ts';
import { getMetadata, searchTransactions } from '../endpoints.ts';
import { guessSearch, type Guess } from '../guess-search.ts';
import { type OperatorSearch, completeOperators, readOperators } from '../search-operators.ts';
import { defaultSearch, type SearchParams } from '../search-params.ts';
import { buildSearchRequest, defaultSort } from '../search-request.ts';
import { moneyText } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { cardFields } from './transaction-card.tsx';
import { cardEnd } from '#web/format/card-text.ts';
import { moneyOf, transactionRows, type TransactionRow } from './transaction-columns.tsx';
import { callQuery } from '#web/call/use-call.ts';
import { callUntil } from '#web/call/call.ts';
import type { PaletteContext, PaletteEntry, PaletteSource } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { mayPass, type Session } from '#web/session/session.ts';
import { startupConfig } from '#web/startup-config.ts';
import { startOfZonedDay } from '#shared/zoned-day.ts';

const maxFound = 5;

/** Transactions by id, reference, email, card, IP address or amount. */
export const transactionPalette: PaletteSource = {
  name: 'transactions',
  searches: (typed, context) => [
    ...operatorEntries(typed, context),
    ...(completeOperators(typed).length > 0
      ? completionEntries(typed, context)
      : guessEntries(typed, context)),
  ],
  canFind: (typed, { session }) =>
    findable(typed, session).length > 0 || operatorsFor(typed, session) !== undefined,
  find: async (typed, context, signal) => {
    const operators = operatorsFor(typed, context.session);
    const searches: SearchParams[] = operators
      ? [toSearch(operators)]
      : findable(typed, context.session).map(({ field, value, currency }) => ({
          ...defaultSearch,
          searchField: field,
          value,
          searchRange: 'WITHIN_1_YEAR',
          ...filterParams(currency === undefined ? {} : { ccy_code: currency }),
        }));
    const pages = await Promise.all(searches.map((search) => findBy(search, context, signal)));
    const entries = pages.flat().map((row) => transactionEntry(row, context));
    return [...new Map(entries.map((entry) => [entry.id, entry])).values()].slice(0, maxFound);
  },
};

const toSearch = ({ filters, range }: OperatorSearch): SearchParams => ({
  ...defaultSearch,
  searchRange: range,
  ...filterParams(filters),
});

function operatorsFor(typed: string, session: Session): OperatorSearch | undefined {
  return isAllowed(session, { to: searchTransactions }) ? readOperators(typed) : undefined;
}

function operatorEntries(typed: string, { session, t }: PaletteContext): PaletteEntry[] {
  const operators = operatorsFor(typed, session);
  if (operators === undefined) return [];
  return [
    {
      id: `operators ${typed}`,
      icon: <IconSearch size={18} aria-hidden />,
      label: t('palette.search_operators', { criteria: typed }),
      go: paths.search(toSearch(operators)),
    },
  ];
}

function completionEntries(typed: string, { session, t }: PaletteContext): PaletteEntry[] {
  if (!isAllowed(session, { to: searchTransactions })) return [];
  return completeOperators(typed).map(({ text, field }) => ({
    id: `complete ${text}`,
    icon: <IconFilter size={18} aria-hidden />,
    label: text,
    detail: field === undefined ? t('palette.range') : columnName(field, t),
    completes: text,
    go: () => {},
  }));
}

const guessEntries = (typed: string, { session, t }: PaletteContext): PaletteEntry[] =>
  guessesFor(typed, session).map(({ field, value, currency }) => ({
    id: `search ${field} ${value} ${currency ?? ''}`,
    icon: <IconSearch size={18} aria-hidden />,
    label:
      field === 'txn_id'
        ? t('palette.find_transaction', { id: value })
        : t('palette.search', {
            field: t(`search.field_name.${field}`),
            value: [value, currency].join(' ').trim(),
          }),
    go:
      field === 'txn_id'
        ? paths.transaction(value)
        : paths.search({
            ...defaultSearch,
            searchField: field,
            value,
            searchRange: 'ANY_TIME',
            ...(currency ? { 'filter.ccy_code': currency } : {}),
          }),
  }));

function guessesFor(typed: string, session: Session): Guess[] {
  if (!isAllowed(session, { to: searchTransactions })) return [];
  const fields = offeredSearchFields({
    isWarehouse: startupConfig().tqsDataSourceDwEnabled === 'true',
    may: (...permissions) => mayPass(session, { kind: 'ANY', permissions }),
  });
  return guessSearch(typed).filter(({ field }) => fields.includes(field));
}

function findable(typed: string, session: Session): Guess[] {
  return guessesFor(typed, session)
    .filter(({ field, value }) => field !== 'merch_ref' || (/\d/.test(value) && value.length >= 4))
    .slice(0, 3);
}

async function findBy(
  search: SearchParams,
  { session, times, queries }: PaletteContext,
  signal: AbortSignal,
): Promise<TransactionRow[]> {
  const { fields } = await queries.fetchQuery({
    ...callQuery(getMetadata, {}),
    meta: { handlesOwnErrors: true },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { selectedParentPath, selectedParentOrgId } = session.organisation;
  const columns = fields
    .map((field) => field.field)
    .filter((name) => name === 'txn_id' || name === 'customer_name' || cardFields.includes(name))
    .filter((name) => isHeldUnder(selectedParentPath, session.permissions, transactionField(name)?.needs));
  const body = buildSearchRequest(
    { ...search, pageSize: maxFound },
    {
      columns,
      sort: defaultSort,
      orgId: selectedParentOrgId,
      isWarehouse: startupConfig().tqsDataSourceDwEnabled === 'true',
      now: startOfZonedDay(companyNow(), 0, times.zone),
      timeZone: times.zone,
    },
  );
  const filters = readColumnFilters(search);
  body.fields.push(...columnFilterFields(filters, Object.keys(filters), times.zone));
  const { data, fieldNames = [] } = await callUntil(searchTransactions, { body }, signal);
  return transactionRows(data, fieldNames);
}

function transactionEntry(row: TransactionRow, { t, locale, times }: PaletteContext): PaletteEntry {
  const { txn_id: id = '', txn_type: type = '', txn_status: status = '', txn_datetime: at = '' } = row;
  const typeText =
    type === 'PAYMENT' || type === '' ? '' : t(`transactions.type.${type}`, { defaultValue: type });
  const details = [
    row.customer_name ?? '',
    typeText,
    row.description || row.merch_ref || id,
    cardEnd(row),
    at === '' ? '' : times.short(at),
  ];
  return {
    id: `transaction ${id}`,
    icon: <IconReceipt size={18} aria-hidden />,
    label: moneyText(moneyOf(row), locale) || id,
    detail: details.filter((text) => text !== '').join(' · '),
    end: status === '' ? undefined : <StatusCell status={status} />,
    go: paths.transaction(id),
  };
}
