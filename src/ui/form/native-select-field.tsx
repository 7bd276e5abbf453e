import { NativeSelect } from '@mantine/core';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';

type Props = FieldProps & {
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** One choice of a short list, by the browser's own means: where a page must stay light. */
export function NativeSelectField({ label, help, error, isOptional, choices, value, onChange }: Props) {
  return (
    <NativeSelect
      label={fieldLabel(label, isOptional)}
      {...helpOrError(help, error)}
      data={[...choices]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
