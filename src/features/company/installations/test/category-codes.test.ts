import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { locales } from '#shared/locales.ts';
import { foldText } from '#shared/text/fold-text.ts';
import { categoryCodes, isCategoryMatch } from '../category-codes.ts';

/** The labels of the field, folded, by code. */
function labelsIn(locale: string): Map<string, string> {
  const file = new URL(`../../../../app/web/public/locales/${locale}.json`, import.meta.url);
  const { category } = JSON.parse(readFileSync(file, 'utf8')) as { category: Record<string, string> };
  return new Map(categoryCodes.map((code) => [code, foldText(`${category[code]} · ${code}`)]));
}
const search = (locale: string, text: string): string[] =>
  [...labelsIn(locale)].filter(([, label]) => isCategoryMatch(label, foldText(text))).map(([code]) => code);

test.each(locales)('every code has a name of its own in %s', (locale) => {
  expect(new Set(labelsIn(locale).values()).size).toBe(categoryCodes.length);
});

describe('finds a category', () => {
  test.each([
    ['en', 'bakery', ['5462']],
    ['en', 'Bakeries', ['5462']],
    ['en', 'cafe', ['5812']],
    ['en', 'florist', ['5992']],
    ['en', 'travel agency', ['4722']],
    ['en', '5462', ['5462']],
    ['de', 'backerei', ['5462']],
    ['es', 'panaderia', ['5462']],
    ['fr', 'boulangerie', ['5462']],
    ['pl', 'piekarnia', ['5462']],
    ['cy', 'becws', ['5462']],
    ['en', 'spaceships', []],
  ])('in %s by "%s"', (locale, text, codes) => {
    expect(search(locale, text)).toEqual(codes);
  });
});
