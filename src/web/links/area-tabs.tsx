import { Link } from '@tanstack/react-router';
import type { Destination } from '../paths.ts';
import classes from './area-tabs.module.css';

interface Props {
  /** The name of the area. */
  label: string;
  /** In order. */
  tabs: readonly { label: string; to: Destination }[];
}

/** Switches between the screens of an area of settings. */
export function AreaTabs({ label, tabs }: Props) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.to}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
