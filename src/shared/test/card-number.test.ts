import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressHasCardNumber, maskCardNumbers, maskPan, passesLuhn } from '../card-number.ts';

test('masks six and four', () => {
  expect(maskPan('9900000000005159')).toBe('990000******5159');
  expect(maskPan('4222222222222')).toBe('422222***2222');
});

const withLuhn = fc
  .tuple(fc.integer({ min: 12, max: 18 }), fc.infiniteStream(fc.integer({ min: 0, max: 9 })))
  .map(([length, stream]) => {
    const digits = [...stream.take(length)].join('');
    const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit));
    return digits + check;
  });

describe('maskCardNumbers', () => {
  test.each([
    ['card 4444333322221111 please', 'card 444433******1111 please'],
    ['4444 3333 2222 1111', '444433******1111'],
    ['4444-3333-2222-1111', '444433******1111'],
    ['12 4444 3333 2222 1111 99', '12 444433******1111 99'],
    ['4444333322221111,9900000000005159', '444433******1111,990000******5159'],
    ['order 1234567890123456', 'order 1234567890123456'],
    ['TXN-0001', 'TXN-0001'],
    ['', ''],
    // Generated ids, with digits that pass Luhn.
    ['a4444333322221111bcdef0123456789', 'a4444333322221111bcdef0123456789'],
    ['44443333-2222-1111-8abc-0123456789ab', '44443333-2222-1111-8abc-0123456789ab'],
    ['id 44443333-2222-1111-8abc-0123456789ab', 'id 44443333-2222-1111-8abc-0123456789ab'],
    // Not generated: longer, without a letter, or of another length.
    ['xa4444333322221111bcdef0123456789', 'xa444433******1111bcdef0123456789'],
    ['44443333-2222-1111-1234-123456789012', '444433******1111-1234-123456789012'],
    ['a4444333322221111b', 'a444433******1111b'],
  ])('%j becomes %j', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  test('leaves no Luhn-valid run of 13 to 19 digits', () => {
    fc.assert(
      fc.property(withLuhn, fc.string(), fc.string(), (pan, before, after) => {
        const text = `${before}/${pan}/${after}`;
        expect(maskCardNumbers(text)).not.toContain(pan);
        for (const [run] of maskCardNumbers(text).matchAll(/[0-9]{13,}/g)) {
          expect(run.length <= 19 && passesLuhn(run)).toBe(false);
        }
      }),
    );
  });
});

describe('addressHasCardNumber', () => {
  test.each([
    ['https://shop.example/done?card=4444333322221111', true],
    ['https://shop.example/done?card=4444%203333+2222%201111', true],
    ['https://4444333322221111.example/', true],
    ['https://shop.example/done/44443333-2222-1111-8abc-0123456789ab', false],
    // These pass Luhn as well.
    ['https://shop.example/orders/20261122034808', false],
    ['https://shop.example/?at=1763783280003', false],
    ['https://shop.example/%E0%A4%A', false],
  ])('%s: %s', (address, expected) => {
    expect(addressHasCardNumber(address)).toBe(expected);
  });

  test('takes order numbers that pass Luhn for no card numbers', () => {
    expect([passesLuhn('20261122034808'), passesLuhn('1763783280003')]).toEqual([true, true]);
  });
});
