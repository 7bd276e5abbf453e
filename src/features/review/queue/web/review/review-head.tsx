import { Button } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatDuration } from '#web/format/duration.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { countDecided, neighbour, findPosition } from '../../review-steps.ts';
import classes from './review.module.css';
import type { ReviewMode } from './use-review-mode.ts';

interface Props {
  review: ReviewMode;
  onKeys: () => void;
  onLeave: () => void;
}

/** "7 of 60 · 6 decided · 4 min", and the way out. */
export function ReviewHead({ review, onKeys, onLeave }: Props) {
  const { t, language } = useTranslation();
  const { state, session, taskId } = review;
  const now = useNow(15_000);
  const position = state && findPosition(state, taskId);
  const hasNeighbour = (by: 1 | -1) => state !== undefined && neighbour(state, taskId, by) !== undefined;
  return (
    <header className={classes.head} role="presentation">
      <p className={classes.progress}>
        <strong>{t('review.title')}</strong>
        {state !== undefined && position !== undefined && (
          <>
            {taskId !== undefined && (
              <span className="number">
                {t('review.position', { at: String(position.position), of: String(position.count) })}
              </span>
            )}
            <span className="number">{t('review.decided', { count: countDecided(state) })}</span>
            <span className="number">{formatDuration(now - session.startedAt, browserLocale(language))}</span>
          </>
        )}
      </p>
      <div className={classes.headButtons}>
        <Button
          variant="default"
          aria-label={t('review.previous')}
          aria-keyshortcuts="K"
          disabled={!hasNeighbour(-1)}
          onClick={review.previous}
        >
          <IconChevronUp size={16} aria-hidden />
        </Button>
        <Button
          variant="default"
          aria-label={t('review.following')}
          aria-keyshortcuts="J"
          disabled={!hasNeighbour(1)}
          onClick={review.next}
        >
          <IconChevronDown size={16} aria-hidden />
        </Button>
        <Button
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          aria-keyshortcuts="?"
          onClick={onKeys}
        >
          {t('review.keys')}
        </Button>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onLeave}>
          {t('review.leave')}
        </Button>
      </div>
    </header>
  );
}

/** The time, again after each interval. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
