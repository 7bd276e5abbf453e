import { companyNow } from '#web/session/shown-clock.ts';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useAddress } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { minimumDay } from '#features/reports/transactions/statements/statement-interval.ts';
import { getActivity } from '../endpoints.ts';
import {
  type HomeSearch,
  type Period,
  buildPeriod,
  daysOfPeriod,
  maxPeriodDays,
  periodPresets,
  readHomeSearch,
  writePeriod,
} from '../home-period.ts';
import { ActivityChart } from './activity-chart.tsx';
import { CurrencyFigures } from './currency-figures.tsx';
import { DeclineReasons } from './decline-reasons.tsx';
import classes from './home-screen.module.css';

const hourMs = 3_600_000;

/** The period, its money and acceptance by currency, one chart, and why payments were declined. */
export function ActivityPanel() {
  const { t } = useTranslation();
  const times = useTimes();
  const search = useAddress(readHomeSearch);
  const navigate = useNavigate();
  const today = times.today();
  const { shown, days, period, isYesterday } = useShownActivity(search, today);
  const go = (next: HomeSearch) => void navigate({ ...paths.home(next), replace: true });
  const asked = search.period?.split(',');
  const isCut = asked?.length === 2 && (asked[0] !== days.from || asked[1] !== days.to);
  return (
    <section className={classes.activity} aria-labelledby="activity-title">
      <header className={classes.activityHead}>
        <h2 id="activity-title">{t('home.activity.title', { zone: times.zoneName })}</h2>
        <RangePicker
          label={t('home.activity.period')}
          value={days}
          min={minimumDay}
          today={today}
          presets={periodPresets}
          onChange={(range) => {
            if (range !== undefined) go({ ...search, period: writePeriod(range, today) });
          }}
        />
      </header>
      {isYesterday && <p className={classes.none}>{t('home.activity.yesterday_instead')}</p>}
      {isCut && <p className={classes.none}>{t('home.activity.cut', { days: maxPeriodDays })}</p>}
      {shown.isPending && <SkeletonLines lines={12} lineHeight={40} />}
      {shown.isError && shown.data === undefined && (
        <ErrorState
          title={t('home.activity.failed')}
          requestId={shown.error.requestId}
          onRetry={() => void shown.refetch()}
        >
          {errorText(shown.error.message)}
        </ErrorState>
      )}
      {shown.data !== undefined && (
        <div className={classes.figures}>
          <CurrencyFigures activity={shown.data} days={days} />
          {shown.data.transactions > 0 && (
            <>
              <ActivityChart activity={shown.data} {...{ period, days, search }} onSearch={go} />
              <DeclineReasons
                declines={shown.data.declines}
                from={period.starts[0] ?? ''}
                until={period.starts.at(-1) ?? ''}
              />
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** The activity of the chosen days; without a choice that of today, or of yesterday while today is empty. */
function useShownActivity(search: HomeSearch, today: CalendarDay) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const now = useHour();
  const isByHour = search.unit === 'hour';
  const { from, to } = daysOfPeriod(search.period, today);
  const yesterday = addDays(today, -1);
  const period = useMemo(
    () => buildPeriod({ from, to }, { now, timeZone: zone, byHour: isByHour }),
    [from, to, now, zone, isByHour],
  );
  const periodBefore = useMemo(
    () => buildPeriod({ from: yesterday, to: yesterday }, { now, timeZone: zone }),
    [yesterday, now, zone],
  );
  const orgIds = [organisation.selectedParentOrgId];
  const bodyOf = ({ starts, before }: Period) => ({ body: { orgIds, starts, before } });
  const activity = useCall(getActivity, bodyOf(period), { handlesOwnErrors: true });
  const isEmptyDefault = search.period === undefined && activity.data?.transactions === 0;
  const fallback = useCall(getActivity, bodyOf(periodBefore), {
    handlesOwnErrors: true,
    enabled: isEmptyDefault,
  });
  if (!isEmptyDefault || fallback.data?.transactions === 0)
    return { shown: activity, period, days: { from, to }, isYesterday: false };
  const days = { from: yesterday, to: yesterday };
  return { shown: fallback, period: periodBefore, days, isYesterday: fallback.data !== undefined };
}

/** The time at which the page was opened or the hour began, so that the same request is sent once an hour. */
function useHour(): Date {
  const [now, setNow] = useState(() => companyNow());
  useEffect(() => {
    const next = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
    const timer = setTimeout(() => setNow(companyNow()), Math.max(0, next - companyNow().getTime()) + 1000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
