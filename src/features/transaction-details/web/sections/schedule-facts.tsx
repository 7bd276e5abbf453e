import type { TransactionDetails } from '#features/transaction-details/calls.ts';
import { episodeText } from '#features/transaction-details/rules-outcome.ts';
import { Facts, copied } from '#features/transaction-details/web/sections/facts.tsx';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';

/** The schedule that made this transaction, or that it began. */
export function ScheduleFacts({ transaction }: { transaction: TransactionDetails }) {
  const words = useDetailsWords();
  const { scheduleData: data, linkedScheduleId, nextScheduledRepeat: next } = transaction;
  return (
    <Facts
      facts={[
        ['schedule_id', copied(data?.scheduleId ?? linkedScheduleId)],
        ['episode', data === null ? null : episodeText(data.episodeIndex, data.remainingEpisodeCount), true],
        ['next_repeat', next === null ? null : words.day(next), true],
      ]}
    />
  );
}
