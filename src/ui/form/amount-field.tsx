import { TextInput } from '@mantine/core';
import { useEffect, useState, type ComponentProps } from 'react';
import {
  editableAmount,
  readTypedAmount,
  type TypedAmount,
  unreadableAmount,
} from '#shared/payments/typed-amount.ts';
import { fieldLabel } from './field-label.tsx';
import { helpOrError, type FieldProps } from './help-or-error.ts';
import classes from './form.module.css';
import { formatMoney, groupDecimal } from '#shared/text/format-money.ts';
import { useUiTexts } from '../ui-texts.ts';

type Props = FieldProps & {
  /** Decimal text with a dot ('12.00'), '' while empty, or `unreadableAmount`. */
  value: string;
  onChange: (value: string) => void;
  currencyCode: string;
  /** Decimal digits of the currency: 0, 2 or 3. */
  digits: number;
} & Omit<ComponentProps<typeof TextInput>, 'label' | 'description' | 'error' | 'value' | 'onChange'>;

/** The typed text, and its value. */
interface Typed {
  text: string;
  value: string;
  locale: string;
}

/** An amount in one currency. The typed text stays unchanged; its value replaces the help. */
export function AmountField({
  label,
  help,
  error,
  isOptional,
  value,
  onChange,
  currencyCode,
  digits,
  ...props
}: Props) {
  const { locale, ...texts } = useUiTexts();
  const [typed, setTyped] = useState<Typed>();
  const [isTouched, setIsTouched] = useState(false);
  const isOwn =
    typed !== undefined &&
    (typed.locale === locale || value === unreadableAmount) &&
    (typed.value === value || wireValue(readTypedAmount(typed.text, digits, locale)) === value);
  // A value from elsewhere replaces the typed text, and another language rewrites it.
  const text = isOwn ? typed.text : value === unreadableAmount ? '' : editableAmount(value, locale);
  const reading = readTypedAmount(text, digits, locale);
  const amountError = 'error' in reading ? reading.error : undefined;
  const read = wireValue(reading);

  // The currency has changed under the text: '12.50' is not an amount of yen.
  useEffect(() => {
    if (isOwn && read !== value) onChange(read);
  });

  const errorTexts = {
    unreadable: texts.amountUnreadable(groupDecimal(example(digits), locale)),
    too_fine: texts.amountTooFine(currencyCode, digits),
    too_long: texts.amountTooLong,
  };
  const isRefused = error != null && error !== false && error !== '';
  const shownError = amountError !== undefined && (isTouched || isRefused) ? errorTexts[amountError] : error;
  const shownReading =
    amountError === undefined && read !== '' ? formatMoney(read, currencyCode, locale) : undefined;
  return (
    <TextInput
      {...props}
      label={fieldLabel(label, isOptional)}
      {...helpOrError(
        shownReading === undefined ? (
          (help ?? '\u00a0')
        ) : (
          <span className={classes.reading}>{shownReading}</span>
        ),
        shownError,
        props.disabled,
      )}
      className="number"
      inputMode={digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      rightSection={<span className={classes.currency}>{currencyCode}</span>}
      rightSectionWidth={52}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const nextValue = wireValue(readTypedAmount(next, digits, locale));
        setTyped({ text: next, value: nextValue, locale });
        // Typing clears an error. A new one is shown when the field is left.
        if (amountError === undefined) setIsTouched(false);
        if (nextValue !== value) onChange(nextValue);
      }}
      onBlur={(event) => {
        setIsTouched(true);
        props.onBlur?.(event);
      }}
    />
  );
}

const wireValue = (read: TypedAmount): string => ('decimal' in read ? read.decimal : unreadableAmount);

const example = (digits: number): string => (digits === 0 ? '1250' : `1250.${'0'.repeat(digits)}`);
