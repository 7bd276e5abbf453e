import { Group, Radio, type RadioGroupProps } from '@mantine/core';
import { helpOrError, type FieldProps } from '#ui/form/help-or-error.ts';
import type { Choice } from '#ui/form/select-field.tsx';

type Props = FieldProps & {
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
} & Omit<RadioGroupProps, 'label' | 'description' | 'error' | 'value' | 'onChange' | 'children'>;

/** One choice of a few, all in sight. */
export function RadioField({ help, error, choices, disabled = false, ...props }: Props) {
  const hasError = !disabled && error != null && error !== '';
  return (
    <Radio.Group {...props} {...helpOrError(help, error, disabled)}>
      <Group gap="16px" mt={6}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            size="xs"
            value={choice.value}
            label={choice.label}
            disabled={disabled || choice.disabled === true}
            aria-invalid={hasError || undefined}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}
