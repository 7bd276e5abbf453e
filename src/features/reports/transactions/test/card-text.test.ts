import { expect, test } from 'vitest';
import type { Translate } from '#web/translate/translator.ts';
import { cardEnd, cardText } from '../web/card-text.ts';

const t = ((key: string, params?: Record<string, unknown>) =>
  key === 'transactions.card_kind.DEBIT'
    ? `${String(params?.brand)} debit`
    : String(params?.defaultValue)) as Translate;

test.each([
  ['VISA_DEBIT', '424242******4242', 'Visa debit •••• 4242'],
  ['MC_DEBIT', null, 'Mastercard debit'],
  ['AMEX', '990500*****0005', 'American Express •••• 0005'],
  [null, '424242******4242', '•••• 4242'],
  ['PAYPAL', null, null],
])('shows card type %s with %s as %s', (code, pan, text) => {
  expect(cardText(code, pan, t)).toBe(text);
});

test('shows a card by its last four digits', () => {
  expect(cardEnd({ masked_pan: '990100******4242' })).toBe('•••• 4242');
  expect(cardEnd({ masked_pan: '' })).toBe('');
  expect(cardEnd({})).toBe('');
});
