import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { cleanDecimalText, completeDecimalText } from '#ui/form/decimal-text.ts';
import { helpOrError, type FieldProps } from '#ui/form/help-or-error.ts';
import classes from '#ui/form/form.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

type Props = FieldProps & {
  /** Decimal text with a dot ('12.00'), never a float: 0.1 + 0.2 has no place in an amount. */
  value: string;
  onChange: (value: string) => void;
  currencyCode: string;
  /** Decimal digits of the currency: 0, 2 or 3. */
  digits: number;
} & Omit<ComponentProps<typeof TextInput>, 'label' | 'description' | 'error' | 'value' | 'onChange'>;

const decimalSign = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ?? '.';

/** An amount in one currency. */
export function AmountField({ help, error, value, onChange, currencyCode, digits, ...props }: Props) {
  const { locale } = useUiTexts();
  return (
    <TextInput
      {...props}
      {...helpOrError(help, error)}
      className="number"
      inputMode={digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      // Shown as the language writes it; either sign is understood when it is typed.
      value={value.replace('.', decimalSign(locale))}
      rightSection={<span className={classes.currency}>{currencyCode}</span>}
      rightSectionWidth={52}
      onChange={(event) => {
        const clean = cleanDecimalText(event.currentTarget.value, digits);
        if (clean != null) onChange(clean);
      }}
      onBlur={(event) => {
        props.onBlur?.(event);
        const whole = completeDecimalText(value, digits);
        if (whole !== value) onChange(whole);
      }}
    />
  );
}
