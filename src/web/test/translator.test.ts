import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { readFileSync } from 'node:fs';
import { splitTexts, usedByFirstScreens, type Texts } from '../../../scripts/split-texts.ts';
import { translatedUiTexts } from '../translate/translated-ui-texts.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Trans } from '../translate/trans.tsx';
import { changeLanguage, currentTranslator, errorText, startTranslation } from '../translate/translate.ts';
import { createTranslator } from '../translate/translator.ts';

const englishFile = new URL('../../app/web/public/locales/en.json', import.meta.url);
const english = {
  greeting: 'Hello {{ name }}',
  only_english: 'Only here',
  found_one: '{{count}} row',
  found_other: '{{count}} rows',
  bold_one: 'Just <strong>{{number}}</strong> row',
  bold_other: 'There are <strong>{{number}}</strong> rows',
  error: { internal_server_error: 'Something broke', version: { title: 'Old', message: 'Reload' } },
};
const polish = {
  found_one: '{{count}} wiersz',
  found_few: '{{count}} wiersze',
  found_many: '{{count}} wierszy',
};
/** Texts of other screens. */
const moreTexts = { rules: { title: 'Rules' } };
const inPolish = createTranslator([
  { language: 'pl', texts: polish },
  { language: 'en', texts: english },
]);

describe('a text', () => {
  test.each([
    [1, '1 wiersz'],
    [3, '3 wiersze'],
    [5, '5 wierszy'],
  ])('for %d has the plural of its language', (count, text) => {
    expect(inPolish.t('found', { count })).toBe(text);
  });
  test('that the language lacks is English, with the plural of English', () => {
    expect(inPolish.t('only_english')).toBe('Only here');
    expect(
      createTranslator([
        { language: 'pl', texts: {} },
        { language: 'en', texts: english },
      ]).t('found', { count: 2 }),
    ).toBe('2 rows');
  });
  test('returns the key for a missing text and for a group of texts', () => {
    expect([inPolish.t('error.none'), inPolish.t('error'), inPolish.t('error.constructor')]).toEqual([
      'error.none',
      'error',
      'error.constructor',
    ]);
  });
  test('that is missing is replaced by the default value', () => {
    expect(inPolish.t('status.NEW', { defaultValue: '{{NEW}}' })).toBe('{{NEW}}');
  });
  test('inserts a value that looks like a placeholder as it is', () => {
    expect(inPolish.t('greeting', { name: '{{count}} $t(found)' })).toBe('Hello {{count}} $t(found)');
    expect(inPolish.t('greeting')).toBe('Hello ');
  });
});

