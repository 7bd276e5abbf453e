import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';

const tones: Record<string, StatusTone> = {
  SUCCESS: 'success',
  FAILED: 'failed',
  PENDING: 'pending',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
  VOIDED: 'neutral',
};

const checkTones: Record<string, StatusTone> = {
  MATCHED: 'success',
  FULL_MATCH: 'success',
  AUTHENTICATED: 'success',
  ENROLLED: 'success',
  NOT_MATCHED: 'failed',
  FAILED: 'failed',
  PARTIAL_MATCH: 'warning',
};

/** Anything unheard of is a warning (spec 1 §2, grids). */
export function TransactionStatus(props: { status: string }) {
  const { t } = useTranslation();
  const label = t(`details.status.${props.status}`, { defaultValue: props.status });
  return <StatusBadge tone={tones[props.status] ?? 'warning'} label={label} />;
}

/** What a check of card, address or person found. */
export function CheckStatus(props: { result: string }) {
  const { t } = useTranslation();
  const label = t(`details.check.${props.result}`, { defaultValue: props.result });
  return <StatusBadge tone={checkTones[props.result] ?? 'neutral'} label={label} />;
}
