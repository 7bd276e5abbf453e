import { zonedDate } from '#shared/zoned-day.ts';
import { formatDays } from '#ui/date/range/format-days.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type HistorySubject, maxHistory } from '../../review-mode.ts';
import type { FoundHistory } from '../../review-shapes.ts';
import classes from './review.module.css';
import type { Review } from './use-review.ts';

interface Props {
  context: Review['context'];
  subject: HistorySubject;
}

/** "14 payments, 1 refund, 2 declines", and other cards, names and emails. */
export function HistoryText({ context, subject }: Props) {
  const { t } = useTranslation();
  if (context.data === undefined)
    return (
      <p className={classes.history} data-quiet>
        {t(context.error === null ? 'review.history.loading' : 'review.history.failed')}
      </p>
    );
  const result = context.data.history.find((one) => one.subject === subject)?.result;
  if (result === undefined || result.state === 'MISSING') return null;
  if (result.state === 'FAILED') return <p className={classes.history}>{t('review.history.failed')}</p>;
  return <Found found={result} subject={subject} />;
}

function Found({ found, subject }: { found: FoundHistory; subject: HistorySubject }) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const dayOf = (at: string) => {
    const day = zonedDate(new Date(at), times.zone);
    return formatDays(day, day, times.today(), browserLocale(language));
  };
  const number = (count: number) => (found.hasMore && count === maxHistory ? `${count}+` : String(count));
  const label = t(`review.subject.${subject}`);
  const counted = (name: 'payments' | 'refunds' | 'declines') =>
    t(`review.history.${name}`, { count: found[name], number: number(found[name]) });
  if (found.attempts === 0)
    return (
      <p className={classes.history}>
        <span className={classes.label}>{label}</span>{' '}
        {t(found.isRecentOnly ? 'review.history.first_recent' : 'review.history.first')}
      </p>
    );
  const others = (['cards', 'names', 'emails'] as const).filter(
    (name) => found[name].count > 0 && !(subject === 'card' && name === 'cards'),
  );
  const isPartial = found.hasMore ? t('review.history.last_100') : undefined;
  const since = found.firstAt === null ? undefined : t('review.history.since', { day: dayOf(found.firstAt) });
  return (
    <div className={classes.history}>
      <span className={classes.label}>{label}</span>{' '}
      {[
        counted('payments'),
        counted('refunds'),
        counted('declines'),
        ...[isPartial ?? since].filter((part) => part !== undefined),
      ].join(', ')}
      {found.isRecentOnly && ` (${t('review.history.recent')})`}
      {others.map((name) => (
        <div key={name} className={classes.others}>
          {t(`review.history.${name}`, { count: found[name].count })}
          {found[name].named.length > 0 && `: ${found[name].named.join(', ')}`}
        </div>
      ))}
    </div>
  );
}
