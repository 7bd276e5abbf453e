import { IconCircleMinus, IconClockX, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';

const looks = new Map<string, { tone: StatusTone; icon?: Icon }>([
  ['SUCCESS', { tone: 'success' }],
  ['FAILED', { tone: 'failed' }],
  ['EXPIRED', { tone: 'neutral', icon: IconClockX }],
  ['VOIDED', { tone: 'neutral' }],
  ['CANCELLED', { tone: 'neutral', icon: IconCircleMinus }],
]);

/** The status of a transaction; one that is not final warns (spec 1 §2, grids). */
export function StatusCell({ status }: { status: string }) {
  const { t } = useTranslation();
  const look = looks.get(status) ?? { tone: 'warning' as const };
  return <StatusBadge {...look} label={t(`transactions.status.${status}`, { defaultValue: status })} />;
}
