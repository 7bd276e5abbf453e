/** The 25 languages of smart links and payment pages (docs/domain.md#payment-pages); each has a file of words. */
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

/** The language of a wished locale; English when there is none of it. */
export const parsePageLanguage = (wished: string | undefined): PageLanguage => knownLanguage(wished) ?? 'en';

/** The language of a wished locale ('pt-BR', 'de_AT', 'id'), if payment pages speak it. */
export function knownLanguage(wished: string | undefined): PageLanguage | undefined {
  const tag = (wished ?? '').replaceAll('_', '-').toLowerCase();
  const exact = pageLanguages.find((one) => one.replaceAll('_', '-').toLowerCase() === tag);
  if (exact) return exact;
  const [first = ''] = tag.split('-');
  return aliases[tag] ?? aliases[first] ?? pageLanguages.find((one) => one === first);
}

/** As HTML and Intl name it: 'pt_BR' → 'pt-BR', 'in_ID' → 'id'. */
export function htmlLanguage(language: PageLanguage): string {
  return language === 'in_ID' ? 'id' : language.replace('_', '-');
}
