import { IconBolt, IconFlask } from '@tabler/icons-react';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '../translate/use-translation.ts';

/** Whether money moves: of a processor connection or an API key. */
export function ModeBadge({ mode }: { mode: 'TEST' | 'LIVE' }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      tone={mode === 'TEST' ? 'info' : 'neutral'}
      icon={mode === 'TEST' ? IconFlask : IconBolt}
      label={t(`processors.mode.${mode}`)}
    />
  );
}
