import { Textarea, type TextareaProps } from '@mantine/core';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';

type Props = FieldProps & Omit<TextareaProps, 'label' | 'description' | 'error'>;

/** Several lines of text. */
export function TextAreaField({ label, help, error, isOptional, rows = 3, ...props }: Props) {
  return (
    <Textarea
      rows={rows}
      {...props}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error, props.disabled)}
    />
  );
}
