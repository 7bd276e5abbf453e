import { type PageLanguage, htmlLanguage } from '#features/hosted-sessions/page-languages.ts';

export type Translate = (key: string, values?: Readonly<Record<string, string>>) => string;

const known = new Map<PageLanguage, Record<string, string>>();

/** The words of one language, fetched when it is needed; English stands in while a file cannot be had, and says so. */
export async function wordsIn(language: PageLanguage): Promise<Translate> {
  const { words, spoken } = await load(language)
    .then((found) => ({ words: found, spoken: language }))
    .catch(async () => ({ words: await load('en').catch(() => ({})), spoken: 'en' as const }));
  document.documentElement.lang = htmlLanguage(spoken);
  return (key, values = {}) =>
    ((words as Record<string, string>)[key] ?? key).replaceAll(
      /\{\{(\w+)\}\}/g,
      (_mark, name: string) => values[name] ?? '',
    );
}

async function load(language: PageLanguage): Promise<Record<string, string>> {
  const had = known.get(language);
  if (had) return had;
  const answer = await fetch(`/hosted/page/locales/${language}.json`);
  if (!answer.ok) throw new Error(`no words in ${language}`);
  const words = (await answer.json()) as Record<string, string>;
  known.set(language, words);
  return words;
}
