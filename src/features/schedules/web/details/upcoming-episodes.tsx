import { Button } from '@mantine/core';
import { useState } from 'react';
import { textOfDay } from '#shared/calendar-day.ts';
import { getNextEpisodes, maxEpisodes, type ScheduleView } from '#features/schedules/endpoints.ts';
import classes from '#features/schedules/web/schedules.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { groupDecimal } from '#ui/layout/money-text.tsx';
import { useCall } from '#web/call/use-call.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const step = 5;

/** Five more at each request; fewer than asked for are all there are (docs/domain.md#schedules). */
export function UpcomingEpisodes({ schedule }: { schedule: ScheduleView }) {
  const { t, language } = useTranslation();
  const [count, setCount] = useState(step);
  const { data, error, refetch, isFetching } = useCall(
    getNextEpisodes,
    { path: { scheduleId: schedule.id, count } },
    { isHandledHere: true, staleTime: 0, placeholderData: (before) => before },
  );
  if (error != null) {
    return (
      <ErrorState title={t('schedules.failed')} requestId={error.requestId} onRetry={() => void refetch()}>
        {errorText(error.message)}
      </ErrorState>
    );
  }
  if (data == null) return <SkeletonLines lines={step} />;
  const isAll = data.length < count && !isFetching;
  const locale = browserLocale(language);
  return (
    <>
      {data.length > 0 && (
        <ol className={classes.episodes}>
          {data.map(({ episodeIndex, retryIndex, episodeDue, episodeData }) => (
            <li key={`${episodeIndex}/${retryIndex}`}>
              <span className="number">{textOfDay(episodeDue)}</span>
              <span className="number">
                {groupDecimal(episodeData.amount, locale)} {episodeData.currency}
              </span>
              <span className={classes.quiet}>
                {t('schedules.episode', { number: episodeIndex })}
                {retryIndex > 0 && ` · ${t('schedules.retry_number', { number: retryIndex })}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {isAll ? (
        <p className={classes.quiet}>
          {t(data.length === 0 ? 'schedules.no_episodes' : 'schedules.no_more')}
        </p>
      ) : (
        count < maxEpisodes && (
          <Button variant="default" loading={isFetching} onClick={() => setCount(count + step)}>
            {t('schedules.show_more')}
          </Button>
        )
      )}
    </>
  );
}
