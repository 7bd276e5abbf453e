import type { DisputeStatus } from '#shared/payments/dispute-status.ts';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

const tones: Readonly<Record<DisputeStatus, StatusTone>> = {
  NEEDS_RESPONSE: 'warning',
  UNDER_REVIEW: 'pending',
  WON: 'success',
  LOST: 'failed',
  ACCEPTED: 'neutral',
  EXPIRED: 'failed',
  WITHDRAWN: 'neutral',
};

export function DisputeStatusBadge({ status }: { status: DisputeStatus }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[status]} label={t(`disputes.status.${status}`)} />;
}
