import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import { foldText } from '#shared/text/fold-text.ts';
import classes from './form.module.css';
import { fieldLabel } from './field-label.tsx';
import { filterChoices } from './filter-choices.ts';
import { helpOrError, type FieldProps } from './help-or-error.ts';
import type { Choice } from './select-field.tsx';

type Props = FieldProps & {
  choices: Choice[];
  value: string[];
  onChange: (value: string[]) => void;
} & Omit<MultiSelectProps, 'label' | 'description' | 'error' | 'data' | 'value' | 'onChange'>;

/**
 * Several choices of a list that can be searched. Enter takes the first match, and leaving the field takes a choice that was
 * typed in full.
 */
export function MultiSelectField({ label, help, error, isOptional, choices, ...props }: Props) {
  const [typed, setTyped] = useState('');
  function takeTyped(): void {
    const text = foldText(typed.trim());
    const match = choices.find((choice) => foldText(choice.label) === text);
    if (match !== undefined && !props.value.includes(match.value))
      props.onChange([...props.value, match.value]);
  }
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      limit={300}
      filter={filterChoices}
      selectFirstOptionOnChange={typed !== ''}
      classNames={{ inputField: classes.pillsField ?? '' }}
      {...props}
      searchValue={typed}
      onSearchChange={setTyped}
      onBlur={takeTyped}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error, props.disabled)}
      data={choices}
    />
  );
}
