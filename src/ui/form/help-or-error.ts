import type { ReactNode } from 'react';

/** What every field of a form has in common: label above, help below, the error in place of the help. */
export type FieldProps = { label: string; help?: ReactNode; error?: ReactNode };

/** The kit would show both; we show the error where the help stood. */
export function helpOrError(help: ReactNode, error: ReactNode) {
  const hasError = error != null && error !== false && error !== '';
  return hasError ? { error } : { description: help };
}
