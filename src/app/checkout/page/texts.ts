import { fillTranslation } from '#shared/text/fill-placeholders.ts';
import { type PageLanguage, htmlLanguage } from '#features/hosted-sessions/page-languages.ts';

export type Translate = (key: string, values?: Readonly<Record<string, string>>) => string;

const loadedTexts = new Map<PageLanguage, Record<string, string>>();

/** Loads the texts of a language. Falls back to English, also in the document's language, when its file fails to load. */
export async function loadTexts(language: PageLanguage): Promise<Translate> {
  const { words, spoken } = await load(language)
    .then((found) => ({ words: found, spoken: language }))
    .catch(async () => ({ words: await load('en').catch(() => ({})), spoken: 'en' as const }));
  document.documentElement.lang = htmlLanguage(spoken);
  return (key, values = {}) => fillTranslation((words as Record<string, string>)[key] ?? key, values);
}

async function load(language: PageLanguage): Promise<Record<string, string>> {
  const loaded = loadedTexts.get(language);
  if (loaded) return loaded;
  const response = await fetch(`/hosted/page/locales/${language}.json`);
  if (!response.ok) throw new Error(`no words in ${language}`);
  const words = (await response.json()) as Record<string, string>;
  loadedTexts.set(language, words);
  return words;
}