describe('the page', () => {
  const files: Record<string, object | undefined> = {
    en: english,
    pl: polish,
    'en.more': moreTexts,
    'pl.more': {},
  };
  afterEach(() => vi.unstubAllGlobals());
  async function start(language: string, startUp = startTranslation): Promise<void> {
    const stored = new Map([['language', language]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: stored.set.bind(stored),
    });
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('fetch', (url: string) => {
      const file = files[/locales\/([\w.]+)\.json/.exec(url)?.[1] ?? ''];
      return Promise.resolve(file == null ? new Response('', { status: 404 }) : Response.json(file));
    });
    await startUp('1.0.0');
  }
  test('uses the language that the user chose', async () => {
    await start('pl');
    expect([currentTranslator().language, currentTranslator().t('found', { count: 5 })]).toEqual([
      'pl',
      '5 wierszy',
    ]);
    await changeLanguage('en');
    expect([currentTranslator().t('found', { count: 5 }), document.documentElement.lang]).toEqual([
      '5 rows',
      'en',
    ]);
  });
  test('requests the other texts with the first one that is missing', async () => {
    vi.resetModules();
    const freshModule = await import('../translate/translate.ts');
    await start('pl', freshModule.startTranslation);
    const changed = new Promise((resolve) => freshModule.onLanguageChange(() => resolve(null)));
    expect(freshModule.currentTranslator().t('rules.title')).toBe('');
    expect(freshModule.currentTranslator().t('rules.other', { defaultValue: 'Other' })).toBe('Other');
    await changed;
    const { t } = freshModule.currentTranslator();
    expect([t('rules.title'), t('greeting', { name: 'Jan' }), t('rules.other')]).toEqual([
      'Rules',
      'Hello Jan',
      'rules.other',
    ]);
  });
  test('loads the other texts of the chosen language, also when requested early', async () => {
    vi.resetModules();
    const freshModule = await import('../translate/translate.ts');
    const { 'pl.more': moreTexts } = files;
    files['pl.more'] = { rules: { title: 'Reguły' } };
    const early = freshModule.loadMoreTexts();
    await start('pl', freshModule.startTranslation);
    await early;
    files['pl.more'] = moreTexts;
    expect(freshModule.currentTranslator().t('rules.title')).toBe('Reguły');
  });
  test('finds texts that come later without rendering the page again', async () => {
    vi.resetModules();
    const freshModule = await import('../translate/translate.ts');
    await start('en', freshModule.startTranslation);
    const before = freshModule.currentTranslator();
    await freshModule.loadMoreTexts();
    expect(freshModule.currentTranslator()).toBe(before);
    expect(before.t('rules.title')).toBe('Rules');
  });
  test('has the texts of the component library with the first ones', () => {
    const { first } = splitTexts(
      JSON.parse(readFileSync(englishFile, 'utf8')) as Texts,
      usedByFirstScreens(),
    );
    const requestMissing = vi.fn<() => boolean>(() => true);
    translatedUiTexts(createTranslator([{ language: 'en', texts: first }], requestMissing).t, 'en-GB');
    expect(requestMissing).not.toHaveBeenCalled();
  });
  test('requests the other texts again after a failure', async () => {
    vi.resetModules();
    const freshModule = await import('../translate/translate.ts');
    await start('en', freshModule.startTranslation);
    const { 'en.more': moreTexts } = files;
    files['en.more'] = undefined;
    await expect(freshModule.withAllTexts(Promise.resolve('code'))).rejects.toThrow('no further texts');
    files['en.more'] = moreTexts;
    expect(await freshModule.withAllTexts(Promise.resolve('code'))).toBe('code');
    expect(freshModule.currentTranslator().t('rules.title')).toBe('Rules');
  });
  test('keeps its language when the texts of another cannot be loaded', async () => {
    await start('en');
    await expect(changeLanguage('fr')).rejects.toThrow('fr');
    expect(currentTranslator().language).toBe('en');
  });
  test('falls back to English when its own file is missing', async () => {
    await start('cy');
    expect([currentTranslator().language, document.documentElement.lang]).toEqual(['en', 'en']);
    vi.resetModules();
    const freshModule = await import('../translate/translate.ts');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(freshModule.startTranslation('1.0.0')).rejects.toThrow('no texts');
  });
  test('has a sentence for every error code', async () => {
    await start('en');
    expect(
      ['version', 'internal_server_error', 'unknown_key', 'a b', 'constructor'].map((message) =>
        errorText(message),
      ),
    ).toEqual(['Reload', 'Something broke', 'Something broke', 'Something broke', 'Something broke']);
  });
  test('formats the parts of a text, and escapes its values', async () => {
    await start('en');
    const translateCount = (number: string, count: number) =>
      renderToStaticMarkup(
        createElement(Trans, {
          i18nKey: 'bold',
          count,
          values: { number },
          components: { strong: createElement('b') },
        }),
      );
    expect(translateCount('1', 1)).toBe('Just <b>1</b> row');
    expect(translateCount('</strong><i>2</i>', 2)).toBe(
      'There are <b>&lt;/strong&gt;&lt;i&gt;2&lt;/i&gt;</b> rows',
    );
  });
});
