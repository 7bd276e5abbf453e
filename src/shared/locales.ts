/**
 * The interface languages (docs/domain.md#dates-and-time-zones); English is the default and the fallback. Mails are
 * written in them too.
 */
export const locales = ['en', 'de', 'es', 'fr', 'pl', 'cy'] as const;
export type Locale = (typeof locales)[number];

/** The language that a stored or sent text names; English for anything else. */
export function parseLocale(text: unknown): Locale {
  return locales.find((locale) => locale === text) ?? 'en';
}
