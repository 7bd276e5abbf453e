/** Decimal text with its currency, in the page's language and the currency's own digits. */
export function money(amount: string, { currency, digits }: { currency: string; digits: number }): string {
  const format = new Intl.NumberFormat([pageLocale(), 'en'], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Text, not a number: fifteen digits stay what they are.
  return format.format(amount as `${number}`);
}

/** What the payer may choose, behind the name of the field: " (£5.00 – £100.00)"; the same in every language. */
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
