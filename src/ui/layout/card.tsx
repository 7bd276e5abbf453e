import { useId, type ReactNode, type Ref } from 'react';
import classes from './layout.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** For the focus, when the section has just come. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** A titled part of a form that is always open, so that its errors are visible. */
export function Card({ title, children, headingRef }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} ref={headingRef} tabIndex={headingRef == null ? undefined : -1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
