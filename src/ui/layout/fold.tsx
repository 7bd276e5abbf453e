import { useState, type ReactNode } from 'react';
import classes from './layout.module.css';

interface Props {
  title: string;
  /** Whether it is initially open. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A quiet line that opens to more, inside a section or a list. Its content is made when it is opened. */
export function Fold({ title, isOpen: isOpenFirst = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  return (
    <details
      className={classes.quietFold}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
