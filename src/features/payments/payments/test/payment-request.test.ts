import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseFollowUp } from '../request/parse-request.ts';
import { parsePayment } from '../request/parse-payment.ts';
import { buildOutcome, reasonText } from '#shared/payments/reason-codes.ts';
import { followUpBody, paymentBody } from '../request/request-schemas.ts';

type Fields = Record<string, unknown>;

const card = { pan: '9900000000005159', expiryDate: '1230', cv2: '123' };
const body = (transaction: Fields = {}, paymentMethod: unknown = { card }, more: Fields = {}) => ({
  transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM', ...transaction },
  paymentMethod,
  ...more,
});

function check(input: unknown, operation: 'payment' | 'payout' | 'verify' = 'payment') {
  const checked = parsePayment(z.parse(paymentBody, input), operation, new Date('2026-11-20'));
  return checked.ok ? checked.value : checked.code;
}

describe('tolerant reading', () => {
  test.each(['25.00', 25, '25', '25.0'])('reads the amount %j', (amount) => {
    expect(check(body({ amount }))).toMatchObject({ amountMinor: 2500 });
  });

  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
    [null, false],
    ['', false],
    [undefined, false],
  ])('reads deferred %j as %j', (deferred, expected) => {
    expect(check(body({ deferred }))).toMatchObject({ deferred: expected });
  });

  test('reads an empty PHP array as an absent object', () => {
    const more = { customer: [], financialServices: [], customFields: [], callbacks: [] };
    expect(check(body({}, { card, billingAddress: [] }, more))).toMatchObject({ amountMinor: 2500 });
  });

  test.each([
    [{ countryCode: 'GB' }, 'GBR'],
    [{ countryCode: 'GBR' }, 'GBR'],
    [{ countryCode: 'gbr' }, 'GBR'],
    [{ country: 'FR' }, 'FRA'],
    [{ country: 'France' }, undefined],
  ])('reads the country %j as %s', (billingAddress, countryCode) => {
    expect(check(body({}, { card, billingAddress }))).toMatchObject({ billingAddress: { countryCode } });
  });

  test('stores emails in lower case', () => {
    const more = { customer: { email: ' Upper.Case@X.Example ' } };
    expect(check(body({}, { card }, more))).toMatchObject({ customer: { email: 'upper.case@x.example' } });
  });

  test('accepts a number as reference, unknown fields and spaces in card numbers', () => {
    const spacedPan = { card: { ...card, pan: '9900 0000 0000 5159' } };
    expect(check(body({ merchantRef: 42, plugin: 'x' }, spacedPan))).toMatchObject({
      merchantRef: '42',
      source: { card: { pan: card.pan } },
    });
  });
});

