import { htmlLanguage, pageLanguages } from '#shared/page-languages.ts';

/** The names of the languages of payment pages, sorted in the user's language. */
export function languagesIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return pageLanguages
    .map((value) => ({ value, label: names.of(htmlLanguage(value)) ?? value }))
    .toSorted((left, right) => left.label.localeCompare(right.label, locale));
}
