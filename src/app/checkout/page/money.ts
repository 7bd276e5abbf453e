import { formatAmount } from '#features/payments/hosted-sessions/page-summary.ts';

/** Decimal text with its currency, in the page's language. */
export const money = (amount: string, view: { currency: string; digits: number }): string =>
  formatAmount(amount, view, pageLocale());

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
