import { useRef, type FormEvent, type ReactNode } from 'react';
import { focusFirstError } from './focus-first-error.ts';
import { useAfterRender } from './use-after-render.ts';
import classes from './form.module.css';

interface Props {
  onSubmit: () => void | Promise<void>;
  children: ReactNode;
  /** The buttons below the fields. */
  actions?: ReactNode;
  label?: string;
}

/** A form: fields one below the other. After a submit that found errors, focus goes to the first of them. */
export function FormStack(props: Props) {
  const form = useRef<HTMLFormElement>(null);
  const afterRender = useAfterRender();
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await props.onSubmit();
    afterRender(() => focusFirstError(form.current));
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label={props.label}>
      {props.children}
      {props.actions != null && <div className={classes.actions}>{props.actions}</div>}
    </form>
  );
}
