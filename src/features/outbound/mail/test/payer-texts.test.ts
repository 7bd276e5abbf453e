import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PageLanguage, htmlLanguage, pageLanguages } from '#shared/page-languages.ts';
import { payerTexts } from '#server/mail/payers/all-payer-texts.ts';
import type { PayerTexts } from '#server/mail/payers/payer-texts.ts';
import { type StoredMail, renderMail } from '#server/mail/render-mail.ts';
import { testKeys } from '#testing/template-contents.ts';

/** Every text with its path: `templates.smartLink.after.0`. */
function listTexts(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    listTexts(inner, path === '' ? key : `${path}.${key}`),
  );
}
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
const sentences = ({ templates }: PayerTexts) =>
  Object.values(templates).flatMap(({ before, after }) => [...before, ...after]);

const others = pageLanguages.filter((language) => language !== 'en');

describe.each(others)('the texts for payers in %s', (language) => {
  const texts = new Map(listTexts(payerTexts[language]));

  test('are complete, with the placeholders of English', () => {
    expect([...texts.keys()].toSorted()).toEqual(
      listTexts(payerTexts.en)
        .map(([path]) => path)
        .toSorted(),
    );
    for (const [path, english] of listTexts(payerTexts.en)) {
      const text = texts.get(path) ?? '';
      expect(text.trim(), path).not.toBe('');
      expect([path, ...placeholders(text)]).toEqual([path, ...placeholders(english)]);
    }
  });

  test('have no subject of English and no sentence of another language', () => {
    const subjects = ({ templates }: PayerTexts) => Object.values(templates).map(({ subject }) => subject);
    expect(subjects(payerTexts[language]).filter((text) => subjects(payerTexts.en).includes(text))).toEqual(
      [],
    );
    const foreign = pageLanguages.filter((other) => other !== language).map((other) => payerTexts[other]);
    const known = new Set(foreign.flatMap(sentences));
    // Portuguese of Portugal and of Brazil may agree.
    if (!language.startsWith('pt'))
      expect(sentences(payerTexts[language]).filter((text) => known.has(text))).toEqual([]);
  });
});

test.each(pageLanguages)('emails use the words of the payment page in %s', (language) => {
  const file = `../../../../app/checkout/public/locales/${language}.json`;
  const page = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Record<string, string>;
  const { amount, card, reference } = payerTexts[language].facts;
  expect({ amount, card, reference }).toEqual({
    amount: page.amount,
    card: page.card,
    reference: page.reference,
  });
});

test.each<[PageLanguage, string, string]>([
  ['in_ID', 'id', '20 November 2026'],
  ['no', 'nb', '20. november 2026'],
  ['pt', 'pt-PT', '20 de novembro de 2026'],
  ['pt_BR', 'pt-BR', '20 de novembro de 2026'],
  ['zh_CN', 'zh-CN', '2026年11月20日'],
  ['zh_TW', 'zh-TW', '2026年11月20日'],
  ['th', 'th', '20 พฤศจิกายน 2569'],
  ['el', 'el', '20 Νοεμβρίου 2026'],
  ['hr', 'hr', '20. studenoga 2026.'],
])('an email in %s has the language %s and its dates', (locale, tag, day) => {
  const mail: StoredMail = {
    template: 'paymentReceipt',
    locale,
    contents: {
      merchant: 'Harbour Coffee',
      amount: '£18.40',
      card: '•••• 0010',
      reference: 'R-1',
      at: '2026-11-20T10:00:00.000Z',
      timeZone: 'Europe/London',
      senderName: '',
      replyTo: '',
    },
  };
  const { html, text } = renderMail(mail, { portalUrl: 'https://portal.example', keys: testKeys });
  expect(html).toContain(`<html lang="${tag}">`);
  expect(text).toContain(day);
  expect(text).toContain(payerTexts[locale].footer);
  expect(htmlLanguage(locale)).toBe(tag);
});
