import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

const checkTones: Record<string, StatusTone> = {
  MATCHED: 'success',
  FULL_MATCH: 'success',
  AUTHENTICATED: 'success',
  ENROLLED: 'success',
  NOT_MATCHED: 'failed',
  FAILED: 'failed',
  REJECTED: 'failed',
  ATTEMPTED: 'warning',
  PARTIAL_MATCH: 'warning',
};

/** What a check of card, address or person found. */
export function CheckStatus(props: { result: string }) {
  const { t } = useTranslation();
  const label = t(`details.check.${props.result}`, { defaultValue: props.result });
  return <StatusBadge tone={checkTones[props.result] ?? 'neutral'} label={label} />;
}
