import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type DayRange, daysBetween } from '#shared/calendar-day.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { formatMinor } from '#shared/money.ts';
import { dateFormat, numberFormat } from '#shared/text/intl-formats.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { BarChart, type ChartSeries, type ChartTone } from '#ui/bar-chart.tsx';
import { formatDays } from '#ui/date/format-days.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { codeText } from '#web/translate/code-text.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type Measure, type Part, breakdowns, statementParamsFor } from '../activity-rules.ts';
import { getBreakdown } from '../endpoints.ts';
import { type HomeSearch, type Period, maxHourDays } from '../home-period.ts';
import type { Activity } from '../schemas.ts';
import { CountedPanel, type CountedPayments } from './counted-payments.tsx';
import classes from './home-screen.module.css';

interface Props {
  activity: Activity;
  period: Period;
  days: DayRange;
  search: HomeSearch;
  onSearch: (search: HomeSearch) => void;
}

/** A part of each bar, with the rows that it counts. */
interface Series extends ChartSeries {
  measure: Measure;
  part?: Part;
  values: readonly number[];
}

const tones: readonly ChartTone[] = ['accent', 'teal', 'pending', 'rose', 'sky', 'olive'];

/** A bar a day or hour of money or payments, in parts by choice. Each part opens exactly the rows that it counts. */
export function ActivityChart({ activity, period, days, search, onSearch }: Props) {
  const { t } = useTranslation();
  const currencies = activity.currencies.map(({ currency }) => currency);
  const currency = search.money !== undefined && currencies.includes(search.money) ? search.money : undefined;
  const { by } = search;
  const length = daysBetween(days.from, days.to) + 1;
  return (
    <div className={classes.chart}>
      <div className={classes.chartHead}>
        <h3>{t('home.activity.chart')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('home.activity.measure')}
          value={currency ?? ''}
          onChange={(value) => onSearch({ ...search, money: value === '' ? undefined : value })}
          data={[
            { value: '', label: t('home.activity.count') },
            ...currencies.map((code) => ({ value: code, label: code })),
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('home.activity.by')}
          value={by ?? ''}
          onChange={(value) =>
            onSearch({ ...search, by: breakdowns.find((breakdown) => breakdown === value) })
          }
          data={[
            { value: '', label: t('home.activity.by_status') },
            ...breakdowns.map((value) => ({ value, label: t(`home.activity.by_${value}`) })),
          ]}
        />
        {length > 1 && length <= maxHourDays && (
          <SegmentedControl
            size="xs"
            aria-label={t('home.activity.unit')}
            value={period.unit}
            onChange={(value) => onSearch({ ...search, unit: value === 'hour' ? 'hour' : undefined })}
            data={(['day', 'hour'] as const).map((value) => ({
              value,
              label: t(`home.activity.unit_${value}`),
            }))}
          />
        )}
      </div>
      {by === undefined ? (
        <Bars series={seriesByStatus(activity, currency)} period={period} currency={currency} />
      ) : (
        <BrokenDown by={by} period={period} currency={currency} />
      )}
    </div>
  );
}

/** Without labels: those are texts of the chart. */
function seriesByStatus(activity: Activity, currency: string | undefined): Omit<Series, 'label'>[] {
  if (currency === undefined) {
    return [
      {
        id: 'accepted',
        measure: 'accepted',
        tone: 'accent',
        values: activity.buckets.map(({ accepted }) => accepted),
      },
      {
        id: 'declined',
        measure: 'declined',
        tone: 'failed',
        values: activity.buckets.map(({ declined }) => declined),
      },
    ];
  }
  const buckets = activity.currencies.find((one) => one.currency === currency)?.buckets ?? [];
  return [
    { id: 'taken', measure: 'taken', tone: 'accent', values: buckets.map(({ takenMinor }) => takenMinor) },
    {
      id: 'refunded',
      measure: 'refunded',
      tone: 'pending',
      values: buckets.map(({ refundedMinor }) => refundedMinor),
    },
  ];
}

interface BreakdownProps {
  by: Part['by'];
  period: Period;
  currency: string | undefined;
}

/** The most frequent values, and one part for all others. */
function BrokenDown({ by, period, currency }: BreakdownProps) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const { data, error, refetch } = useCall(
    getBreakdown,
    {
      body: {
        orgIds: [organisation.selectedParentOrgId],
        starts: period.starts,
        by,
        ...(currency === undefined ? {} : { currency }),
      },
    },
    { handlesOwnErrors: true },
  );
  if (error !== null)
    return (
      <ErrorState
        title={t('home.activity.failed')}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonLines lines={6} lineHeight={40} />;
  if (data.isTooLong) return <p className={classes.none}>{t('home.activity.too_long')}</p>;
  const measure = currency === undefined ? 'attempts' : 'taken';
  const nameOf = ({ value, name }: (typeof data.values)[number]): string =>
    value === null ? t('home.activity.without') : (name ?? codeText(value, t));
  const main = data.values.slice(0, tones.length);
  const others = data.values.slice(tones.length);
  const series = main.map((one, position) => ({
    id: one.value ?? '',
    label: nameOf(one),
    tone: tones[position] ?? 'muted',
    measure,
    part: { by, values: [one.value] },
    values: one.numbers,
  })) satisfies Series[] as Series[];
  if (others.length > 0) {
    series.push({
      id: 'others',
      label: t('home.activity.others'),
      tone: 'muted',
      measure,
      part: { by, values: others.map(({ value }) => value) },
      values: period.starts
        .slice(1)
        .map((_, bucket) => others.reduce((sum, { numbers }) => sum + (numbers[bucket] ?? 0), 0)),
    });
  }
  return <Bars series={series} period={period} currency={currency} />;
}

interface BarsProps {
  series: readonly (Omit<Series, 'label'> & { label?: string })[];
  period: Period;
  currency: string | undefined;
}

function Bars({ series: parts, period, currency }: BarsProps) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const money = useMoney();
  const locale = browserLocale(language);
  const [opened, setOpened] = useState<CountedPayments>();
  const series = parts.map((part): Series => ({
    ...part,
    label: part.label ?? t(`home.activity.series.${part.id}`),
  }));
  const number = numberFormat(locale);
  const compact = numberFormat(locale, { notation: 'compact' });
  const format = (value: number): string =>
    currency === undefined ? number.format(value) : money(formatMinor(value, currency), currency);
  const scale = currency === undefined ? 1 : 10 ** (currencyDigits(currency) ?? 2);
  const groups = period.starts.slice(0, -1).map((from, position) => ({
    id: String(position),
    label: bucketName(from, period.unit, times, locale, true),
    title: bucketName(from, period.unit, times, locale, false),
    values: series.map(({ values }) => values[position] ?? 0),
  }));
  const open = (position: number, part: Series, title: string) =>
    setOpened({
      of: 'activity',
      title: `${title} · ${part.label}`,
      criteria: {
        from: period.starts[position] ?? '',
        until: period.starts[position + 1] ?? '',
        measure: part.measure,
        ...(currency === undefined ? {} : { currency }),
        ...(part.part === undefined ? {} : { part: part.part }),
      },
    });
  return (
    <>
      <BarChart
        label={t('home.activity.chart')}
        groupsLabel={t(`home.activity.unit_${period.unit}`)}
        series={series}
        groups={groups}
        formatValue={format}
        formatTick={(value) => compact.format(value / scale)}
        summary={<Totals series={series} format={format} />}
        markLabel={({ title }, { label }, value) =>
          t('home.activity.mark', { date: title, name: label, value: format(value) })
        }
        renderMark={({ id, title }, { id: name }, mark) => {
          const position = Number(id);
          const part = series.find((one) => one.id === name) as Series;
          const day = zonedDate(new Date(period.starts[position] ?? ''), times.zone);
          // A statement is of whole days.
          const params =
            period.unit === 'hour'
              ? undefined
              : statementParamsFor(day, part.measure, {
                  ...(currency === undefined ? {} : { currency }),
                  ...(part.part === undefined ? {} : { part: part.part }),
                });
          return params === undefined ? (
            <UnstyledButton {...mark} aria-haspopup="dialog" onClick={() => open(position, part, title)} />
          ) : (
            <Link {...paths.statements(params)} {...mark} />
          );
        }}
      />
      <CountedPanel target={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function bucketName(
  from: string,
  unit: Period['unit'],
  times: Times,
  locale: string,
  isShort: boolean,
): string {
  if (unit === 'hour') {
    if (!isShort) return times.short(from);
    return dateFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: times.zone,
    }).format(new Date(from));
  }
  const day = zonedDate(new Date(from), times.zone);
  return formatDays(day, day, times.today(), locale);
}

function Totals({ series, format }: { series: readonly Series[]; format: (value: number) => string }) {
  return (
    <>
      {series.map(({ id, label, values }) => (
        <span key={id}>
          {label} <strong className="number">{format(values.reduce((sum, value) => sum + value, 0))}</strong>
        </span>
      ))}
    </>
  );
}