describe('refusals', () => {
  const address = (billingAddress: Fields) => ({ card, billingAddress });
  const withCard = (more: Fields) => ({ card: { ...card, ...more } });
  test.each<[string, unknown]>([
    ['V126', body({ currency: undefined })],
    ['V126', {}],
    ['V127', body({ currency: 'ABC' })],
    // Ended at the end of 2025.
    ['V127', body({ currency: 'BGN' })],
    ['V129', body({ amount: undefined })],
    ['V130', body({ amount: -1 })],
    ['V131', body({ amount: '1.001' })],
    ['V132', body({ amount: '1234567890123' })],
    ['V100', body({ amount: '0.00' })],
    ['V100', body({ amount: '1,00' })],
    ['V128', body({ commerceType: undefined })],
    ['V100', body({ commerceType: 'POST' })],
    ['V100', body({ channel: 'PIGEON' })],
    ['V100', body({ recurring: true, instalment: 1 })],
    ['V150', body({}, {})],
    ['V150', body({}, { card, cardToken: { token: 'MT_1' } })],
    ['V151', body({}, { cardToken: { cv2: '123' } })],
    ['A129', body({}, { paypal: { returnUrl: 'https://shop.example' } })],
    ['V301', body({}, withCard({ pan: undefined }))],
    ['V302', body({}, withCard({ pan: '99000000000051x9' }))],
    ['V302', body({}, withCard({ pan: '9900000000005158' }))],
    ['V303', body({}, withCard({ pan: '990000000005' }))],
    ['V303', body({}, withCard({ pan: '99000000000000000000' }))],
    ['V304', body({}, withCard({ expiryDate: undefined }))],
    ['V144', body({}, withCard({ expiryDate: '1330' }))],
    ['V144', body({}, withCard({ expiryDate: '12/30' }))],
    ['V305', body({}, withCard({ pan: '1234567890123452' }))],
    ['V306', body({}, withCard({ cv2: '12' }))],
    ['V306', body({}, withCard({ cv2: '1234' }))],
    ['V142', body({}, withCard({ nickname: 'x'.repeat(21) }))],
    ['V145', body({}, withCard({ startDate: '1326' }))],
    ['V145', body({}, withCard({ startDate: '2026-01' }))],
    ['V146', body({}, withCard({ startDate: '0126', clearStart: 'true' }))],
    ['V147', body({}, withCard({ startDate: '0131' }))],
    ['V148', body({}, withCard({ issueNumber: '12' }))],
    ['V148', body({}, withCard({ issueNumber: 'x' }))],
    ['V149', body({}, withCard({ issueNumber: 1, clearIssue: 1 }))],
    ['V312', body({}, withCard({ cardLockToken: 'lock' }))],
    ['V313', body({}, withCard({ pan: undefined, cardLockToken: 'lock' }))],
    ['V118', body({}, { card }, { customFields: { fieldState: [{ name: 'a' }, { value: 'b' }] } })],
    ['V118', body({}, { card }, { customFields: { fieldState: [{ name: null, value: 'b' }] } })],
    ['V119', body({}, { card }, { customFields: { fieldState: [] } })],
    ['V119', body({}, { card }, { customFields: {} })],
    ['V124', body({}, address({ postcode: 'BS1;4XX' }))],
    ['V124', body({}, { card }, { customer: { billingAddress: { postcode: '<BS1>' } } })],
    ['V124', body({}, { card }, { financialServices: { postCode: 'BS20!' } })],
    ['V152', body({}, address({ line1: 'x'.repeat(256) }))],
    ['V155', body({}, address({ countryCode: 'ZZ' }))],
    ['V116', body({}, { card }, { customer: { id: '1', merchantRef: 'a' } })],
    ['V153', body({}, { card }, { customer: { dateOfBirth: '20230230' } })],
    ['V153', body({}, { card }, { financialServices: { dateOfBirth: '1987-08-18' } })],
    ['V153', body({}, { card }, { financialServices: { dateOfBirth: '20991231' } })],
    ['V153', body({}, { card }, { customer: { dateOfBirth: '20261122' } })],
    ['V144', body({}, { card: { ...card, expiryDate: '1026' } })],
    ['V100', body({}, { card }, { customer: { ip: '1.2.3' } })],
    ['V125', body({}, { card }, { callbacks: { transactionNotification: { url: 'ftp://x' } } })],
  ])('%s for %j', (code, input) => {
    expect(check(input)).toBe(code);
  });
});

test('keeps an IPv6 address in its one canonical form', () => {
  const customer = (ip: string) => check(body({}, { card }, { customer: { ip } }));
  expect(customer('2001:DB8::0:1')).toMatchObject({ customer: { ip: '2001:db8::1' } });
  expect(customer('203.0.113.7')).toMatchObject({ customer: { ip: '203.0.113.7' } });
});

test('reads the start date and issue number of a card, or that they are cleared', () => {
  const issueFields = { startDate: '1230', issueNumber: 0 };
  expect(check(body({}, { card: { ...card, ...issueFields } }))).toMatchObject({
    source: { card: { validFrom: '1230', issueNumber: '0' } },
  });
  expect(check(body({}, { card: { ...card, clearStart: true, clearIssue: '1' } }))).toMatchObject({
    source: { card: { validFrom: null, issueNumber: null } },
  });
});

test('lets a verify have no amount', () => {
  expect(check(body({ amount: undefined }), 'verify')).toMatchObject({ amountMinor: 0 });
  expect(check(body({ amount: '0.00' }), 'verify')).toMatchObject({ amountMinor: 0 });
});

test('masks card numbers in free text', () => {
  const text = 'paid by 4444 3333 2222 1111';
  const request = check(body({ description: text }, { card }, { customer: { displayName: text } }));
  expect(request).toMatchObject({
    description: 'paid by 444433******1111',
    customer: { displayName: 'paid by 444433******1111' },
  });
});

test.each([
  ['transaction.merchantRef', { merchantRef: `order ${card.pan}` }, {}],
  ['transaction.merchantRef', { merchantRef: '4444 3333 2222 1111' }, {}],
  ['transaction.basketReference', { basketReference: card.pan }, {}],
  ['customer.merchantRef', {}, { customer: { merchantRef: card.pan } }],
])('rejects a card number in %s, because a reference is never altered', (field, transaction, more) => {
  const input = z.parse(paymentBody, body(transaction, { card }, more));
  const request = parsePayment(input, 'payment', new Date('2026-11-20'));
  expect(request).toMatchObject({ ok: false, code: 'V100', field, detail: 'not_allowed' });
});

