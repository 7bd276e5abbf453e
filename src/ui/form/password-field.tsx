import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';
import { useUiTexts } from '../ui-texts.ts';

type Props = FieldProps & Omit<PasswordInputProps, 'label' | 'description' | 'error'>;

/** A password, with a button that shows it. */
export function PasswordField({ label, help, error, isOptional, ...props }: Props) {
  const texts = useUiTexts();
  return (
    <PasswordInput
      {...props}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error, props.disabled)}
      // The kit marks the box around the input only.
      aria-invalid={error == null ? undefined : true}
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword, tabIndex: 0 }}
    />
  );
}
