import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceTexts } from './source-texts.ts';

type Texts = Map<string, string>;

/** Differences between the texts of one language and English. */
export function languageComplaints(language: string, texts: Texts, english: Texts): string[] {
  const found: string[] = [];
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const expected = new Map<string, string>();
  for (const [key, text] of english) {
    const plural = pluralBase(key, english);
    if (plural == null) expected.set(key, text);
    else for (const category of categories) expected.set(`${plural}_${category}`, text);
  }
  for (const [key, text] of expected) {
    const translated = texts.get(key);
    if (translated == null) found.push(`${key} is missing`);
    else if (translated.trim() === '') found.push(`${key} is empty`);
    else if (listMarks(translated) !== listMarks(text))
      found.push(
        `${key}: placeholders or tags differ from English (${listMarks(text)} and ${listMarks(translated)})`,
      );
  }
  for (const key of texts.keys()) if (!expected.has(key)) found.push(`${key} is not in en.json`);
  return found;
}

/** 'search.count' of 'search.count_other', when English has such a plural. */
function pluralBase(key: string, english: Texts): string | undefined {
  const stem = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];
  return stem != null && english.has(`${stem}_other`) ? stem : undefined;
}

/** Placeholders and tags of a text. Their order may differ. */
function listMarks(text: string): string {
  return (text.match(/\{\{[^}]*\}\}|<\/?[^>]+>/g) ?? []).sort().join(' ');
}

/** Every language complete, every key used and existing, no sentence in a component. */
export function translationComplaints(root: string, code: readonly string[]): string[] {
  const folder = 'src/app/web/public/locales';
  const files = readdirSync(join(root, folder)).sort();
  const textsByFile = new Map(
    files.map((name) => [name, parseTexts(readFileSync(join(root, folder, name), 'utf8'))]),
  );
  const english = textsByFile.get('en.json') ?? new Map<string, string>();
  const found = [...textsByFile].flatMap(([name, texts]) =>
    languageComplaints(name.replace('.json', ''), texts, english).map(
      (complaint) => `${folder}/${name}: ${complaint}`,
    ),
  );
  const keys = [...english.keys()].map((key) => pluralBase(key, english) ?? key);
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of code.filter(isOfThePage)) {
    const texts = sourceTexts(file, readFileSync(join(root, file), 'utf8'));
    for (const literal of texts.literals) literals.add(literal);
    patterns.push(...texts.patterns);
    for (const { key, line } of texts.keys) {
      if (!english.has(key) && !english.has(`${key}_other`))
        found.push(`${file}:${line}: no translation ${key}`);
    }
    for (const { pattern, line } of texts.keyPatterns) {
      if (!keys.some((key) => pattern.test(key)))
        found.push(`${file}:${line}: no translation matches ${pattern.source}`);
    }
    for (const { text, line } of texts.sentences) {
      found.push(`${file}:${line}: “${text}” is in the code: move it to ${folder}`);
    }
  }
  for (const key of english.keys()) {
    const usedKey = pluralBase(key, english) ?? key;
    if (!literals.has(usedKey) && !patterns.some((pattern) => pattern.test(usedKey)))
      found.push(`${folder}/en.json: ${key} is used nowhere`);
  }
  return found;
}

/** Names texts of the payment page, which scripts/checkout-words.ts checks. */
export const payerTexts = 'src/features/payments/hosted-sessions/page-summary.ts';

/** The gallery is for developers and in English. */
const isOfThePage = (file: string): boolean =>
  file !== payerTexts &&
  /^src\/(app\/web|web|ui|features\/[^/]+\/[^/]+\/web)\/|^src\/features\/[^/]+\/[^/]+\/[\w-]+\.ts$/.test(
    file,
  ) &&
  !/\/(test|gallery)\//.test(file);

/** Flat keys, 'search.count_one', of a locale file. */
export function parseTexts(json: string): Texts {
  const flat = (tree: object, prefix: string): [string, string][] =>
    Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? flat(value, `${prefix}${name}.`)
        : [[`${prefix}${name}`, String(value)] as [string, string]],
    );
  return new Map(flat(JSON.parse(json) as object, ''));
}