test('leaves a reference with a time that passes the check digit as it is', () => {
  const merchantRef = 'ORDER-1732747200001';
  expect(check(body({ merchantRef }))).toMatchObject({ merchantRef });
});

test('leaves transient custom fields out', () => {
  const fieldState = [
    { name: 'kept', value: 'a' },
    { name: 'gone', value: 'b', transient: true },
  ];
  expect(check(body({}, { card }, { customFields: { fieldState } }))).toMatchObject({
    customFields: [{ name: 'kept', value: 'a' }],
  });
});

describe('follow-up bodies', () => {
  const parseFollowUpBody = (input: unknown) => {
    const checked = parseFollowUp(z.parse(followUpBody, input), 'GBP');
    return checked.ok ? checked.value : checked.code;
  };

  test.each([[undefined], [{}], [[]], [{ transaction: {} }], [{ transaction: [] }]])(
    '%j takes all that is left',
    (input) => {
      expect(parseFollowUpBody(input)).toMatchObject({ amountMinor: undefined, currency: undefined });
    },
  );

  test('reads amount, currency and sequence', () => {
    const input = { transaction: { amount: 2.5, currency: 'GBP', recurring: 'true', merchantRef: 'r' } };
    expect(parseFollowUpBody(input)).toMatchObject({
      amountMinor: 250,
      currency: 'GBP',
      sequence: 'RECURRING',
      merchantRef: 'r',
    });
  });

  test.each([
    ['V100', { amount: 0 }],
    ['V130', { amount: '-2' }],
    ['V131', { amount: '2.505' }],
    ['V100', { recurring: true, instalment: true }],
  ])('refuses with %s: %j', (code, transaction) => {
    expect(parseFollowUpBody({ transaction })).toBe(code);
  });

  test('leaves another currency to the follow-up rules', () => {
    expect(parseFollowUpBody({ transaction: { amount: '1.5', currency: 'JPY' } })).toMatchObject({
      currency: 'JPY',
    });
  });
});

describe('the field to blame', () => {
  const longText = 'x'.repeat(300);
  const callbacks = (callback: Fields) => body({}, { card }, { callbacks: { preAuthCallback: callback } });
  test.each<[string, string, unknown]>([
    ['transaction.currency', 'missing', {}],
    ['transaction.currency', 'not_allowed', body({ currency: 'ABC' })],
    ['transaction.amount', 'missing', body({ amount: undefined })],
    ['transaction.amount', 'invalid', body({ amount: '1.001' })],
    ['transaction.commerceType', 'missing', body({ commerceType: undefined })],
    ['transaction.channel', 'not_allowed', body({ channel: 'PIGEON' })],
    ['paymentMethod', 'missing', body({}, {})],
    ['paymentMethod.card.expiryDate', 'invalid', body({}, { card: { ...card, expiryDate: '1320' } })],
    ['paymentMethod.card.pan', 'missing', body({}, { card: { ...card, pan: undefined } })],
    ['paymentMethod.cardToken.token', 'missing', body({}, { cardToken: { cv2: '123' } })],
    ['paymentMethod.billingAddress.city', 'too_long', body({}, { card, billingAddress: { city: longText } })],
    [
      'customer.billingAddress.city',
      'too_long',
      body({}, { card }, { customer: { billingAddress: { city: longText } } }),
    ],
    [
      'orderDetails.shippingAddress.city',
      'too_long',
      body({}, { card }, { orderDetails: { shippingAddress: { city: longText } } }),
    ],
    ['customer.dateOfBirth', 'invalid', body({}, { card }, { customer: { dateOfBirth: '19990230' } })],
    [
      'customFields.fieldState.1.name',
      'missing',
      body({}, { card }, { customFields: { fieldState: [{ name: 'a' }, {}] } }),
    ],
    ['callbacks.preAuthCallback.url', 'invalid', callbacks({ url: 'shop' })],
    [
      'callbacks.preAuthCallback.format',
      'not_allowed',
      callbacks({ url: 'https://shop.example', format: 'SOAP' }),
    ],
  ])('%s is %s', (field, detail, input) => {
    const checked = parsePayment(z.parse(paymentBody, input), 'payment', new Date('2026-11-20'));
    if (checked.ok) throw new Error('nothing was refused');
    expect(buildOutcome(checked.code, checked)).toMatchObject({
      status: 'FAILED',
      reasonCode: checked.code,
      reasonMessage: `${reasonText(checked.code)}: ${field}`,
      field,
      detail,
    });
  });
});
