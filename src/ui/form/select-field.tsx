import { Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { fieldLabel } from './field-label.tsx';
import { filterChoices } from './filter-choices.ts';
import { helpOrError, type FieldProps } from './help-or-error.ts';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}
export interface ChoiceGroup {
  group: string;
  items: Choice[];
}

type Props = FieldProps & {
  choices: readonly (Choice | ChoiceGroup)[];
  value: string | null;
  onChange: (value: string | null) => void;
} & Omit<SelectProps, 'label' | 'description' | 'error' | 'data' | 'value' | 'onChange'>;

/** One choice of a list; long lists can be searched. */
export function SelectField({ label, help, error, isOptional, choices, onChange, ...props }: Props) {
  const [isTyping, setIsTyping] = useState(false);
  return (
    <Select
      filter={filterChoices}
      // Enter takes the first match of a typed text.
      selectFirstOptionOnChange={isTyping}
      {...props}
      onInput={() => setIsTyping(true)}
      onClick={(event) => {
        // What is typed next replaces the chosen label.
        if (!isTyping && event.currentTarget instanceof HTMLInputElement) event.currentTarget.select();
        props.onClick?.(event);
      }}
      onKeyDownCapture={takeMarked}
      onDropdownClose={() => setIsTyping(false)}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error, props.disabled)}
      data={[...choices]}
      onChange={(value) => onChange(value)}
      searchable={props.searchable ?? countChoices(choices) > 10}
      allowDeselect={props.allowDeselect ?? false}
      checkIconPosition="right"
    />
  );
}

/**
 * Enter takes the marked line. Mantine takes the line that it counted last, and counts again in a timer after the list has opened:
 * on a busy machine after the arrows, so Enter took another line or none.
 */
function takeMarked(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (marked == null) return;
  event.preventDefault();
  event.stopPropagation();
  marked.click();
}

function countChoices(choices: readonly (Choice | ChoiceGroup)[]): number {
  return choices.reduce((count, choice) => count + ('items' in choice ? choice.items.length : 1), 0);
}
