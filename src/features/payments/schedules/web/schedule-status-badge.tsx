import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

const tones: Record<string, StatusTone> = {
  ACTIVE: 'success',
  SUSPENDED: 'warning',
  TECH_SUSPENDED: 'warning',
  COMPLETE: 'info',
  CANCELLED: 'neutral',
};

/** Shows both kinds of suspension as one (docs/domain.md#schedules). */
export function ScheduleStatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[status] ?? 'neutral'} label={t(`schedules.status.${status}`)} />;
}
