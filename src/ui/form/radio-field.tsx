import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';
import type { Choice } from './select-field.tsx';

type Props = FieldProps & {
  choices: readonly Choice[];
  /** '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
};

/** One choice of a few, all in sight. */
export function RadioField({
  label,
  help,
  error,
  isOptional,
  choices,
  value,
  onChange,
  disabled = false,
}: Props) {
  const id = useId();
  const hasError = !disabled && error != null && error !== '';
  return (
    <Input.Wrapper
      label={fieldLabel(label, isOptional)}
      labelElement="div"
      labelProps={{ id }}
      {...helpOrError(help, error, disabled)}
    >
      <div data-invalid={hasError || undefined}>
        <SegmentedControl
          aria-labelledby={id}
          data={choices.map((choice) => ({ ...choice, disabled: choice.disabled === true }))}
          value={value}
          disabled={disabled}
          onChange={onChange}
        />
      </div>
    </Input.Wrapper>
  );
}
