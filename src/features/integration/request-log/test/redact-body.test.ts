import { describe, expect, test } from 'vitest';
import { redactAddress, redactBody } from '../server/redact-body.ts';

const pan = '4929000000006';
const amex = '371449635398431';
const visa = '4444333322221111';

const redact = (body: unknown): string => redactBody(body) ?? '';

test('keeps what an integrator looks for', () => {
  const body = {
    transaction: { amount: '25.00', currency: 'GBP', merchantRef: 'order-1' },
    outcome: { status: 'FAILED', reasonCode: 'V100', reasonMessage: 'The request is not valid' },
  };
  expect(JSON.parse(redact(body))).toEqual(body);
});

test('keeps the first six and last four digits of a card number in its field', () => {
  const card = { pan: visa, cv2: '123', expiryDate: '1230' };
  expect(JSON.parse(redact({ paymentMethod: { card } }))).toEqual({
    paymentMethod: { card: { pan: '444433******1111', cv2: '[hidden]', expiryDate: '1230' } },
  });
});

test.each([[[visa]], [Number(visa)], ['4444x3333'], [{ number: visa }], [null]])(
  'keeps nothing of %j in the field of a card number',
  (value) => {
    expect(redact({ card: { pan: value } })).not.toMatch(/4444|1111/);
  },
);

describe('hides the value of an unknown field', () => {
  test.each(['cvv', 'CV2', 'cardNumber', 'security_code', 'applePayToken', 'x'])('%s', (name) => {
    const text = redact({ paymentMethod: { card: { [name]: '7391', more: { deep: '7391' } } } });
    expect(text).not.toContain('7391');
    expect(text).toContain(name);
  });
});

