/**
 * The 25 languages of payers (docs/domain.md#payment-pages): those of payment pages and smart links, and of the emails and
 * text messages about them. This is the form in which a language is stored and sent.
 */
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

/** Languages with another tag. Formats of 'pt' alone would be those of Brazil. */
const tags: Readonly<Partial<Record<PageLanguage, string>>> = { in_ID: 'id', no: 'nb', pt: 'pt-PT' };

/** The language's BCP 47 tag, also for its formats: 'pt_BR' → 'pt-BR', 'in_ID' → 'id'. */
export const htmlLanguage = (language: PageLanguage): string => tags[language] ?? language.replace('_', '-');
