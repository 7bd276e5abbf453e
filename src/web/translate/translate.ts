import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Their files are public/locales/{language}.json. */
export const languages = ['en', 'de', 'es', 'fr', 'pl', 'cy'] as const;
export type Language = (typeof languages)[number];

/** The same key as public/theme.js, which starts loading the file before the bundle has come. */
const storageKey = 'language';

/** The language chosen earlier; English otherwise (spec 1 §1). */
export function chosenLanguage(stored: string | null): Language {
  return languages.find((language) => language === stored) ?? 'en';
}

/** Loads the words. English comes along as the fallback of every other language. */
export async function startTranslation(version: string): Promise<void> {
  const language = chosenLanguage(localStorage.getItem(storageKey));
  const needed: Language[] = language === 'en' ? ['en'] : [language, 'en'];
  const files = await Promise.all(needed.map((one) => wordsOf(one, version)));
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: Object.fromEntries(needed.map((one, index) => [one, { translation: files[index] ?? {} }])),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
}

/** Throws, and changes nothing, when the words of the language cannot be had. */
export async function changeLanguage(language: Language, version: string): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const words = await wordsOf(language, version);
    if (words == null) throw new Error(`no words of ${language}`);
    i18next.addResourceBundle(language, 'translation', words);
  }
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

/** The words for a server's `message`: error.{message}, or the general sentence when nobody wrote one. */
export function errorText(message: string): string {
  const general = i18next.t('error.internal_server_error');
  const key = /^[\w.-]+$/.test(message) ? `error.${message}` : 'error.internal_server_error';
  const found: unknown = i18next.t(key, { returnObjects: true, defaultValue: general });
  if (typeof found === 'string') return found;
  return i18next.t(`${key}.message`, { defaultValue: general });
}

/** The version keeps a browser from showing the words of yesterday's page. */
async function wordsOf(language: Language, version: string): Promise<object | undefined> {
  const reply = await fetch(`/locales/${language}.json?version=${encodeURIComponent(version)}`);
  return reply.ok ? ((await reply.json()) as object) : undefined;
}
