import { TextInput, type TextInputProps } from '@mantine/core';
import { helpOrError, type FieldProps } from '#ui/form/help-or-error.ts';

type Props = FieldProps & Omit<TextInputProps, 'label' | 'description' | 'error'>;

export function TextField({ help, error, ...props }: Props) {
  return <TextInput {...props} {...helpOrError(help, error, props.disabled)} />;
}
