import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import classes from './form.module.css';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';
import type { Choice } from './select-field.tsx';

type Props = FieldProps & {
  choices: Choice[];
  value: string[];
  onChange: (value: string[]) => void;
} & Omit<MultiSelectProps, 'label' | 'description' | 'error' | 'data' | 'value' | 'onChange'>;

/** Several choices of a list that can be searched. */
export function MultiSelectField({ label, help, error, isOptional, choices, ...props }: Props) {
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      limit={300}
      classNames={{ inputField: classes.pillsField ?? '' }}
      {...props}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error, props.disabled)}
      data={choices}
    />
  );
}
