import { fillTranslation } from '#shared/text/fill-placeholders.ts';

/** A locale file: texts, and groups of them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}
/** The texts of a language; `texts` is undefined when its file could not be loaded. More may be added later. */
interface Catalogue {
  readonly language: string;
  readonly texts: Texts | undefined;
}
/**
 * The values of the placeholders `{{name}}` of a text; `count` also chooses the plural; `defaultValue` replaces a
 * missing text.
 */
export type Params = Readonly<Record<string, string | number | undefined>>;

/** The text of a key, 'search.count'; the key itself where there is none. */
export type Translate = (key: string, params?: Params) => string;

export interface Translator {
  language: string;
  t: Translate;
  /** The text with its placeholders; undefined where there is none. */
  textOf: (key: string, count?: unknown) => string | undefined;
}

/**
 * The first catalogue that has a key decides: the chosen language, then English. `requestMissing` is called for a text
 * that is in none. The text is empty if it returns true, because more texts are on their way; otherwise it is the key.
 */
export function createTranslator(
  catalogues: readonly Catalogue[],
  requestMissing: () => boolean = () => false,
): Translator {
  const languages = catalogues.map((catalogue) => ({
    catalogue,
    rules: new Intl.PluralRules(catalogue.language),
  }));
  function findText(key: string, count?: unknown): string | undefined {
    for (const { catalogue, rules } of languages) {
      const { texts = {} } = catalogue;
      const plural = typeof count === 'number' ? entry(texts, `${key}_${rules.select(count)}`) : undefined;
      const found = plural ?? entry(texts, key);
      if (typeof found === 'string') return found;
    }
    return undefined;
  }
  return {
    language: catalogues[0]?.language ?? 'en',
    textOf: findText,
    t: (key, params = {}) => {
      const text = findText(key, params.count);
      if (text !== undefined) return fillTranslation(text, params);
      const isComing = requestMissing();
      return String(params.defaultValue ?? (isComing ? '' : key));
    },
  };
}

/** Own properties only: a server's word may be 'constructor'. */
function entry(texts: Texts, key: string): string | Texts | undefined {
  let found: string | Texts | undefined = texts;
  for (const step of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, step)) return undefined;
    found = found[step];
  }
  return found;
}

/** Merges both parts of a locale file. */
export function mergeTexts(base: Texts, addition: Texts): Texts {
  const merged: Record<string, string | Texts> = { ...base };
  for (const [name, added] of Object.entries(addition)) {
    const existing = merged[name];
    merged[name] =
      typeof existing === 'object' && typeof added === 'object' ? mergeTexts(existing, added) : added;
  }
  return merged;
}
