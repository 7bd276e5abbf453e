import { IconCalendarRepeat } from '@tabler/icons-react';
import type { TransactionDetails } from '../../schemas.ts';
import type { Origin } from '../back-link.tsx';
import classes from '../details-screen.module.css';
import { movementItem, relatedItem, type LineContext } from './timeline-items.tsx';
import { useDetailsWords } from '../use-details-words.ts';
import { Timeline, type TimelineItem } from '#ui/timeline/timeline.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = Pick<
  TransactionDetails,
  'life' | 'relatedEvents' | 'nextScheduledRepeat' | 'transactionId' | 'currencyCode'
> & { origin: Origin };

/** The order of events of the same instant: a cause before its effect. */
const ranks = { LINK_CREATED: 0, LINK_SENT: 1, PAGE_OPENED: 2, MOVEMENT: 3, SCHEDULE: 4, NOTIFICATION: 5 };

/** Everything that happened to the payment and around it, the latest first, below what is scheduled next. */
export function DetailsTimeline({ life, relatedEvents, nextScheduledRepeat, ...transaction }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const context: LineContext = { ...transaction, t, words };
  const past = [
    ...life.map((event, index) => ({
      at: `${event.timeStamp} ${ranks.MOVEMENT}`,
      item: movementItem(event, index, context),
    })),
    ...relatedEvents.map((event, index) => ({
      at: `${event.timeStamp} ${ranks[event.kind]}`,
      item: relatedItem(event, index, context),
    })),
  ];
  if (past.length === 0) return <p className={classes.quiet}>{t('details.not_available')}</p>;
  const future: TimelineItem[] =
    nextScheduledRepeat == null
      ? []
      : [
          {
            id: 'next',
            icon: IconCalendarRepeat,
            title: t('details.event.NEXT_CHARGE'),
            time: words.day(nextScheduledRepeat),
            isFuture: true,
          },
        ];
  // ISO times of one zone compare as texts.
  const items = past.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ item }) => item);
  return <Timeline label={t('details.history')} items={[...future, ...items.toReversed()]} />;
}