test.each([
  'secret',
  'token',
  'cardToken',
  'cardLockToken',
  'pares',
  'cres',
  'MD',
  'redirectUrl',
  'ip',
  'cardFingerprint',
])('hides the field %s', (name) => {
  expect(redact({ card: { [name]: 'canary-value' }, other: [] })).not.toContain('canary-value');
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('hides a card number in a shown text', () => {
  test.each([
    ['plain', visa],
    ['in a sentence', `paid with ${visa} today`],
    ['in groups', '4444 3333 2222 1111'],
    ['with hyphens', '4444-3333-2222-1111'],
    ['with two spaces', '4444  3333  2222  1111'],
    ['with slashes', '4444/3333/2222/1111'],
    ['with underscores', '4444_3333_2222_1111'],
    ['with other hyphens', '4444\u20113333\u20112222\u20111111'],
    ['with no-break spaces', '4444\u00a03333\u00a02222\u00a01111'],
    ['with zero-width spaces', '4444\u200b3333\u200b2222\u200b1111'],
    ['in full-width digits', '４４４４３３３３２２２２１１１１'],
    ['in Arabic digits', '٤٤٤٤٣٣٣٣٢٢٢٢١١١١'],
    ['in Devanagari digits', '४४४४३३३३२२२२११११'],
    ['in mathematical digits', '𝟒𝟒𝟒𝟒𝟑𝟑𝟑𝟑𝟐𝟐𝟐𝟐𝟏𝟏𝟏𝟏'],
    ['URL-encoded', [...visa].map((digit) => `%3${digit}`).join('')],
    ['URL-encoded twice', [...visa].map((digit) => `%253${digit}`).join('')],
    ['with encoded spaces', '4444%203333%202222%201111'],
    ['in base64', base64(visa)],
    ['in base64 with text', base64(`{"pan":"${visa}"}`)],
    ['in hexadecimal digits', Buffer.from(visa).toString('hex')],
    ['in escapes', [...visa].map((digit) => String.raw`\u003${digit}`).join('')],
    ['in entities', [...visa].map((digit) => `&#${48 + Number(digit)};`).join('')],
    ['in JSON', `{"pan":"${visa}"}`],
    ['in XML', `<pan>${visa}</pan>`],
    ['of 13 digits', pan],
    ['of 15 digits', amex],
  ])('%s', (_, text) => {
    const kept = redact({ transaction: { description: text } });
    expect(kept).not.toContain(text);
    expect(kept.replaceAll(/\D/g, '')).not.toContain(text.replaceAll(/\D/g, '').slice(0, 13) || visa);
  });
});

test('hides a card number that is sent as a number', () => {
  expect(redact({ transaction: { amount: Number(visa) } })).not.toContain(visa);
  expect(redact({ transaction: { amount: 4.444333322221111e21 } })).not.toContain('4444');
});

test('hides a card number that is sent in pieces', () => {
  expect(redact({ items: ['4444', '3333', '2222', '1111'] })).toBe('{"items":"[hidden]"}');
  expect(redact({ items: [...visa].map(Number) })).toBe('{"items":"[hidden]"}');
});

test('hides a card number in the name of a field', () => {
  expect(redact({ transaction: { [visa]: 'x' } })).not.toContain(visa);
});

describe('hides a secret in a shown text', () => {
  test.each([
    ['security code', 'cv2: 7391'],
    ['security code in JSON', '{"cvv":"7391"}'],
    ['security code in XML', '<cvc>7391</cvc>'],
    ['password', 'password=hunter-7391'],
    ['authorisation', 'Authorization: Basic aGFyYm91cjo3Mzkx7391'],
    ['secret of a key', 'cs_live_k_abcdefgh23_7391'],
  ])('%s', (_, text) => {
    expect(redact({ transaction: { description: text } })).not.toContain('7391');
  });
});

test('hides the value of a transient custom field', () => {
  const state = (transient: unknown) =>
    redact({ customFields: { fieldState: [{ name: 'allergy', value: 'peanuts', transient }] } });
  expect(state(true)).not.toContain('peanuts');
  expect(state('true')).not.toContain('peanuts');
  expect(state(1)).not.toContain('peanuts');
  expect(state(false)).toContain('peanuts');
});

test('keeps an address of a merchant without its query', () => {
  const body = { callbacks: { preAuthCallback: { url: 'https://shop.example/hook?key=canary' } } };
  expect(redact(body)).toContain('https://shop.example/hook"');
  expect(redact(body)).not.toContain('canary');
});

test('cuts a long body', () => {
  const lines = Array.from({ length: 3000 }, (_, index) => ({ description: `line ${index} `.repeat(20) }));
  const text = redact({ items: lines });
  expect(text.length).toBeLessThanOrEqual(16 * 1024);
});

test('reads a deep body without failing', () => {
  let body: object = {};
  for (let depth = 0; depth < 31; depth += 1) body = { items: [body] };
  expect(redact(body).length).toBeLessThan(500);
});

test.each([undefined, null, 'text', 5, true, Buffer.from('x')])('keeps no body that is %s', (body) => {
  expect(redactBody(body)).toBeUndefined();
});

test('hides what an address should not have', () => {
  expect(redactAddress(`/a/${visa}`)).not.toContain(visa);
  expect(redactAddress(`/a?merchantRef=${visa}`)).not.toContain(visa);
  expect(redactAddress('/a?cv2=7391&password=7391&merchantRef=ok')).toMatch(/merchantRef=ok/);
  expect(redactAddress('/a?cv2=7391&password=7391')).not.toContain('7391');
});

test('hides the segment of the path with the token of a card', () => {
  expect(redactAddress('/c/42/paymentMethods/a%20b?cursor=1', { customerId: '42', cardToken: 'a b' })).toBe(
    '/c/42/paymentMethods/[hidden]?cursor=1',
  );
});

test('stores no NUL and no half of a surrogate pair', () => {
  expect(redact({ transaction: { description: 'a\0b\ud800' } })).toBe(
    '{"transaction":{"description":"ab\ufffd"}}',
  );
});
