import { IconCircleFilled, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StatusTone } from './layout/status-badge.tsx';
import classes from './timeline.module.css';

export interface TimelineItem {
  id: string;
  icon?: Icon;
  tone?: StatusTone;
  title: ReactNode;
  /** Beside the title: its outcome. */
  status?: ReactNode;
  /** Below the title. */
  text?: ReactNode;
  /** The formatted time with its tooltip. */
  time: ReactNode;
  actor?: ReactNode;
  link?: ReactNode;
  /** The event is still to come. */
  isFuture?: boolean;
}

/** Events in the order of the given items. Future ones are drawn hollow. */
export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  return (
    <ol className={classes.timeline} aria-label={label}>
      {items.map((item) => (
        <TimelineLine key={item.id} {...item} />
      ))}
    </ol>
  );
}

function TimelineLine({ icon: Icon = IconCircleFilled, tone = 'neutral', ...item }: TimelineItem) {
  return (
    <li className={classes.item} data-future={item.isFuture || undefined}>
      <span className={classes.mark} data-tone={tone} data-plain={Icon === IconCircleFilled || undefined}>
        <Icon size={Icon === IconCircleFilled ? 8 : 14} aria-hidden />
      </span>
      <div className={classes.head}>
        <span className={classes.title}>{item.title}</span>
        {item.status}
      </div>
      {item.text != null && <div className={classes.text}>{item.text}</div>}
      <div className={classes.foot}>
        <span className="number">{item.time}</span>
        {item.actor != null && <span>{item.actor}</span>}
        {item.link}
      </div>
    </li>
  );
}
