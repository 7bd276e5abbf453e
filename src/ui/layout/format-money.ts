import { groupDecimal } from '#ui/layout/money-text.tsx';

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
