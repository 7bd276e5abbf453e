import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getInstallationSchedule } from '#features/schedules/endpoints.ts';
import { ScheduleStatusBadge } from '#features/schedules/web/schedule-status-badge.tsx';
import { useScheduleWords } from '#features/schedules/web/use-schedule-words.ts';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { episodeText } from '#features/transaction-details/rules-outcome.ts';
import { Facts } from '#features/transaction-details/web/sections/facts.tsx';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';

/** The schedule that made this transaction, or that it began; as it stands now (docs/domain.md#transaction-details). */
export function ScheduleFacts({ transaction }: { transaction: TransactionDetails }) {
  const words = useDetailsWords();
  const scheduleWords = useScheduleWords();
  const { scheduleData: data, linkedScheduleId, nextScheduledRepeat, installationId } = transaction;
  const scheduleId = data?.scheduleId ?? linkedScheduleId;
  const found = useCall(
    getInstallationSchedule,
    { path: { installationId, scheduleId: scheduleId ?? '' } },
    { isHandledHere: true, enabled: scheduleId !== null },
  );
  if (scheduleId !== null && found.isPending) return <SkeletonLines lines={4} />;
  // What the transaction knows of it stands in where the schedule cannot be had.
  const next = found.data == null ? nextScheduledRepeat : found.data.nextEpisode?.episodeDue;
  return (
    <Facts
      facts={[
        ['schedule_id', linkTo(scheduleId)],
        ['status', found.data != null && <ScheduleStatusBadge key="status" status={found.data.status} />],
        ['type', found.data != null && scheduleWords.type(found.data.type)],
        ['episode', data === null ? null : episodeText(data.episodeIndex, data.remainingEpisodeCount), true],
        ['next_repeat', next == null ? null : words.day(next), true],
      ]}
    />
  );
}

function linkTo(id: string | null): ReactNode {
  if (id === null) return null;
  return (
    <Link {...paths.schedule(id)} className={`${classes.link} number`}>
      {id}
    </Link>
  );
}
