import { fillTranslation } from '#shared/text/fill-placeholders.ts';
import { createTranslator, mergeTexts, type Texts } from './translator.ts';

/**
 * Their files are public/locales/{language}.json. The build splits them (scripts/split-texts.ts): the first part has the texts of
 * the first screens, and `{language}.more.json` the others (decision 0120).
 */
export const languages = ['en', 'de', 'es', 'fr', 'pl', 'cy'] as const;
export type Language = (typeof languages)[number];
type Part = 'first' | 'more';

/** The same key as public/theme.js, which starts loading the file before the bundle has come. */
const storageKey = 'language';

/** The texts of every language that was used. Texts are added to an entry, so that every translator finds them. */
const catalogues = new Map<Language, { language: Language; texts: Texts | undefined }>();
let current = createTranslator([]);
let productVersion = '';
/** Both parts of the languages in use are loaded. */
let hasAllTexts = false;
let loadingMore: Promise<void> | undefined;
/** The page shows an empty text in place of a missing one. */
let isIncomplete = false;
/** The language is known. */
const started = Promise.withResolvers<void>();
const listeners = new Set<() => void>();

/** The language chosen earlier; English otherwise (docs/domain.md#dates-and-time-zones). */
export function chosenLanguage(stored: string | null): Language {
  return languages.find((language) => language === stored) ?? 'en';
}

/**
 * Loads the first texts. English is loaded too, as the fallback of every other language and while its file is
 * missing. Throws when there are no texts at all.
 */
export async function startTranslation(version: string): Promise<void> {
  productVersion = version;
  const languages = withEnglish(chosenLanguage(localStorage.getItem(storageKey)));
  await loadTexts(languages, 'first');
  const found = languages.find((language) => findCatalogue(language).texts !== undefined);
  if (found === undefined) throw new Error('no texts in any language');
  applyLanguage(found);
  started.resolve();
}

/**
 * Loads the texts of all other screens. Throws when there are none in any language; the next call tries again. Until
 * then, a text that is missing is empty and requests them.
 */
export function loadMoreTexts(): Promise<void> {
  if (hasAllTexts) return Promise.resolve();
  loadingMore ??= addMoreTexts().finally(() => (loadingMore = undefined));
  return loadingMore;
}

async function addMoreTexts(): Promise<void> {
  await started.promise;
  const { language } = current;
  if (!(await loadTexts(withEnglish(language as Language), 'more'))) throw new Error('no further texts');
  hasAllTexts = true;
  // Only then, because it renders the whole page again.
  if (isIncomplete) applyLanguage(current.language as Language);
  isIncomplete = false;
}

/** Throws and changes nothing when the texts of the language cannot be loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  if (!hasAllTexts || findCatalogue(language).texts === undefined) {
    const [first, more] = await Promise.all([fetchTexts(language, 'first'), fetchTexts(language, 'more')]);
    if (first === undefined || more === undefined) throw new Error(`no texts of ${language}`);
    findCatalogue(language).texts = mergeTexts(first, more);
  }
  localStorage.setItem(storageKey, language);
  applyLanguage(language);
}

/** Code that is being loaded, once its texts are there too. */
export async function withAllTexts<T>(code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, loadMoreTexts()]);
  return loaded;
}

export function currentTranslator() {
  return current;
}

/** Returns a function that removes the listener. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text for a server's `message`: error.{message}, or the general sentence where there is none. */
export function errorText(message: string, values: Readonly<Record<string, string>> = {}): string {
  const key = /^[\w.-]+$/.test(message) ? `error.${message}` : '';
  const text = current.textOf(key) ?? current.textOf(`${key}.message`);
  return text === undefined ? current.t('error.internal_server_error') : fillTranslation(text, values);
}

function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  current = createTranslator(withEnglish(language).map(findCatalogue), requestMissing);
  for (const listener of listeners) listener();
}

function requestMissing(): boolean {
  if (hasAllTexts) return false;
  isIncomplete = true;
  void loadMoreTexts().catch(() => {});
  return true;
}

function findCatalogue(language: Language) {
  const catalogue = catalogues.get(language) ?? { language, texts: undefined };
  catalogues.set(language, catalogue);
  return catalogue;
}

const withEnglish = (language: Language): Language[] => (language === 'en' ? ['en'] : [language, 'en']);

/** Adds a part of each language. False when there is none. */
async function loadTexts(languages: readonly Language[], part: Part): Promise<boolean> {
  const found = await Promise.all(
    languages.map(async (language) => {
      const texts = await fetchTexts(language, part);
      const catalogue = findCatalogue(language);
      if (texts !== undefined) catalogue.texts = mergeTexts(catalogue.texts ?? {}, texts);
      return texts !== undefined;
    }),
  );
  return found.includes(true);
}

/** The version keeps a browser from showing the texts of an earlier release. */
async function fetchTexts(language: Language, part: Part): Promise<Texts | undefined> {
  const name = part === 'first' ? language : `${language}.more`;
  try {
    const reply = await fetch(`/locales/${name}.json?version=${encodeURIComponent(productVersion)}`);
    return reply.ok ? ((await reply.json()) as Texts) : undefined;
  } catch {
    return undefined;
  }
}
