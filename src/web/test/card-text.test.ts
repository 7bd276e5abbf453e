import { expect, test } from 'vitest';
import type { Translate } from '../translate/translator.ts';
import { cardEnd, cardText, paidCardText } from '../format/card-text.ts';

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

test.each([
  ['APPLE-PAY', 'VISA', '************0018', 'Apple Pay · Visa •••• 0018'],
  ['GOOGLE-PAY', null, null, 'Google Pay'],
  ['VISA_DEBIT', 'VISA', '424242******4242', 'Visa debit •••• 4242'],
  [null, 'VISA', '424242******4242', 'Visa •••• 4242'],
  ['PAYPAL', null, null, null],
])('shows a payment by %s with the card behind it', (paymentProduct, cardScheme, maskedPan, text) => {
  expect(paidCardText({ paymentProduct, cardScheme, maskedPan }, t)).toBe(text);
});
