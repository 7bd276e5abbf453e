/**
 * The interface languages (docs/domain.md#dates-and-time-zones), also of emails to users. English is the default and
 * the fallback. Those of payers are in page-languages.ts.
 */
export const locales = ['en', 'de', 'es', 'fr', 'pl', 'cy'] as const;
export type Locale = (typeof locales)[number];

/** The language of a stored or sent text; English for anything else. */
export function parseLocale(text: unknown): Locale {
  return locales.find((locale) => locale === text) ?? 'en';
}
