import { numberFormat } from '#shared/text/intl-formats.ts';
import { Link } from '@tanstack/react-router';
import { zonedDate } from '#shared/zoned-day.ts';
import { type Outcome, statementParamsFor } from '../activity-rules.ts';
import type { Activity } from '../schemas.ts';
import { BarChart, type ChartTone } from '#ui/bar-chart.tsx';
import { formatDays } from '#ui/date/format-days.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  label: string;
  days: Activity['days'];
  /** As many days before them; undefined while unknown. */
  previous: Activity['days'] | undefined;
  /** The lowest first. */
  stacked: readonly Outcome[];
}

const tones: Readonly<Record<Outcome, ChartTone>> = {
  accepted: 'accent',
  declined: 'failed',
  refunded: 'pending',
};

/** A bar a day, each part a link to exactly the rows that it counts. */
export function ActivityChart({ label, days, previous, stacked }: Props) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const locale = browserLocale(language);
  const today = times.today();
  const groups = days.map((day, index) => {
    const date = zonedDate(new Date(day.from), times.zone);
    const name = formatDays(date, date, today, locale);
    return {
      id: day.from,
      label: index === days.length - 1 ? t('home.activity.today_short') : name,
      title: name,
      values: stacked.map((outcome) => day[outcome]),
      previous: previous?.[index] === undefined ? undefined : countDay(previous[index], stacked),
    };
  });
  return (
    <BarChart
      label={label}
      series={stacked.map((id) => ({ id, label: t(`home.activity.series.${id}`), tone: tones[id] }))}
      groups={groups}
      previousLabel={t('home.activity.before')}
      summary={
        <Comparison
          now={countDays(days, stacked)}
          before={previous && countDays(previous, stacked)}
          locale={locale}
        />
      }
      markLabel={({ title: date }, { id }, count) => t(`home.activity.bar.${id}`, { date, count })}
      renderMark={({ id: from }, { id: outcome }, mark) => (
        <Link {...paths.statements(statementParamsFor(from, outcome as Outcome, times.zone))} {...mark} />
      )}
    />
  );
}

const countDay = (day: Activity['days'][number], stacked: readonly Outcome[]): number =>
  stacked.reduce((sum, outcome) => sum + day[outcome], 0);
const countDays = (days: Activity['days'], stacked: readonly Outcome[]): number =>
  days.reduce((sum, day) => sum + countDay(day, stacked), 0);

/** "364", and "+12% compared with 325 in the 30 days before". */
function Comparison({ now, before, locale }: { now: number; before: number | undefined; locale: string }) {
  const { t } = useTranslation();
  const number = numberFormat(locale);
  const percent = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return (
    <>
      <strong className="number">{number.format(now)}</strong>
      {before !== undefined && before > 0 && (
        <span>
          {t('home.activity.compared', {
            number: number.format(before),
            change: percent.format((now - before) / before),
          })}
        </span>
      )}
    </>
  );
}
