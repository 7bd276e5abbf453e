/** The 25 languages of smart links and payment pages (docs/domain.md#payment-pages), each with a locale file. */
export const pageLanguages = [
  'bg',
  'zh_CN',
  'zh_TW',
  'hr',
  'cs',
  'da',
  'en',
  'fi',
  'fr',
  'de',
  'el',
  'hu',
  'in_ID',
  'no',
  'pl',
  'pt',
  'pt_BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'es',
  'sv',
  'th',
  'cy',
] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** Languages that browsers have no names of countries and months for. `public/names` has the countries. */
export const languagesWithNames: readonly PageLanguage[] = ['cy'];

const aliases: Readonly<Record<string, PageLanguage>> = {
  id: 'in_ID',
  in: 'in_ID',
  nb: 'no',
  nn: 'no',
  zh: 'zh_CN',
  'zh-hans': 'zh_CN',
  'zh-hant': 'zh_TW',
  'zh-hk': 'zh_TW',
};

/** The language of a locale; English for an unknown one. */
export const parsePageLanguage = (locale: string | undefined): PageLanguage => knownLanguage(locale) ?? 'en';

/** The payment pages' language of a locale ('pt-BR', 'de_AT', 'id'). */
export function knownLanguage(locale: string | undefined): PageLanguage | undefined {
  const tag = (locale ?? '').replaceAll('_', '-').toLowerCase();
  const exact = pageLanguages.find((language) => language.replaceAll('_', '-').toLowerCase() === tag);
  if (exact) return exact;
  const [first = ''] = tag.split('-');
  return aliases[tag] ?? aliases[first] ?? pageLanguages.find((language) => language === first);
}

/** The language's BCP 47 tag: 'pt_BR' → 'pt-BR', 'in_ID' → 'id'. */
export function htmlLanguage(language: PageLanguage): string {
  return language === 'in_ID' ? 'id' : language.replace('_', '-');
}
