import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ListedKey } from '../schemas.ts';

const tones: Readonly<Record<ListedKey['status'], StatusTone>> = {
  active: 'success',
  expired: 'warning',
  revoked: 'neutral',
};

export function KeyStatus({ status }: { status: ListedKey['status'] }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[status]} label={t(`api_keys.status.${status}`)} />;
}
