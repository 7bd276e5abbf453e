import { expect, test } from 'vitest';
import {
  adviseMerchant,
  adviseOnDecline,
  explainDecline,
  findOutgoingProblem,
  pauseCard,
  retryFrom,
} from '../payments/declines.ts';

test.each([
  ['D100', '51', '51'],
  ['D100', '5', '05'],
  ['D100', '99', 'other'],
  ['D100', null, 'other'],
  ['X203', '91', '91'],
  ['X203', null, 'X203'],
  ['A116', '00', 'A116'],
  ['C102', null, 'C101'],
  ['D100', '005', '05'],
  ['D100', '1a', '1A'],
  ['D100', '02', '01'],
  ['X203', '51', 'X203'],
  ['A109', undefined, 'saved_card'],
  ['V302', undefined, 'card_form'],
  ['V402', undefined, 'follow_up'],
  ['V126', undefined, 'request'],
  ['Z999', undefined, 'unknown'],
])('explains %s with response %s by the texts of %s', (reasonCode, statusCode, decline) => {
  expect(explainDecline({ reasonCode, statusCode })).toBe(decline);
});

test.each([
  ['65', 'MASTERCARD', '1A'],
  ['65', 'VISA', '65'],
  ['79', 'MASTERCARD', 'MASTERCARD_79'],
  ['79', 'VISA', 'other'],
  ['82', 'MASTERCARD', 'MASTERCARD_82'],
  ['83', 'AMEX', '83'],
] as const)('explains response %s of %s as %s', (statusCode, scheme, decline) => {
  expect(explainDecline({ reasonCode: 'D100', statusCode, scheme })).toBe(decline);
});

test.each(['A120', 'A136'] as const)(
  'a rule that stops with %s sends no payer to another card',
  (decline) => {
    expect(adviseOnDecline(decline).payer).toBe('CONTACT');
  },
);

test.each(['A116', 'A120', 'A136'] as const)('places a payment stopped with %s on our side', (decline) => {
  expect(adviseOnDecline(decline).side).toBe('PROVIDER');
});

test('advises staff and payers on insufficient funds', () => {
  expect(adviseOnDecline('51')).toEqual({
    group: 'FUNDS',
    side: 'CUSTOMER',
    retry: 'DAY',
    advice: 'WAIT',
    payer: 'NOT_APPROVED',
    next: 'REPEAT',
  });
});

test.each([
  ['51', '2026-11-23T10:00:00.000Z'],
  ['91', '2026-11-22T11:00:00.000Z'],
  ['62', '2026-11-25T10:00:00.000Z'],
  ['54', undefined],
  ['unknown', undefined],
] as const)('lets %s be retried from %s', (decline, from) => {
  expect(retryFrom(decline, '2026-11-22T10:00:00.000Z')?.toISOString()).toBe(from);
});

const at = new Date('2026-11-22T10:00:00.000Z');

test.each([
  ['D100', '51', { group: 'FUNDS', side: 'CUSTOMER', retry: 'LATER', notBefore: '2026-11-23T10:00:00.000Z' }],
  [
    'X203',
    '91',
    { group: 'UNAVAILABLE', side: 'ISSUER', retry: 'LATER', notBefore: '2026-11-22T11:00:00.000Z' },
  ],
  ['D100', '14', { group: 'CARD_DETAILS', side: 'CUSTOMER', retry: 'FIX' }],
  ['D100', '43', { group: 'CARD_UNUSABLE', side: 'CUSTOMER', retry: 'NEVER' }],
  ['D100', '1A', { group: 'AUTHENTICATION', side: 'ISSUER', retry: 'AUTHENTICATE' }],
  ['A125', null, { group: 'UNAVAILABLE', side: 'PROVIDER', retry: 'LATER' }],
  ['X202', null, { group: 'UNAVAILABLE', side: 'PROCESSOR', retry: 'NEVER' }],
  ['Z999', null, undefined],
])('advises merchants after %s with response %s', (reasonCode, statusCode, advice) => {
  expect(adviseMerchant({ reasonCode, statusCode }, at)).toEqual(advice);
});

