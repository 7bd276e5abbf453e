import { numberFormat } from '#shared/text/intl-formats.ts';
import { useEffect, useMemo, useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { formatMinor } from '#shared/money.ts';
import { explainDecline } from '#shared/payments/declines.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import type { BodyOf } from '#shared/define-endpoint.ts';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { computeAcceptanceRate, listDayStarts } from '../activity-rules.ts';
import { getActivity, declinesPageSize, listDeclines } from '../endpoints.ts';
import type { Activity } from '../schemas.ts';
import { ActivityChart } from './activity-chart.tsx';
import classes from './activity.module.css';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useCall } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { Trans } from '#web/translate/trans.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Link } from '@tanstack/react-router';
import { zonedDate } from '#shared/zoned-day.ts';
import { searchStatements } from '#features/reports/transactions/endpoints.ts';
import { paths } from '#web/paths.ts';
import { startupConfig } from '#web/startup-config.ts';

/** Today's amounts, the acceptance rate, decline reasons, and thirty days as bars. */
export function ActivityPanel() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const { zone, zoneName } = useTimes();
  // Constant until midnight, so that the same request is sent once.
  const [openedAt, setOpenedAt] = useState(() => new Date());
  const days = useMemo(() => listDayStarts(openedAt, zone), [openedAt, zone]);
  const daysBefore = useMemo(() => listDayStarts(openedAt, zone, 1), [openedAt, zone]);
  const until = days.at(-1) ?? '';
  useEffect(() => {
    const untilTomorrow = Date.parse(until) - Date.now();
    const timer = setTimeout(() => setOpenedAt(new Date()), Math.max(0, untilTomorrow) + 1000);
    return () => clearTimeout(timer);
  }, [until]);
  const activity = useCall(
    getActivity,
    { body: { orgIds: [organisation.selectedParentOrgId], days } },
    { handlesOwnErrors: true },
  );
  // Without a response the charts show no comparison.
  const before = useCall(
    getActivity,
    { body: { orgIds: [organisation.selectedParentOrgId], days: daysBefore } },
    {
      handlesOwnErrors: true,
      // Without payments there is no chart.
      enabled: activity.data?.days.some(({ accepted, declined }) => accepted + declined > 0) === true,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  return (
    <section className={classes.panel} aria-labelledby="activity-title">
      <h2 id="activity-title">{t('home.activity.title', { zone: zoneName })}</h2>
      {activity.isPending && <SkeletonLines lines={15} lineHeight={40} />}
      {activity.isError && activity.data === undefined && (
        <ErrorState
          title={t('home.activity.failed')}
          requestId={activity.error.requestId}
          onRetry={() => void activity.refetch()}
        >
          {errorText(activity.error.message)}
        </ErrorState>
      )}
      {activity.data !== undefined && (
        <div className={classes.figures}>
          <TodayFacts activity={activity.data} zone={zone} until={until} />
          <PaymentCharts days={activity.data.days} previous={before.data?.days} />
          <DeclineChart declines={activity.data.declines} from={days[0] ?? ''} until={until} />
        </div>
      )}
    </section>
  );
}

interface FactsProps {
  activity: Activity;
  zone: string;
  until: string;
}

/** Money and payments of today, and how much is accepted. */
function TodayFacts({ activity, zone, until }: FactsProps) {
  const { t, language } = useTranslation();
  const rate = computeAcceptanceRate(activity.days);
  const percent = numberFormat(browserLocale(language), {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const today = activity.days.at(-1);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('home.activity.today')}</dt>
        <dd>
          {activity.volumes.length === 0 && (
            <span className={classes.none}>{t('home.activity.nothing')}</span>
          )}
          {activity.volumes.map((volume) => (
            <Volume key={volume.currency} {...volume} />
          ))}
        </dd>
      </div>
      <div>
        <dt>{t('home.activity.payments_today')}</dt>
        <dd className={`${classes.words} number`}>
          <span>
            <Trans
              i18nKey="home.activity.accepted_declined"
              values={{ accepted: today?.accepted ?? 0, declined: today?.declined ?? 0 }}
              components={{ strong: <strong /> }}
            />
          </span>
        </dd>
      </div>
      {today !== undefined && <TransactionCount from={today.from} until={until} zone={zone} />}
      <div>
        <dt>{t('home.activity.acceptance')}</dt>
        <dd className="number">{rate === undefined ? '–' : percent.format(rate)}</dd>
      </div>
    </dl>
  );
}

function Volume({ currency, takenMinor, refundedMinor }: Activity['volumes'][number]) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <span className={classes.volume}>
      <MoneyText amount={formatMinor(takenMinor, currency)} currencyCode={currency} isLarge />
      {refundedMinor > 0 && (
        <small>
          {t('home.activity.refunded', { money: money(formatMinor(refundedMinor, currency), currency) })}
        </small>
      )}
    </span>
  );
}

