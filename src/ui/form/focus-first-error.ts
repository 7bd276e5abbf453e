/** Focuses the first field with an error and brings it into view. */
export function focusFirstError(container: HTMLElement | null): void {
  const invalid = container?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
  if (invalid == null) return;
  const isControl = invalid.matches('input, select, textarea, button, li');
  (isControl ? invalid : invalid.querySelector<HTMLElement>('input, button'))?.focus();
  invalid.scrollIntoView({ block: 'nearest' });
}
