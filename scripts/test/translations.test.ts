import { describe, expect, test } from 'vitest';
import { sourceTexts } from '../source-texts.ts';
import { languageComplaints, parseTexts } from '../translations.ts';

const sentencesOf = (code: string) => sourceTexts('a.tsx', code).sentences.map(({ text }) => text);

describe('finds sentences in components', () => {
  test.each([
    ['const a = <p>Hello there</p>;', ['Hello there']],
    ['const a = <p>{name} has left</p>;', ['has left']],
    ["const a = <p>{'Hello'}</p>;", ['Hello']],
    ["const a = <p>{isIn ? 'Come in' : 'Go out'}</p>;", ['Come in', 'Go out']],
    ["const a = <p>{isIn && 'Come in'}</p>;", ['Come in']],
    ['const a = <p>{`Hello ${name}`}</p>;', ['Hello']],
    ['const a = <input placeholder="Your name" />;', ['Your name']],
    ["const a = <button aria-label={isOpen ? 'Close' : 'Open'} />;", ['Close', 'Open']],
    ["const a = <Dialog confirmLabel={'Yes'} title={`Leave ${x}`} />;", ['Yes', 'Leave']],
    ["const columns = [{ id: 'a', header: 'Amount' }];", ['Amount']],
    ['const a = <img alt="Our logo" src="/logo.svg" />;', ['Our logo']],
  ])('%s', (code, expected) => {
    expect(sentencesOf(code)).toEqual(expected);
  });
});

describe('ignores texts that are not sentences', () => {
  test.each([
    ["const a = <p>{t('home.title')}</p>;"],
    ["const a = <p className=\"big title\">{t('a.b', { name: 'Ada' })}</p>;"],
    ['const a = <Menu position="bottom-end" aria-label={t(\'a.b\')} />;'],
    ["const a = <p>{kind === 'success' ? <Yes /> : null} · © 12</p>;"],
    ["const a = <p>{kind === 'success' && t('a.b')}</p>;"],
    ["const a = <Button title={t(isOpen ? 'a.close' : 'a.open')} />;"],
    ['const a = <img alt="" />;'],
    ["const facts = [['txn_id', value]];"],
  ])('%s', (code) => {
    expect(sentencesOf(code)).toEqual([]);
  });
});

test('reads keys and key patterns from the syntax tree', () => {
  const texts = sourceTexts(
    'a.tsx',
    "const a = i18n.t('a.b'); const b = t(`menu.${name}.title`, { x: 1 }); const c = 't(\\'not.this\\')';",
  );
  expect(texts.keys).toEqual([{ key: 'a.b', line: 1 }]);
  expect(texts.keyPatterns).toEqual([{ pattern: /^menu\..+\.title$/, line: 1 }]);
  const fits = (key: string) => texts.patterns.some((pattern) => pattern.test(key));
  expect([fits('menu.home.title'), fits('menu.home'), fits('xmenu.home.title')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a language is complete', () => {
  const english = parseTexts(
    '{"a":{"b":"Find {{id}} <strong>now</strong>","n_one":"{{n}} row","n_other":"{{n}} rows"}}',
  );
  const polish = {
    'a.b': '<strong>Teraz</strong> {{id}}',
    'a.n_one': '{{n}} wiersz',
    'a.n_few': '{{n}} wiersze',
    'a.n_many': '{{n}} wierszy',
    'a.n_other': '{{n}} wiersza',
  };
  const complaints = (change: Record<string, string | undefined>) => {
    const words = Object.entries({ ...polish, ...change }).flatMap(([key, text]) =>
      text == null ? [] : [[key, text] as [string, string]],
    );
    return languageComplaints('pl', new Map(words), english);
  };
  test('with every key and every plural of its own', () => {
    expect(complaints({})).toEqual([]);
  });
  test.each([
    ['a missing key', { 'a.b': undefined }, 'a.b is missing'],
    ['a missing plural', { 'a.n_few': undefined }, 'a.n_few is missing'],
    ['an empty text', { 'a.b': ' ' }, 'a.b is empty'],
    ['a key that English has not', { 'a.c': 'x' }, 'a.c is not in en.json'],
    ['a plural that the language has not', { 'a.n_two': '{{n}}' }, 'a.n_two is not in en.json'],
    ['a placeholder of another name', { 'a.b': '<strong>{{nr}}</strong>' }, 'placeholders or tags differ'],
    ['a tag that is not closed', { 'a.b': '<strong>{{id}}' }, 'placeholders or tags differ'],
  ])('%s is reported', (_title, change, expected) => {
    expect(complaints(change).join()).toContain(expected);
  });
});
