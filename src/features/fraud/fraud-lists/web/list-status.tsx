import { IconFlame } from '@tabler/icons-react';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

export function ListStatus({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      tone={isActive ? 'success' : 'neutral'}
      label={t(isActive ? 'fraud_lists.active' : 'fraud_lists.inactive')}
    />
  );
}

export function HotBadge() {
  const { t } = useTranslation();
  return <StatusBadge tone="warning" icon={IconFlame} label={t('fraud_lists.hot')} />;
}
