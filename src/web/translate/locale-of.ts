/** How a language writes numbers and dates. English is British: grids show dd/MM/yyyy. */
export function browserLocale(language: string): string {
  if (language === 'en') return 'en-GB';
  // Some browsers carry no Welsh figures and would fall back to American dates.
  return Intl.NumberFormat.supportedLocalesOf(language).length > 0 ? language : 'en-GB';
}
