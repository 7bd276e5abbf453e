import { useState, type ReactNode } from 'react';
import classes from './layout.module.css';

/** A quiet line that opens to more, inside a section or a list. Its content is made when it is opened. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.quietFold} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
