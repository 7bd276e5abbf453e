import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePayment } from '../request/parse-payment.ts';
import { followUpBody, paymentBody } from '../request/request-schemas.ts';

/** What merchants’ clients really send (docs/domain.md#tolerant-reading), and the one request that it all means. */
const plainBody = {
  transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM', deferred: true },
  paymentMethod: {
    card: { pan: '9900000000000010', expiryDate: '1230', cv2: '123' },
    billingAddress: { line1: '1 High Street', countryCode: 'GBR' },
  },
  customer: { merchantRef: 'c-1' },
};
const parseBody = (body: unknown) => {
  const checked = parsePayment(paymentBody.parse(body), 'payment', new Date('2026-11-20'));
  if (!checked.ok) throw new Error(checked.code);
  return checked.value;
};
const withTransaction = (fields: object) => ({
  ...plainBody,
  transaction: { ...plainBody.transaction, ...fields },
});

describe('one request in many spellings', () => {
  test.each([
    ['an amount as a number', withTransaction({ amount: 25 })],
    ['an amount with one zero', withTransaction({ amount: '25.0' })],
    ['an amount with many zeros', withTransaction({ amount: '25.0000' })],
    ['an amount without decimals', withTransaction({ amount: '25' })],
    ['deferred as 1', withTransaction({ deferred: 1 })],
    ['deferred as "1"', withTransaction({ deferred: '1' })],
    ['deferred as "true"', withTransaction({ deferred: 'true' })],
    ['an older word for e-commerce', withTransaction({ commerceType: 'CNP' })],
    [
      'empty PHP arrays for objects',
      { ...plainBody, customFields: [], callbacks: [], financialServices: [] },
    ],
    ['nulls for what is not there', { ...plainBody, locale: null, customFields: null, callbacks: null }],
    [
      'a country by two letters',
      {
        ...plainBody,
        paymentMethod: {
          ...plainBody.paymentMethod,
          billingAddress: { line1: '1 High Street', countryCode: 'GB' },
        },
      },
    ],
    [
      'a card number with spaces',
      {
        ...plainBody,
        paymentMethod: {
          ...plainBody.paymentMethod,
          card: { ...plainBody.paymentMethod.card, pan: '9900 0000 0000 0010' },
        },
      },
    ],
    [
      'a CV2 as a number',
      {
        ...plainBody,
        paymentMethod: { ...plainBody.paymentMethod, card: { ...plainBody.paymentMethod.card, cv2: 123 } },
      },
    ],
  ])('%s', (_title, body) => {
    expect(parseBody(body)).toEqual(parseBody(plainBody));
  });

  test.each([undefined, [], {}, { transaction: [] }, { transaction: {} }])(
    'a follow-up of everything: %j',
    (body) => {
      const { transaction } = followUpBody.parse(body);
      expect(transaction?.amount).toBeUndefined();
    },
  );

  test.each([
    null,
    '',
    0,
    { transaction: null },
    { transaction: '' },
    ...['', ' ', null].map((amount) => ({ transaction: { amount } })),
  ])('no follow-up: %j', (body) => {
    expect(followUpBody.safeParse(body).success).toBe(false);
  });
});

test('reads an amount alike as number and as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (minor) => {
      const major = (minor / 100).toFixed(2);
      expect(parseBody(withTransaction({ amount: Number(major) })).amountMinor).toBe(minor);
      expect(parseBody(withTransaction({ amount: major })).amountMinor).toBe(minor);
    }),
  );
});
