import { Textarea, type TextareaProps } from '@mantine/core';
import { helpOrError, type FieldProps } from '#ui/form/help-or-error.ts';

type Props = FieldProps & Omit<TextareaProps, 'label' | 'description' | 'error'>;

/** Several lines of text. */
export function TextAreaField({ help, error, rows = 3, ...props }: Props) {
  return <Textarea rows={rows} {...props} {...helpOrError(help, error, props.disabled)} />;
}
