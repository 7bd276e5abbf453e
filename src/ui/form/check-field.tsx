import { Checkbox, type CheckboxProps } from '@mantine/core';

type Props = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void } & Omit<
  CheckboxProps,
  'label' | 'checked' | 'onChange'
>;

/** A box to tick, its label beside it. */
export function CheckField({ isChecked, onChange, ...props }: Props) {
  return (
    <Checkbox
      size="xs"
      {...props}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
