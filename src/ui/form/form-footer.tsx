import type { ReactNode } from 'react';
import classes from './form.module.css';

interface Props {
  /** Buttons, the primary one last. */
  children: ReactNode;
  /** Before the buttons: why there is nothing to save. */
  note?: ReactNode;
}

/** The buttons of a form that fills a page, visible while its fields scroll. */
export function FormFooter({ children, note }: Props) {
  return (
    <div className={classes.footer}>
      {note != null && <span className={classes.footerNote}>{note}</span>}
      {children}
    </div>
  );
}
