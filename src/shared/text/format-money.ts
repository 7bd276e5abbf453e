import { numberFormat } from './intl-formats.ts';
import { currencyDigits } from '../currencies.ts';

/** Groups decimal text without passing through a float: Intl keeps every digit of a string. */
export function groupDecimal(amount: string, locale: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as `${number}`);
}

/** '1,234.50 USD', as the portal shows every amount (docs/domain.md#grids). A missing amount is empty. */
export function formatMoney(
  amount: string | null | undefined,
  currency: string | null | undefined,
  locale: string,
): string {
  if (amount == null || amount === '') return '';
  const sign = amount.startsWith('-') && /[1-9]/.test(amount) ? '−' : '';
  return `${sign}${groupDecimal(amount.replace(/^-/, ''), locale)} ${currency ?? ''}`.trimEnd();
}

/**
 * '£25.00', as emails to payers show an amount: with the symbol of the language, and our decimal digits instead
 * of Intl's (docs/domain.md#money).
 */
export function formatPayerMoney(amount: string, currency: string, locale: string): string {
  const digits = currencyDigits(currency) ?? 2;
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as `${number}`);
}
