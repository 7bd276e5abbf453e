import { TextInput, type TextInputProps } from '@mantine/core';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';

type Props = FieldProps & Omit<TextInputProps, 'label' | 'description' | 'error'>;

export function TextField({ label, help, error, isOptional, ...props }: Props) {
  return (
    <TextInput
      {...props}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error, props.disabled)}
    />
  );
}
