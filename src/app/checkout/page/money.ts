import { numberFormat } from '#shared/text/intl-formats.ts';

/** Formats decimal text with its currency in the page's language, with the currency's own digits. */
export function money(amount: string, { currency, digits }: { currency: string; digits: number }): string {
  const format = numberFormat([pageLocale(), 'en'], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Text, because a number would lose digits.
  return format.format(amount as `${number}`);
}

/** The bounds of the amount after the field's label, such as " (£5.00 – £100.00)". */
export function range(view: {
  minAmount: string | null;
  maxAmount: string | null;
  currency: string;
  digits: number;
}): string {
  const min = view.minAmount && money(view.minAmount, view);
  const max = view.maxAmount && money(view.maxAmount, view);
  if (min && max) return ` (${min} – ${max})`;
  if (min) return ` (≥ ${min})`;
  return max ? ` (≤ ${max})` : '';
}

export const pageLocale = (): string => document.documentElement.lang;
