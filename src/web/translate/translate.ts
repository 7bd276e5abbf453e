import { createTranslator, type Catalogue, type Words } from '#web/translate/translator.ts';

/** Their files are public/locales/{language}.json. */
export const languages = ['en', 'de', 'es', 'fr', 'pl', 'cy'] as const;
export type Language = (typeof languages)[number];

/** The same key as public/theme.js, which starts loading the file before the bundle has come. */
const storageKey = 'language';

const catalogues = new Map<Language, Catalogue>();
let current = createTranslator([]);
const listeners = new Set<() => void>();

/** The language chosen earlier; English otherwise (docs/domain.md#dates-and-time-zones). */
export function chosenLanguage(stored: string | null): Language {
  return languages.find((language) => language === stored) ?? 'en';
}

/**
 * Loads the words. English comes along as the fallback of every other language, and takes its place while its file is
 * missing. Throws when there are no words at all.
 */
export async function startTranslation(version: string): Promise<void> {
  const language = chosenLanguage(localStorage.getItem(storageKey));
  const needed: Language[] = language === 'en' ? ['en'] : [language, 'en'];
  await Promise.all(
    needed.map(async (one) => {
      const words = await loadCatalogue(one, version);
      if (words !== undefined) catalogues.set(one, { language: one, words });
    }),
  );
  const found = needed.find((one) => catalogues.has(one));
  if (found === undefined) throw new Error('no words in any language');
  use(found);
}

/** Throws and changes nothing when the texts of the language cannot be loaded. */
export async function changeLanguage(language: Language, version: string): Promise<void> {
  if (!catalogues.has(language)) {
    const words = await loadCatalogue(language, version);
    if (words == null) throw new Error(`no words of ${language}`);
    catalogues.set(language, { language, words });
  }
  localStorage.setItem(storageKey, language);
  use(language);
}

export function currentTranslator() {
  return current;
}

/** Returns a function that removes the listener. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The words for a server's `message`: error.{message}, or the general sentence where there is none. */
export function errorText(message: string): string {
  const key = /^[\w.-]+$/.test(message) ? `error.${message}` : '';
  return current.textOf(key) ?? current.textOf(`${key}.message`) ?? current.t('error.internal_server_error');
}

function use(language: Language): void {
  document.documentElement.lang = language;
  const chosen = catalogues.get(language) ?? { language, words: undefined };
  const english = catalogues.get('en');
  current = createTranslator(english == null || english === chosen ? [chosen] : [chosen, english]);
  for (const listener of listeners) listener();
}

/** The version keeps a browser from showing the texts of an earlier release. */
async function loadCatalogue(language: Language, version: string): Promise<Words | undefined> {
  try {
    const reply = await fetch(`/locales/${language}.json?version=${encodeURIComponent(version)}`);
    return reply.ok ? ((await reply.json()) as Words) : undefined;
  } catch {
    return undefined;
  }
}
