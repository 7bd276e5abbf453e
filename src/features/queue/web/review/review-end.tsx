import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { formatDuration } from '#web/format/duration.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { countDecided } from '../../review-steps.ts';
import classes from './review.module.css';
import type { Review } from './use-review.ts';

/** Nothing is left to decide here, or other reviewers have the rest: what this session has done. */
export function ReviewEnd({ review, onLeave }: { review: Review; onLeave: () => void }) {
  const { t, language } = useTranslation();
  const [now] = useState(() => Date.now());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { state, session } = review;
  if (state === undefined) return null;
  const { counts, tasks } = state;
  const decided = countDecided(state);
  const locale = browserLocale(language);
  const parts = (['ACCEPT', 'REJECT', 'HOLD'] as const)
    .filter((decision) => counts[decision] > 0)
    .map((decision) => t(`review.counted.${decision}`, { count: counts[decision] }));
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('review.title')}
      </h1>
      <div className={classes.end}>
        <EmptyState
          icon={<IconCircleCheck size={22} aria-hidden />}
          title={
            tasks.length > 0
              ? t('review.others', { count: tasks.length })
              : t(decided > 0 ? 'review.clear' : 'review.nothing')
          }
          action={
            <div className={classes.headButtons}>
              <Button variant="default" onClick={() => void review.review.refetch()}>
                {t('review.check_again')}
              </Button>
              <Button onClick={onLeave}>{t('review.leave')}</Button>
            </div>
          }
        >
          {decided > 0 && (
            <p>
              {t('review.done', {
                count: decided,
                time: formatDuration(now - session.startedAt, locale),
                parts: parts.join(', '),
              })}
            </p>
          )}
        </EmptyState>
      </div>
    </>
  );
}
