import { IconBuildingBank } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type CalendarDay, dayPresets } from '#shared/calendar-day.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { useMoney } from '#web/format/use-money.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type PayoutState, payoutStates } from '../difference.ts';
import { listPayouts } from '../endpoints.ts';
import type { Payout } from '../schemas.ts';
import { type PayoutsSearch, readPayoutsSearch } from '../settlement-search.ts';
import { PayoutBadge } from './settlement-words.tsx';

const address = {
  name: 'payouts',
  read: readPayoutsSearch,
  to: (params: PayoutsSearch) => paths.payouts(params),
  page: offsetPages<PayoutsSearch>(),
};
const rowId = ({ payoutId }: Payout): string => payoutId;
const earliestDay: CalendarDay = '2000-01-01';

/** /payouts: the processors' payouts to the bank (docs/domain.md#payouts-to-the-bank). */
export function PayoutsScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const times = useTimes();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const { installation, ...criteria } = state.params;
  const result = useListResult(
    listPayouts,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: { ...criteria, ...(installation === undefined ? {} : { installationId: Number(installation) }) },
    },
    readItems,
  );
  const columns = useMemo(() => payoutColumns(t, times, browserLocale(language)), [t, times, language]);
  const { installations = [], currencies = [], sums = [] } = result.response ?? {};
  const fields = payoutFields(t, state.params, state.change, {
    installations: installations.map(({ installationId, name }) => ({
      value: String(installationId),
      label: name,
    })),
    currencies,
    today: times.today(),
  });
  const clear = (): void => state.go({ offset: 0, pageSize: state.params.pageSize });
  const isNarrowed = fields.some((field) => 'value' in field && field.value !== undefined);
  return (
    <ListScreen
      title={t('screen.payouts')}
      subtitle={organisation.selectedOrgName}
      state={state}
      fields={fields}
      onClear={clear}
      result={result}
      countKey="payouts.count"
      totals={sums.length > 0 && <Totals sums={sums} />}
      columns={columns}
      rowId={rowId}
      onOpen={({ payoutId }) => void navigate(paths.payout(payoutId))}
      failureTexts={{ title: t('payouts.failed') }}
      empty={
        isNarrowed ? (
          <EmptyState
            title={t('payouts.none_found')}
            step={{ label: t('payouts.show_all'), onClick: clear }}
          />
        ) : (
          <EmptyState title={t('payouts.none')} icon={<IconBuildingBank size={22} aria-hidden />}>
            {t('payouts.none_text')}
          </EmptyState>
        )
      }
    />
  );
}

function Totals({ sums }: { sums: readonly { currency: string; amount: string }[] }) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <p className="quiet-text">
      {t('payouts.total', {
        amounts: sums.map(({ currency, amount }) => money(amount, currency)).join(' · '),
      })}
    </p>
  );
}

interface Choices {
  installations: readonly { value: string; label: string }[];
  currencies: readonly string[];
  today: CalendarDay;
}

function payoutFields(
  t: Translate,
  { state, currency, paidFrom, paidTo, installation }: PayoutsSearch,
  change: (part: Partial<PayoutsSearch>) => void,
  { installations, currencies, today }: Choices,
): ListField[] {
  return [
    {
      kind: 'days',
      id: 'paid',
      label: t('payouts.column.paid_on'),
      value: paidFrom && paidTo ? { from: paidFrom, to: paidTo } : undefined,
      min: earliestDay,
      today,
      presets: dayPresets,
      onChange: (days) => change({ paidFrom: days?.from, paidTo: days?.to }),
    },
    {
      kind: 'choice',
      id: 'state',
      label: t('payouts.column.state'),
      value: state,
      choices: payoutStates.map((value) => ({ value, label: t(`payouts.state.${value}`) })),
      onChange: (value) => change({ state: value as PayoutState | undefined }),
    },
    {
      kind: 'choice',
      id: 'currency',
      label: t('payouts.column.currency'),
      value: currency,
      choices: currencies.map((value) => ({ value, label: value })),
      onChange: (value) => change({ currency: value }),
    },
    {
      kind: 'choice',
      id: 'installation',
      label: t('payouts.column.installation'),
      value: installation,
      choices: installations,
      onChange: (value) => change({ installation: value }),
    },
  ];
}

function payoutColumns(t: Translate, times: Times, locale: string): GridColumn<Payout>[] {
  return [
    {
      id: 'amount',
      header: t('payouts.column.amount'),
      ...moneyColumn(locale, ({ amount, currency }: Payout) => ({ requested: amount, currency })),
      isAlwaysShown: true,
      width: 150,
      card: 'title',
    },
    {
      id: 'state',
      header: t('payouts.column.state'),
      text: ({ state }) => t(`payouts.state.${state}`),
      cell: ({ state }) => <PayoutBadge state={state} />,
      isWhole: 'badge',
      width: 130,
      card: 'status',
    },
    {
      id: 'paidOn',
      header: t('payouts.column.paid_on'),
      text: ({ paidOn, state }) => (state === 'OPEN' ? '' : times.day(paidOn)),
      isNumeric: true,
      width: 130,
      card: 'time',
    },
    {
      id: 'installation',
      header: t('payouts.column.installation'),
      text: ({ installationName }) => installationName,
      width: 200,
      card: 'subtitle',
    },
    {
      id: 'merchant',
      header: t('payouts.column.merchant'),
      text: ({ merchantName }) => merchantName,
      width: 180,
    },
    {
      id: 'lines',
      header: t('payouts.column.lines'),
      text: ({ lines }) => String(lines),
      align: 'end',
      isNumeric: true,
      width: 120,
    },
    {
      id: 'batch',
      header: t('payouts.column.batch'),
      text: ({ batch }) => batch,
      width: 140,
    },
  ];
}
