import { fillTranslation } from '#shared/text/fill-placeholders.ts';
import type { Translate } from '#features/payments/hosted-sessions/page-summary.ts';
import { type PageLanguage, htmlLanguage, languagesWithNames } from '#shared/page-languages.ts';

export type { Translate };

const loadedTexts = new Map<PageLanguage, Record<string, string>>();

/** Keeps texts that came with the document. */
export const keepTexts = (language: PageLanguage, texts: Record<string, string>): void =>
  void loadedTexts.set(language, texts);

/** Loads the texts of a language. Falls back to English, also in the document's language, when its file fails to load. */
export async function loadTexts(language: PageLanguage): Promise<Translate> {
  const { texts, pageLanguage } = await load(language)
    .then((found) => ({ texts: found, pageLanguage: language }))
    .catch(async () => ({ texts: await load('en').catch(() => ({})), pageLanguage: 'en' as const }));
  document.documentElement.lang = htmlLanguage(pageLanguage);
  return (key, values = {}) => fillTranslation((texts as Record<string, string>)[key] ?? key, values);
}

async function loadFile(folder: string, language: PageLanguage): Promise<Record<string, string>> {
  const response = await fetch(`/hosted/page/${folder}/${language}.json`);
  if (!response.ok) throw new Error(`no ${folder} in ${language}`);
  return (await response.json()) as Record<string, string>;
}

async function load(language: PageLanguage): Promise<Record<string, string>> {
  const loaded = loadedTexts.get(language);
  if (loaded) return loaded;
  const folders = ['locales', ...(languagesWithNames.includes(language) ? ['names'] : [])];
  const files = await Promise.all(folders.map((folder) => loadFile(folder, language)));
  const texts: Record<string, string> = Object.assign({}, ...files);
  loadedTexts.set(language, texts);
  return texts;
}
