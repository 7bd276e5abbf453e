import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { hasCardNumber } from '#shared/card-number.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { maxFound, maxTyped } from '../customer-limits.ts';
import { type CustomersSearch, readCustomersSearch } from '../customers-search.ts';
import { searchCustomers } from '../endpoints.ts';
import type { FoundCustomer } from '../schemas.ts';

const address = {
  name: 'customers',
  read: readCustomersSearch,
  to: (params: CustomersSearch) => paths.customers(params),
  // One page: more typing finds fewer.
  page: { read: () => ({ offset: 0, pageSize: maxFound }), write: () => ({}) },
};
const rowId = ({ id }: FoundCustomer): string => id;

/** /customers: finds customers while the user types (docs/domain.md#finding-customers). */
export function CustomersScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { text = '' } = state.params;
  const navigate = useNavigate();
  const times = useTimes();
  const { organisation } = useSignedIn();
  const result = useListResult(
    searchCustomers,
    { body: { orgId: organisation.selectedParentOrgId, text } },
    ({ customers }) => ({ rows: customers, total: customers.length }),
  );
  const hasMore = result.response?.hasMore === true;
  const columns = useMemo(() => customerColumns(t, times, browserLocale(language)), [t, times, language]);
  return (
    <ListScreen
      title={t('screen.customers')}
      subtitle={organisation.selectedOrgName}
      state={state}
      search={{
        label: t('customers.search'),
        help: () => t('customers.search_help'),
        text: state.params.text,
        maxLength: maxTyped,
        pauseMs: typingMs,
        refusal: (typed) => (hasCardNumber(typed) ? t('search.wrong.card_number') : undefined),
        onSearch: (typed) => state.go(readCustomersSearch({ text: typed }), true),
      }}
      result={{ ...result, total: hasMore ? undefined : result.total }}
      countKey="customers.count"
      totals={hasMore && <p className="quiet-text">{t('customers.more', { number: maxFound })}</p>}
      columns={columns}
      rowId={rowId}
      onOpen={({ id }) => void navigate(paths.customer(id))}
      failureTexts={{ title: t('customers.search_failed') }}
      empty={
        text === '' ? (
          <EmptyState title={t('customers.none_yet')}>{t('customers.none_yet_text')}</EmptyState>
        ) : (
          <EmptyState
            title={t('customers.none', { text })}
            step={{ label: t('customers.show_newest'), onClick: () => state.go({}, true) }}
          >
            {t('customers.none_text')}
          </EmptyState>
        )
      }
    />
  );
}

/** Typing pauses this long before a search. */
const typingMs = 120;

function customerColumns(t: Translate, times: Times, locale: string): GridColumn<FoundCustomer>[] {
  return [
    {
      id: 'name',
      header: t('customers.column.name'),
      text: ({ name, email }) => name ?? email ?? '',
      isAlwaysShown: true,
      isPinned: true,
      width: 200,
      card: 'title',
    },
    {
      id: 'email',
      header: t('customers.column.email'),
      text: ({ email }) => email ?? '',
      width: 240,
      card: 'subtitle',
    },
    {
      id: 'reference',
      header: t('customers.column.reference'),
      text: ({ reference }) => reference ?? '',
      width: 140,
    },
    {
      id: 'amount',
      header: t('customers.column.last_amount'),
      ...moneyColumn(locale, ({ newest }: FoundCustomer) => ({
        requested: newest?.requestedAmount ?? '',
        currency: newest?.currency ?? null,
        ...(newest === null ? {} : { type: newest.type, status: newest.status }),
      })),
      width: 130,
      minWidth: 120,
    },
    {
      id: 'status',
      header: t('customers.column.last_status'),
      text: ({ newest }) =>
        newest === null ? '' : t(`transactions.status.${newest.status}`, { defaultValue: newest.status }),
      cell: ({ newest }) => newest !== null && <StatusCell status={newest.status} />,
      isWhole: 'badge',
      width: 125,
      minWidth: 125,
      card: 'status',
    },
    {
      id: 'time',
      header: t('customers.column.last_time'),
      ...timeColumn(times, ({ newest }: FoundCustomer) => newest?.at ?? ''),
      width: 130,
      minWidth: 130,
      card: 'time',
    },
    {
      id: 'merchant',
      header: t('customers.column.merchant'),
      text: ({ merchantName }) => merchantName,
      width: 160,
    },
    {
      id: 'telephone',
      header: t('customers.column.telephone'),
      text: ({ telephone }) => telephone ?? '',
      width: 150,
      isNumeric: true,
    },
  ];
}