test.each([
  ['51', '24', 'LATER', '2026-11-23T10:00:00.000Z'],
  ['51', '25', 'LATER', '2026-11-23T10:00:00.000Z'],
  ['51', '26', 'LATER', '2026-11-24T10:00:00.000Z'],
  ['51', '27', 'LATER', '2026-11-26T10:00:00.000Z'],
  ['51', '28', 'LATER', '2026-11-28T10:00:00.000Z'],
  ['51', '29', 'LATER', '2026-11-30T10:00:00.000Z'],
  ['51', '30', 'LATER', '2026-12-02T10:00:00.000Z'],
  ['51', '02', 'LATER', '2026-11-25T10:00:00.000Z'],
  ['82', '24', 'LATER', '2026-11-22T11:00:00.000Z'],
  ['79', '02', 'LATER', '2026-11-25T10:00:00.000Z'],
  ['91', '26', 'LATER', '2026-11-24T10:00:00.000Z'],
  ['62', '26', 'LATER', '2026-11-25T10:00:00.000Z'],
  ['99', '26', 'LATER', '2026-11-24T10:00:00.000Z'],
  ['54', '26', 'FIX', undefined],
  ['65', '26', 'AUTHENTICATE', undefined],
  ['43', '26', 'NEVER', undefined],
  ['43', '01', 'NEVER', undefined],
  ['43', '04', 'NEVER', undefined],
  ['05', '01', 'FIX', undefined],
  ['79', '01', 'FIX', undefined],
  ['65', '01', 'AUTHENTICATE', undefined],
  ['83', '01', 'AUTHENTICATE', undefined],
  ['83', undefined, 'NEVER', undefined],
  ['05', '04', 'FIX', undefined],
  ['05', '22', 'FIX', undefined],
  ['51', '03', 'NEVER', undefined],
  ['14', '21', 'NEVER', undefined],
  ['05', '40', 'LATER', '2026-11-23T10:00:00.000Z'],
])(
  'advises merchants on Mastercard response %s with advice code %s: %s from %s',
  (statusCode, adviceCode, retry, notBefore) => {
    const advice = adviseMerchant({ reasonCode: 'D100', statusCode, scheme: 'MASTERCARD', adviceCode }, at);
    expect([advice?.retry, advice?.notBefore]).toEqual([retry, notBefore]);
  },
);

test.each([
  ['05', '03', 'OTHER_CARD', 'ISSUER'],
  ['43', '03', 'REVIEW', 'CUSTOMER'],
  ['05', '21', 'STOP', 'CUSTOMER'],
  ['05', '22', 'PROCESSOR', 'MERCHANT'],
  ['05', '01', 'CHECK_DETAILS', 'ISSUER'],
  ['MASTERCARD_82', '24', 'WAIT', 'ISSUER'],
  ['MASTERCARD_83', '01', 'AUTHENTICATE', 'ISSUER'],
] as const)('advises staff on %s with advice code %s: %s', (decline, adviceCode, advice, side) => {
  expect(adviseOnDecline(decline, adviceCode)).toMatchObject({ advice, side });
});

test('ignores the advice code of a payment that we stopped', () => {
  expect(adviseOnDecline('A120', '24')).toEqual(adviseOnDecline('A120'));
  expect(retryFrom('A120', at.toISOString(), '24')).toBeUndefined();
});

test('names no time for a rejection without a transaction', () => {
  expect(adviseMerchant({ reasonCode: 'E100' })).toEqual({
    group: 'UNAVAILABLE',
    side: 'PROVIDER',
    retry: 'LATER',
  });
});

test.each([
  ['D100', '43', null, [true, '2026-12-22T10:00:00.000Z']],
  ['D100', '51', null, [false, '2026-11-23T10:00:00.000Z']],
  ['D100', '51', '26', [false, '2026-11-24T10:00:00.000Z']],
  ['D100', '51', '03', [true, '2026-12-22T10:00:00.000Z']],
  ['D100', '99', '21', [true, '2026-12-22T10:00:00.000Z']],
  ['D100', '94', '03', [true, '2026-12-22T10:00:00.000Z']],
  ['D100', '94', null, undefined],
  ['D100', '54', null, undefined],
  ['D100', '1A', null, undefined],
  ['X203', '91', null, [false, '2026-11-22T11:00:00.000Z']],
  ['A120', null, null, undefined],
  ['A126', null, null, undefined],
])(
  '%s with response %s and advice code %s pauses the card: %j',
  (reasonCode, statusCode, adviceCode, pause) => {
    const found = pauseCard({ reasonCode, statusCode, scheme: 'MASTERCARD', adviceCode }, at);
    expect(found && [found.isFinal, found.until.toISOString()]).toEqual(pause);
  },
);

test.each([
  ['REFUND', '51', 'refund_funds'],
  ['REFUND', '54', 'refund_card'],
  ['PAYOUT', '51', 'payout_funds'],
  ['PAYOUT_COMPLETE', '41', 'payout_card'],
  ['REFUND', '91', undefined],
  ['PAYMENT', '51', undefined],
  ['CAPTURE', '54', undefined],
] as const)('a %s declined with %s has a sentence of its own: %s', (type, decline, problem) => {
  expect(findOutgoingProblem(type, decline)).toBe(problem);
});
