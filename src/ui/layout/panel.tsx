import { useEffect, useState, type ReactNode } from 'react';
import classes from './layout.module.css';

interface Props {
  id: string;
  label: string;
  isOpen: boolean;
  children: ReactNode;
}

/** A panel collapses in 500 ms (docs/domain.md#grids). Whatever opens it carries aria-controls with this id. */
export const panelMs = 500;

/** A panel above the content that slides open and shut. */
export function Panel(props: Props) {
  const isMounted = useMounted(props.isOpen);
  return (
    <section
      id={props.id}
      aria-label={props.label}
      className={classes.slide}
      data-open={props.isOpen || undefined}
      inert={!props.isOpen}
    >
      <div className={classes.slideInner}>
        {isMounted && <div className={classes.panel}>{props.children}</div>}
      </div>
    </section>
  );
}

/** Stays true while the closing animation runs, so that the content does not vanish at once. */
function useMounted(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(isOpen);
  useEffect(() => {
    const timer = setTimeout(() => setIsMounted(isOpen), isOpen ? 0 : panelMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isMounted || isOpen;
}
