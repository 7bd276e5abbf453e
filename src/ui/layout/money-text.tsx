import classes from '#ui/layout/layout.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

interface Props {
  /** Decimal text with a dot, exactly as it will be read: '1234.50'. Never a float. */
  amount: string;
  currencyCode?: string;
  isLarge?: boolean;
}

/** An amount with figures of one width, grouped as the language does, its currency code after it. */
export function MoneyText(props: Props) {
  const { locale } = useUiTexts();
  return (
    <span className={`${classes.money} number`} data-large={props.isLarge || undefined}>
      {groupDecimal(props.amount, locale)}
      {props.currencyCode != null && <span className={classes.currency}> {props.currencyCode}</span>}
    </span>
  );
}

/** Groups decimal text without passing through a float: Intl keeps every digit of a string. */
export function groupDecimal(amount: string, locale: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as `${number}`);
}

/**
 * Symbol, value and code in brackets: '£12.50 (GBP)'; zero or missing is 0.00 in every currency
 * (docs/domain.md#grids). The code is the symbol of a currency without one: 'CHF 12.50 (CHF)'.
 */
export function formatMoney(amount: string | null | undefined, currencyCode: string, locale: string): string {
  const value = amount == null || !/[1-9]/.test(amount) ? '0.00' : amount.replace(/^-/, '');
  const sign = value !== '0.00' && amount?.startsWith('-') ? '-' : '';
  return `${sign}${currencySymbol(currencyCode, locale)}${groupDecimal(value, locale)}${currencyCode === '' ? '' : ` (${currencyCode})`}`;
}

function currencySymbol(currencyCode: string, locale: string): string {
  if (!/^[A-Z]{3}$/.test(currencyCode)) return '';
  const format = { style: 'currency', currency: currencyCode, currencyDisplay: 'narrowSymbol' } as const;
  const symbol = new Intl.NumberFormat(locale, format)
    .formatToParts(0)
    .find(({ type }) => type === 'currency');
  if (symbol === undefined) return '';
  return symbol.value === currencyCode ? `${currencyCode}\u00a0` : symbol.value;
}
