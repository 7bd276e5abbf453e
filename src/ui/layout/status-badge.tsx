import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconInfoCircle,
  IconXboxX,
  type Icon,
} from '@tabler/icons-react';
import classes from './layout.module.css';

/** The meaning of a status; the caller passes the label. */
export type StatusTone = 'success' | 'failed' | 'pending' | 'neutral' | 'warning' | 'info';

const icons: Record<StatusTone, Icon> = {
  success: IconCircleCheck,
  failed: IconXboxX,
  pending: IconClock,
  neutral: IconBan,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/** A status as icon, word and tint: never colour alone. */
export function StatusBadge(props: { tone: StatusTone; label: string; icon?: Icon }) {
  const Icon = props.icon ?? icons[props.tone];
  return (
    <span className={classes.badge} data-tone={props.tone}>
      <Icon size={14} aria-hidden />
      <span>{props.label}</span>
    </span>
  );
}
