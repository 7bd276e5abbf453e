import type { ReactNode } from 'react';
import classes from '#app/web/start/start.module.css';
import { readCookie } from '#web/session/client-storage.ts';

/** What the page shows before the portal has loaded: the outline of the shell, or nothing but `children` before sign-in. */
export function StartFrame({ children }: { children?: ReactNode }) {
  if (readCookie('authenticated') !== 'true') return <div className={classes.public}>{children}</div>;
  return (
    <div className={classes.shell} aria-busy={children === undefined}>
      <div className={classes.side}>
        {children === undefined && <Bones sizes={['title', ...Array.from({ length: 8 }, () => '')]} />}
      </div>
      <div className={classes.column}>
        <div className={classes.top} />
        <main className={classes.main}>
          {children ?? <Bones sizes={['title', '', 'wide', 'wide', '', 'wide']} />}
        </main>
      </div>
    </div>
  );
}

function Bones({ sizes }: { sizes: readonly string[] }) {
  return (
    <div className={classes.bones} aria-hidden>
      {sizes.map((size, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes.bone} data-size={size} />
      ))}
    </div>
  );
}
