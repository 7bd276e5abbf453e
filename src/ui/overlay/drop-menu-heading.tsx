import type { ReactNode } from 'react';
import classes from '#ui/overlay/drop-menu.module.css';

/** Words at the top of a DropMenu, that cannot be chosen. */
export function DropMenuHeading(props: { children: ReactNode }) {
  return (
    <div role="presentation" className={classes.label}>
      {props.children}
    </div>
  );
}
