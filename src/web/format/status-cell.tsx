import {
  IconCircleMinus,
  IconClockX,
  IconListCheck,
  IconPlayerPause,
  IconShieldCheck,
  IconShieldOff,
  type Icon,
} from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '../translate/use-translation.ts';

interface StatusStyle {
  tone: StatusTone;
  icon?: Icon;
}

const statusStyles = new Map<string, StatusStyle>([
  ['SUCCESS', { tone: 'success' }],
  ['FAILED', { tone: 'failed' }],
  ['EXPIRED', { tone: 'neutral', icon: IconClockX }],
  ['VOIDED', { tone: 'neutral' }],
  ['CANCELLED', { tone: 'neutral', icon: IconCircleMinus }],
]);

/** The status of a transaction. Statuses that are not final are warnings (docs/domain.md#grids). */
export function StatusCell({ status }: { status: string }) {
  const { t } = useTranslation();
  const style = statusStyles.get(status) ?? { tone: 'warning' as const };
  return <StatusBadge {...style} label={t(`transactions.status.${status}`, { defaultValue: status })} />;
}

/** Authentication, enrolment, security code, address and postcode. Equal values look alike in all of them. */
const checkStyles = new Map<string, StatusStyle>([
  ['AUTHENTICATED', { tone: 'success', icon: IconShieldCheck }],
  ['ENROLLED', { tone: 'success' }],
  ['MATCHED', { tone: 'success' }],
  ['FULL_MATCH', { tone: 'success' }],
  ['FAILED', { tone: 'failed', icon: IconShieldOff }],
  ['REJECTED', { tone: 'failed', icon: IconShieldOff }],
  ['NOT_ENROLLED', { tone: 'neutral' }],
  ['NOT_CHECKED', { tone: 'neutral' }],
  ['NOT_MATCHED', { tone: 'failed' }],
]);

/** The result of a check (docs/domain.md#grids). Unknown values are warnings. */
export function CheckCell({ result }: { result: string }) {
  const { t } = useTranslation();
  const style = checkStyles.get(result) ?? { tone: 'warning' as const };
  return <StatusBadge {...style} label={t(`details.check.${result}`, { defaultValue: result })} />;
}

const outcomeStyles = new Map<string, StatusStyle>([
  ['ACCEPT', { tone: 'success' }],
  ['POSITIVE_LIST', { tone: 'success', icon: IconListCheck }],
  ['WHITELIST', { tone: 'success', icon: IconListCheck }],
  ['DEFER', { tone: 'pending', icon: IconPlayerPause }],
  ['TERRITORY_DEFER', { tone: 'pending', icon: IconPlayerPause }],
  ['BLOCK', { tone: 'failed' }],
  ['TERRITORY_BLOCK', { tone: 'failed' }],
  ['NEGATIVE_LIST', { tone: 'failed' }],
  ['BLACKLIST', { tone: 'failed' }],
]);

/** The outcome of rules and lists. No decision is neutral. */
export function OutcomeCell({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  const style = outcomeStyles.get(outcome) ?? { tone: 'neutral' as const };
  return <StatusBadge {...style} label={t(`transactions.outcome.${outcome}`, { defaultValue: outcome })} />;
}
