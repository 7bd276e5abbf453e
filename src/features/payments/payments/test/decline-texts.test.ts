import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adviseOnDecline, declines, explainDecline } from '#shared/payments/declines.ts';
import { classifyDecline } from '#features/payments/schedules/decline-classes.ts';
import { reasonCodes } from '#shared/payments/reason-codes.ts';

interface Texts {
  [key: string]: string | Texts;
}

const root = join(import.meta.dirname, '../../../../app');
const readTexts = (app: string, language: string): Texts =>
  JSON.parse(readFileSync(join(root, app, 'public/locales', `${language}.json`), 'utf8')) as Texts;

function textAt(texts: Texts, ...path: string[]): string {
  const text = path.reduce<string | Texts | undefined>(
    (node, key) => (typeof node === 'object' ? node[key] : undefined),
    texts,
  );
  return typeof text === 'string' ? text : '';
}

const responseCodes = (
  '00 01 02 03 04 05 07 12 13 14 15 19 30 41 43 46 51 54 55 57 58 59 61 62 63 65 68 70 75 78 82 83 86 ' +
  '91 92 93 94 96 1A 5C 6P 9G N7 R0 R1 R3'
).split(' ');

test('has own rows for the codes that only Mastercard has', () => {
  const decline = explainDecline({ reasonCode: 'D100', statusCode: '79', scheme: 'MASTERCARD' });
  expect(decline).toBe('MASTERCARD_79');
});

test.each(responseCodes)('has an own row for response %s', (statusCode) => {
  for (const scheme of ['VISA', 'MASTERCARD', null]) {
    const decline = explainDecline({ reasonCode: 'D100', statusCode, scheme });
    expect(['other', 'unknown']).not.toContain(decline);
  }
});

/** Codes of success and of payments under way. */
const isUnfinished = (code: string) => code.startsWith('S') || code.startsWith('U');

test.each(reasonCodes.filter((code) => !isUnfinished(code)))('explains reason %s', (reasonCode) => {
  expect(explainDecline({ reasonCode })).not.toBe('unknown');
});

const forbidden: Readonly<Record<string, RegExp>> = {
  en: /fraud|risk|stolen|\blost\b|suspect|block/i,
  de: /betrug|risik|gestohlen|verloren|verdacht|vermut|gesperrt|missbrauch/i,
  fr: /fraud|risque|volée|perdue|soupçon|bloqu|abusi/i,
  es: /fraud|riesgo|\brobad|perdid|sospech|bloque/i,
  pl: /oszust|ryzyk|skradzion|zgubion|podejrz|zablokow|nadużyc/i,
  cy: /twyll|risg|ddwyn|\bar goll\b|amau|rhwystr|camddefnydd/i,
};

const explainedDeclines = declines.filter((decline) => decline !== 'unknown');

describe.each(['en', 'de', 'fr', 'es', 'pl', 'cy'])('the dictionary in %s', (language) => {
  const texts = readTexts('web', language);
  test.each(explainedDeclines)('%s has a sentence, side, retry and advice', (decline) => {
    const { side = '', retry = '', advice = '' } = adviseOnDecline(decline);
    const explanations = [
      textAt(texts, 'declines', decline),
      textAt(texts, 'details', 'problem', 'side', side),
      textAt(texts, 'details', 'problem', 'retry', retry),
      textAt(texts, 'decline_advice', advice),
    ];
    for (const text of explanations) expect(text).toMatch(/^[\p{Lu}\d].*[^.]\.$/u);
  });

  test.each(declines)('%s has a label of at most 28 characters', (decline) => {
    const label = textAt(texts, 'decline_labels', decline);
    expect(label).toMatch(/^[\p{Lu}\d].*[^.]$/u);
    expect(label.length).toBeLessThanOrEqual(28);
  });

  test.each(explainedDeclines)('%s has a sentence for the customer, which names no reason', (decline) => {
    const { payer = '' } = adviseOnDecline(decline);
    const text = textAt(texts, 'decline_payer', payer);
    expect(text).toMatch(/^\p{Lu}.*\.$/u);
    for (const pattern of [forbidden.en, forbidden[language]]) expect(text).not.toMatch(pattern ?? /^$/);
  });

  test('a wait of several days has a sentence with their number', () => {
    expect(textAt(texts, 'details', 'problem', 'retry', 'DAYS')).toMatch(/\{\{days\}\}.*\.$/);
  });

  test('names no code', () => {
    for (const text of explainedDeclines.map((decline) => textAt(texts, 'declines', decline)))
      expect(text).not.toMatch(/\b[A-Z]\d{3}\b|\b\d{2}\b/);
  });
});

test('schedules require a new card only where waiting does not help', () => {
  for (const code of responseCodes.filter(
    (candidate) => classifyDecline('D100', candidate, null).class === 'NEW_CARD',
  )) {
    const { retry } = adviseOnDecline(explainDecline({ reasonCode: 'D100', statusCode: code }));
    expect([code, retry]).toEqual([code, expect.stringMatching(/^(NEVER|FIX)$/)]);
  }
});

const pageLanguages = readdirSync(join(root, 'checkout/public/locales')).map((name) =>
  name.replace('.json', ''),
);

test.each(pageLanguages)('the payment page in %s has neither codes nor reasons for a decline', (language) => {
  // A content blocker is none of a card.
  const { wallet_blocked: _blocker, ...texts } = readTexts('checkout', language);
  for (const text of Object.values(texts)) {
    expect(text).not.toMatch(/\b[A-Z]\d{3}\b/);
    for (const pattern of [forbidden.en, forbidden[language]]) if (pattern) expect(text).not.toMatch(pattern);
  }
});
