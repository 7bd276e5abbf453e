import { Navigate, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { Headline } from '#ui/layout/headline.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { saveFile } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { type TransactionMoney, moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { BackLink } from '#web/links/back-link.tsx';
import { DownloadButton } from '#web/links/download-button.tsx';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exportPayout, getPayout, listPayoutLines } from '../endpoints.ts';
import { type LineGroup, lineGroups } from '../line-group.ts';
import type { PayoutLine, PayoutView } from '../schemas.ts';
import { type PayoutSearch, readPayoutSearch } from '../settlement-search.ts';
import classes from './settlement.module.css';
import { PayoutBadge } from './settlement-words.tsx';

/** /payouts/:payoutId: the sums, fees and lines of a payout (docs/domain.md#payouts-to-the-bank). */
export function PayoutScreen() {
  const payoutId = usePathPart('payoutId');
  if (!/^[1-9]\d{0,14}$/.test(payoutId)) return <Navigate {...paths.error(404)} replace />;
  return <LoadPayout key={payoutId} payoutId={payoutId} />;
}

function LoadPayout({ payoutId }: { payoutId: string }) {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const read = useCall(getPayout, { path: { orgId, payoutId } }, { handlesOwnErrors: true, staleTime: 0 });
  if (read.data !== undefined) return <LoadedPayout orgId={orgId} payout={read.data} />;
  return (
    <LoadingPage
      title={t('screen.payout')}
      queries={[read]}
      failed={t('payouts.payout_failed')}
      notFound={t('payouts.not_found', { id: payoutId })}
      isWide
    />
  );
}

/** The transaction's way back. */
const fromPayouts = { origin: { name: 'payouts', params: {} } } as object;

const rowId = ({ line }: PayoutLine): string => String(line);

function LoadedPayout({ orgId, payout }: { orgId: number; payout: PayoutView }) {
  const { t, language } = useTranslation();
  const money = useMoney();
  const times = useTimes();
  const navigate = useNavigate();
  const { payoutId, amount, currency } = payout;
  const address = useMemo(
    () => ({
      name: 'payoutLines',
      read: readPayoutSearch,
      to: (params: PayoutSearch) => paths.payout(payoutId, params),
      page: offsetPages<PayoutSearch>(),
    }),
    [payoutId],
  );
  const state = useListState(address);
  const path = { orgId, payoutId };
  const result = useListResult(listPayoutLines, { path, query: { ...state.params } }, readItems);
  const locale = browserLocale(language);
  const columns = useMemo(() => lineColumns(t, times, locale, currency), [t, times, locale, currency]);
  const title = money(amount, currency);
  useTabTitle(title);
  return (
    <ListScreen
      title={title}
      back={<BackLink to={paths.payouts()}>{t('screen.payouts')}</BackLink>}
      subtitle={
        <Headline
          status={<PayoutBadge state={payout.state} />}
          owner={payout.installationName}
          time={payout.state !== 'OPEN' && times.day(payout.paidOn)}
        >
          <span>{payout.connectionName}</span>
        </Headline>
      }
      actions={(['CSV', 'XLSX'] as const).map((format) => (
        <DownloadButton
          key={format}
          label={format}
          save={() => saveFile(exportPayout, { path, query: { format } })}
        />
      ))}
      notice={<Sums payout={payout} />}
      state={state}
      fields={[
        {
          kind: 'choice',
          id: 'group',
          label: t('payouts.column.kind'),
          value: state.params.group,
          choices: lineGroups.map((value) => ({ value, label: t(`payouts.group.${value}`) })),
          onChange: (value) => state.change({ group: value as LineGroup | undefined }),
        },
      ]}
      onClear={() => state.go({ offset: 0, pageSize: state.params.pageSize })}
      result={result}
      countKey="payouts.count_lines"
      columns={columns}
      rowId={rowId}
      onOpen={({ transactionId }) =>
        void navigate({ ...paths.transaction(transactionId), state: fromPayouts })
      }
      failureTexts={{ title: t('payouts.lines_failed') }}
      empty={<EmptyState title={t('payouts.no_lines')} />}
    />
  );
}

/** The sums and the fees of a payout, by kind. */
function Sums({ payout }: { payout: PayoutView }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { groups, fees, amount, currency } = payout;
  const parts = (['commission', 'markup', 'schemeFees', 'interchange'] as const).filter(
    (name) => Number(fees[name]) !== 0,
  );
  const shown = groups.filter(({ group, number }) => group !== 'other' || number > 0);
  return (
    <dl className={classes.sums}>
      {shown.map(({ group, number, amount: sum }) => (
        <div key={group}>
          <dt>{t('payouts.group_number', { group: t(`payouts.group.${group}`), number })}</dt>
          <dd className="number">{money(sum, currency)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('payouts.fees')}</dt>
        <dd className="number">
          {money(negated(fees.total), currency)}
          {parts.length > 0 && (
            <div className={classes.part}>
              {parts.map((name) => `${t(`payouts.fee.${name}`)} ${money(fees[name], currency)}`).join(' · ')}
            </div>
          )}
        </dd>
      </div>
      <div data-total>
        <dt>{t('payouts.column.amount')}</dt>
        <dd className="number">{money(amount, currency)}</dd>
      </div>
    </dl>
  );
}

/** Fees are taken from the sums beside them. */
const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : Number(amount) === 0 ? amount : `-${amount}`;

function lineColumns(t: Translate, times: Times, locale: string, currency: string): GridColumn<PayoutLine>[] {
  const money = (id: 'gross' | 'fees' | 'net', moneyOf: (row: PayoutLine) => TransactionMoney) => ({
    id,
    header: t(`payouts.column.${id}`),
    ...moneyColumn(locale, moneyOf),
    width: 140,
  });
  return [
    {
      id: 'kind',
      header: t('payouts.column.kind'),
      text: ({ kind }) => t(`payouts.kind.${kind}`),
      isAlwaysShown: true,
      width: 170,
      card: 'subtitle',
    },
    {
      ...money('gross', ({ gross, grossCurrency }) => ({ requested: gross, currency: grossCurrency })),
      card: 'title',
      hint: ({ exchangeRate }) =>
        exchangeRate === null ? undefined : t('payouts.exchanged', { rate: exchangeRate }),
    },
    money('fees', ({ fees }) => ({ requested: negated(fees), currency })),
    { ...money('net', ({ net }) => ({ requested: net, currency })), card: 'status' },
    {
      id: 'transaction',
      header: t('payouts.column.transaction'),
      text: ({ transactionId }) => transactionId,
      isNumeric: true,
      width: 150,
    },
    {
      id: 'reference',
      header: t('payouts.column.reference'),
      text: ({ merchantReference }) => merchantReference ?? '',
      width: 180,
      card: 'subtitle',
    },
    {
      id: 'booked',
      header: t('payouts.column.booked'),
      ...timeColumn(times, ({ bookedAt }: PayoutLine) => bookedAt),
      width: 130,
      card: 'time',
    },
  ];
}
