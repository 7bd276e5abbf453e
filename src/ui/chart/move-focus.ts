import type { KeyboardEvent } from 'react';

/** The arrow keys go through the marks of a chart in the order of the document. */
export function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  moveBy(event, step);
}

/** The same for bars below each other. */
export function moveFocusInRows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  moveBy(event, step);
}

function moveBy(event: KeyboardEvent, step: number | undefined): void {
  const plot = event.currentTarget.closest('[role="group"]');
  const marks = [...(plot?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])];
  const next =
    step === undefined ? undefined : marks[marks.indexOf(event.currentTarget as HTMLElement) + step];
  if (next == null) return;
  event.preventDefault();
  next.focus();
}
