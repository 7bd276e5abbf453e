import type { ReactNode } from 'react';
import classes from './start.module.css';
import { readCookie } from '#web/session/client-storage.ts';

/** The page without the portal: the outline of the shell around `children`, or nothing but these before sign-in. */
export function StartFrame({ children }: { children?: ReactNode }) {
  if (readCookie('authenticated') !== 'true') return <div className={classes.public}>{children}</div>;
  return (
    <div className={classes.shell}>
      <div className={classes.side} />
      <div className={classes.column}>
        <div className={classes.top} />
        <main className={classes.main}>{children}</main>
      </div>
    </div>
  );
}
