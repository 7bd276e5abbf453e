import { useRef, type FormEvent, type ReactNode, useEffect, useState } from 'react';
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

/** Runs an action once the changes made before it are on the page. On a busy machine a frame can come before them. */
export function useAfterRender(): (action: () => void) => void {
  const [action, setAction] = useState<() => void>();
  useEffect(() => action?.(), [action]);
  return (next) => setAction(() => next);
}

/** Focuses the first field with an error and brings it into view. */
export function focusFirstError(container: HTMLElement | null): void {
  const invalid = container?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
  if (invalid == null) return;
  const isControl = invalid.matches('input, select, textarea, button, li');
  (isControl ? invalid : invalid.querySelector<HTMLElement>('input, button'))?.focus();
  invalid.scrollIntoView({ block: 'nearest' });
}
