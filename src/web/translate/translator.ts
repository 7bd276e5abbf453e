import { fillTranslation } from '#shared/text/fill-placeholders.ts';

/** A locale file: words, and groups of them. */
export interface Words {
  readonly [key: string]: string | Words;
}
/** The texts of a language; `words` is undefined when its file could not be loaded. */
export interface Catalogue {
  language: string;
  words: Words | undefined;
}
/** What fills the holes of a text, `{{name}}`; `count` also chooses the plural; `defaultValue` replaces a missing text. */
export type Params = Readonly<Record<string, string | number | undefined>>;

/** The text of a key, 'search.count'; the key itself where there is none. */
export type Translate = (key: string, params?: Params) => string;

export interface Translator {
  language: string;
  t: Translate;
  /** The text with its holes open; undefined where there is none. */
  textOf: (key: string, count?: unknown) => string | undefined;
}

/** The first book that has a key answers for it: the chosen language, then English. */
export function createTranslator(catalogues: readonly Catalogue[]): Translator {
  const languageCatalogues = catalogues.map(({ language, words = {} }) => ({
    words,
    rules: new Intl.PluralRules(language),
  }));
  function findText(key: string, count?: unknown): string | undefined {
    for (const { words, rules } of languageCatalogues) {
      const plural = typeof count === 'number' ? entry(words, `${key}_${rules.select(count)}`) : undefined;
      const found = plural ?? entry(words, key);
      if (typeof found === 'string') return found;
    }
    return undefined;
  }
  return {
    language: catalogues[0]?.language ?? 'en',
    textOf: findText,
    t: (key, params = {}) => {
      const text = findText(key, params.count);
      return text === undefined ? String(params.defaultValue ?? key) : fillTranslation(text, params);
    },
  };
}

/** Own entries only: a server's word may be called 'constructor'. */
function entry(words: Words, key: string): string | Words | undefined {
  let found: string | Words | undefined = words;
  for (const step of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, step)) return undefined;
    found = found[step];
  }
  return found;
}