/** Payments of every day, and refunds where there are some. */
function PaymentCharts({
  days,
  previous,
}: Pick<Activity, 'days'> & { previous: Activity['days'] | undefined }) {
  const { t } = useTranslation();
  if (!days.some(({ accepted, declined }) => accepted + declined > 0)) {
    return <p className={classes.none}>{t('home.activity.no_payments')}</p>;
  }
  return (
    <>
      <div>
        <h3>{t('home.activity.chart')}</h3>
        <ActivityChart
          label={t('home.activity.chart')}
          days={days}
          previous={previous}
          stacked={['accepted', 'declined']}
        />
      </div>
      {days.some(({ refunded }) => refunded > 0) && (
        <div>
          <h3>{t('home.activity.refunds_chart')}</h3>
          <ActivityChart
            label={t('home.activity.refunds_chart')}
            days={days}
            previous={previous}
            stacked={['refunded']}
          />
        </div>
      )}
    </>
  );
}

interface Props {
  /** The day's start and the start of the next day (ISO 8601). */
  from: string;
  until: string;
  zone: string;
}

/** The number of transactions of the day, with a link to them (docs/domain.md#home). */
function TransactionCount({ from, until, zone }: Props) {
  const { t, language } = useTranslation();
  const { organisation } = useSignedIn();
  const day = { operation: 'BETWEEN' as const, value: [Date.parse(from), Date.parse(until) - 1] };
  const count = useCall(
    searchStatements,
    {
      body: {
        startFrom: 1,
        limit: 1,
        dataSource: startupConfig().tqsDataSourceDwEnabled === 'true' ? 'REPORT' : 'REAL-TIME',
        orgIds: [organisation.selectedParentOrgId],
        fields: [
          { field: 'txn_id', display: true },
          { field: 'txn_datetime', display: false, filter: day },
        ],
      },
    },
    { handlesOwnErrors: true },
  );
  return (
    <div>
      <dt>{t('home.activity.transactions_today')}</dt>
      <dd className="number">
        {count.data === undefined ? (
          '–'
        ) : (
          <Link {...paths.statements({ date: zonedDate(new Date(from), zone) })} className={classes.count}>
            {numberFormat(browserLocale(language)).format(count.data.resultsAvailable)}
          </Link>
        )}
      </dd>
    </div>
  );
}

type Decline = Activity['declines'][number];

interface DeclineChartProps {
  declines: readonly Decline[];
  from: string;
  until: string;
}

const idOf = ({ reasonCode, statusCode, scheme }: Decline): string => `${reasonCode} ${statusCode} ${scheme}`;

/** A bar for each of the most frequent reasons; it opens exactly the payments that it counts. */
function DeclineChart({ declines, from, until }: DeclineChartProps) {
  const { t } = useTranslation();
  const [openReason, setOpenReason] = useState<SelectedReason>();
  if (declines.length === 0) return null;
  const nameOf = (decline: Decline): string => {
    const key = explainDecline(decline);
    if (key !== 'unknown') return t(`decline_labels.${key}`);
    return decline.reason || t('home.activity.no_reason');
  };
  const open = (id: string, title: string) => {
    const selected = declines.find((decline) => idOf(decline) === id);
    if (selected === undefined) return;
    const { reasonCode, responses } = selected;
    setOpenReason({ title, from, until, reasonCode, responses });
  };
  return (
    <div>
      <h3>{t('home.activity.declines')}</h3>
      <BarChart
        isRows
        label={t('home.activity.declines')}
        groupsLabel={t('home.activity.reason')}
        series={[{ id: 'declined', label: t('home.activity.series.declined'), tone: 'failed' }]}
        groups={declines.map((decline) => ({
          id: idOf(decline),
          label: nameOf(decline),
          title: nameOf(decline),
          values: [decline.number],
        }))}
        markLabel={({ title: date }, _series, count) => t('home.activity.bar.declined', { date, count })}
        renderMark={({ id, title }, _series, mark) => (
          <UnstyledButton {...mark} onClick={() => open(id, title)} />
        )}
      />
      <DeclinedPayments reason={openReason} onClose={() => setOpenReason(undefined)} />
    </div>
  );
}

/** A bar of the chart: its name and its count. */
interface SelectedReason extends Pick<
  BodyOf<typeof listDeclines>,
  'from' | 'until' | 'reasonCode' | 'responses'
> {
  title: string;
}

interface DeclinedPaymentsProps {
  reason: SelectedReason | undefined;
  onClose: () => void;
}

/** The payments of a bar beside the chart. */
function DeclinedPayments({ reason, onClose }: DeclinedPaymentsProps) {
  return (
    <PaymentsPanel target={reason} onClose={onClose}>
      {(reason) => <Payments reason={reason} />}
    </PaymentsPanel>
  );
}

function Payments({ reason: { title: _title, ...query } }: { reason: SelectedReason }) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const pages = useOlderPages();
  const before = pages.before === undefined ? {} : { before: pages.before };
  const { data, error, refetch } = useCall(
    listDeclines,
    { body: { ...query, orgIds: [organisation.selectedParentOrgId], ...before } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  return (
    <PaymentRows
      rows={data?.payments.map(({ type, merchantReference, ...payment }) => ({
        ...payment,
        id: payment.transactionId,
        label: t(`transactions.type.${type}`, { defaultValue: type }),
        note: merchantReference ?? undefined,
      }))}
      hasMore={data?.hasMore ?? false}
      error={error}
      onRetry={() => void refetch()}
      pages={pages}
      texts={{
        failed: t('home.activity.declined_failed'),
        none: t('home.activity.declined_none'),
        newer: t('home.activity.newer', { count: declinesPageSize }),
        older: t('home.activity.older', { count: declinesPageSize }),
      }}
    />
  );
}
