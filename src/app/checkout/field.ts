import { element } from './page/element.ts';

export interface Field {
  /** Contains label, control, and help or error. */
  box: HTMLElement;
  control: HTMLInputElement | HTMLSelectElement;
  /** Shows an error, or removes it. */
  setError(message: string | undefined): void;
  help(text: string): void;
  relabel(text: string): void;
  /** The current error. */
  validate(): string | undefined;
}

interface FieldParts {
  id: string;
  label: string;
  help?: string;
  /** An element between label and control. */
  above?: HTMLElement;
  /** An element beside the control, such as a brand or currency. */
  beside?: HTMLElement;
  control: HTMLInputElement | HTMLSelectElement;
  /** The error of the current value. Called when the payer leaves the field, and on submit. */
  validate: () => string | undefined;
}

/** A labelled control with help below. An error replaces the help once the payer has left the field. */
export function field({ id, label, help = '', above, beside, control, validate }: FieldParts): Field {
  const below = element('p', { id: `${id}-below`, class: 'below' }, help);
  control.id = id;
  control.setAttribute('aria-describedby', below.id);
  let helping = help;
  const setError = (message: string | undefined) => {
    box.classList.toggle('wrong', message !== undefined);
    control.setAttribute('aria-invalid', String(message !== undefined));
    below.textContent = message ?? helping;
  };
  const caption = element('label', { for: id }, label);
  const box = element(
    'div',
    { class: `field field-${id}` },
    caption,
    above,
    element('div', { class: 'control' }, control, beside),
    below,
  );
  control.addEventListener('blur', () => {
    if (control.value.trim() !== '') setError(validate());
  });
  control.addEventListener('input', () => {
    if (box.classList.contains('wrong') && validate() === undefined) setError(undefined);
  });
  return {
    box,
    control,
    validate,
    setError,
    relabel: (text) => void (caption.textContent = text),
    help(text) {
      helping = text;
      if (!box.classList.contains('wrong')) below.textContent = text;
    },
  };
}

export function input(properties: Record<string, string>): HTMLInputElement {
  return element('input', { type: 'text', spellcheck: 'false', autocapitalize: 'off', ...properties });
}
