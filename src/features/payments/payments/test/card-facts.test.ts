import { describe, expect, test } from 'vitest';
import { maskPan } from '#shared/card-number.ts';
import { cardFacts } from '../request/parse-card.ts';

describe('cardFacts', () => {
  test.each([
    ['9900000000005159', 'MC_DEBIT', 'MASTERCARD', 'DEBIT'],
    ['9901000000005133', 'MC_CREDIT', 'MASTERCARD', 'CREDIT'],
    ['9902000000005132', 'VISA_DEBIT', 'VISA', 'DEBIT'],
    ['9903000000005131', 'VISA_CREDIT', 'VISA', 'CREDIT'],
    ['9905000000005139', 'AMEX', 'AMEX', 'CREDIT'],
    ['4462030000000000', 'VISA_DEBIT', 'VISA', 'DEBIT'],
    ['4543059790016721', 'VISA_CREDIT', 'VISA', undefined],
    ['5454609899026213', 'MC_CREDIT', 'MASTERCARD', undefined],
    ['5573489900000028', 'MC_DEBIT', 'MASTERCARD', 'DEBIT'],
    ['5641820000000005', 'MAESTRO', 'MASTERCARD', undefined],
    ['4444333322221111', 'VISA_CREDIT', 'VISA', undefined],
  ])('%s is %s', (pan, type, scheme, usage) => {
    expect(cardFacts(pan)).toMatchObject({
      type,
      scheme,
      usage,
      masked: maskPan(pan),
      lastFour: pan.slice(-4),
    });
  });

  test('finds no brand that does not exist', () => {
    expect(cardFacts('1234567890123452')).toBeUndefined();
  });
});
