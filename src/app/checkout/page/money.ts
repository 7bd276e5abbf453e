/** Decimal text with its currency, in the page's language and the currency's own digits. */
export function money(amount: string, { currency, digits }: { currency: string; digits: number }): string {
  const format = new Intl.NumberFormat([document.documentElement.lang, 'en'], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Text, not a number: fifteen digits stay what they are.
  return format.format(amount as `${number}`);
}
