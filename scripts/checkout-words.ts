import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pageLanguages } from '../src/shared/page-languages.ts';
import { sourceTexts } from './source-texts.ts';
import { languageComplaints, parseTexts, payerTexts } from './translations.ts';

const folder = 'src/app/checkout/public/locales';

/** Texts of the payment page: one complete file per language, without unused or missing keys. */
export function checkoutComplaints(root: string, code: readonly string[]): string[] {
  const names = readdirSync(join(root, folder)).sort();
  const expected = pageLanguages.map((language) => `${language}.json`).sort();
  const textsByFile = new Map(
    names.map((name) => [name, parseTexts(readFileSync(join(root, folder, name), 'utf8'))]),
  );
  const english = textsByFile.get('en.json') ?? new Map<string, string>();
  const literals = new Set<string>();
  const keys = new Set<string>();
  for (const file of code) {
    const isOfPage =
      /^src\/app\/checkout\/(?!test)/.test(file) ||
      file === payerTexts ||
      file === 'src/features/payments/hosted-sessions/server/session/page-html.ts' ||
      file === 'src/features/payments/hosted-sessions/schemas.ts';
    if (!isOfPage) continue;
    const texts = sourceTexts(file, readFileSync(join(root, file), 'utf8'));
    for (const literal of texts.literals) literals.add(literal);
    for (const { key } of texts.keys) keys.add(key);
  }
  return [
    ...(names.join() === expected.join() ? [] : [`${folder}: the files are not those of page-languages.ts`]),
    ...[...textsByFile].flatMap(([name, texts]) =>
      languageComplaints('en', texts, english).map((complaint) => `${folder}/${name}: ${complaint}`),
    ),
    ...[...english.keys()]
      .filter((key) => !literals.has(key) && !key.startsWith('error_'))
      .map((key) => `${folder}/en.json: ${key} is used nowhere`),
    ...[...keys].filter((key) => !english.has(key)).map((key) => `${folder}/en.json: ${key} is missing`),
  ];
}
