import type { ReactNode } from 'react';

/** The common parts of form fields: label above, help below, the error in place of the help. */
export interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: ReactNode;
  /** Marked beside the label. */
  isOptional?: boolean;
}

/** The kit would show both; we show the error in place of the help, and none on a disabled field. */
export function helpOrError(help: ReactNode, error: ReactNode, isDisabled = false) {
  const hasError = !isDisabled && error != null && error !== false && error !== '';
  return hasError ? { error } : { description: help };
}
