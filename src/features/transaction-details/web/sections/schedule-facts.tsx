import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TransactionDetails } from '#features/transaction-details/calls.ts';
import { episodeText } from '#features/transaction-details/rules-outcome.ts';
import { Facts } from '#features/transaction-details/web/sections/facts.tsx';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';

/** The schedule that made this transaction, or that it began. */
export function ScheduleFacts({ transaction }: { transaction: TransactionDetails }) {
  const words = useDetailsWords();
  const { scheduleData: data, linkedScheduleId, nextScheduledRepeat: next } = transaction;
  const scheduleId = data?.scheduleId ?? linkedScheduleId;
  return (
    <Facts
      facts={[
        ['schedule_id', linkTo(scheduleId)],
        ['episode', data === null ? null : episodeText(data.episodeIndex, data.remainingEpisodeCount), true],
        ['next_repeat', next === null ? null : words.day(next), true],
      ]}
    />
  );
}

function linkTo(id: string | null): ReactNode {
  if (id === null) return null;
  return (
    <Link to={`/scheduleDetails/${id}`} className={`${classes.link} number`}>
      {id}
    </Link>
  );
}
