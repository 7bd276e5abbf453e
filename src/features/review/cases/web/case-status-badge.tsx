import { IconFolderOpen } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { CaseOutcome } from '../case-status.ts';

const tones: Readonly<Record<CaseOutcome, StatusTone>> = {
  FRAUD: 'failed',
  FRIENDLY: 'warning',
  GENUINE: 'success',
};

interface Props {
  fraudCase: { status: 'OPEN' | 'CLOSED'; outcome: CaseOutcome | null };
}

/** "Open", or the outcome of a closed case. */
export function CaseStatusBadge({ fraudCase: { outcome } }: Props) {
  const { t } = useTranslation();
  return outcome === null ? (
    <StatusBadge tone="info" icon={IconFolderOpen} label={t('cases.status.OPEN')} />
  ) : (
    <StatusBadge tone={tones[outcome]} label={t(`cases.outcome.${outcome}`)} />
  );
}
