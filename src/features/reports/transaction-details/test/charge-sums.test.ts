import { expect, test } from 'vitest';
import { chargeSums } from '../charge-sums.ts';

type Sums = Parameters<typeof chargeSums>[0];

const payment: Sums = {
  type: 'PAYMENT',
  requestedAmount: '90.00',
  moneyMoved: '90.00',
  authorisationInformation: null,
  chargeInformation: {
    capturedAmount: '90.00',
    refundedAmount: '0.00',
    refundPendingAmount: '0.00',
    chargedBackAmount: '0.00',
    refundableAmount: '90.00',
    netAmount: '90.00',
  },
};
const untouched = {
  capturedAmount: '0.00',
  refundedAmount: '0.00',
  refundPendingAmount: '0.00',
  chargedBackAmount: '0.00',
  refundableAmount: '0.00',
  netAmount: '0.00',
};
const preauth: Sums = {
  ...payment,
  type: 'PREAUTH',
  requestedAmount: '50.00',
  moneyMoved: '0.00',
  authorisationInformation: { authorisedAmount: '50.00', releasedAmount: '0.00', capturableAmount: '50.00' },
  chargeInformation: untouched,
};

test.each<[string, Sums, string[]]>([
  ['a payment', payment, ['requested_amount 90.00', 'paid 90.00', 'refundable 90.00']],
  [
    'a payment with refunds, one of them pending',
    {
      ...payment,
      chargeInformation: {
        capturedAmount: '90.00',
        refundedAmount: '30.00',
        refundPendingAmount: '10.77',
        chargedBackAmount: '0.00',
        refundableAmount: '49.23',
        netAmount: '60.00',
      },
    },
    [
      'requested_amount 90.00',
      'paid 90.00',
      'refunded -30.00',
      'net 60.00',
      'refund_pending -10.77',
      'refundable 49.23',
    ],
  ],
  [
    'a declined payment',
    { ...payment, moneyMoved: '0.00', chargeInformation: null },
    ['requested_amount 90.00'],
  ],
  ['an open authorisation', preauth, ['requested_amount 50.00', 'authorised 50.00', 'left_to_capture 50.00']],
  [
    'an authorisation captured in part and refunded',
    {
      ...preauth,
      authorisationInformation: {
        authorisedAmount: '50.00',
        releasedAmount: '30.00',
        capturableAmount: '0.00',
      },
      chargeInformation: {
        capturedAmount: '20.00',
        refundedAmount: '20.00',
        refundPendingAmount: '0.00',
        chargedBackAmount: '0.00',
        refundableAmount: '0.00',
        netAmount: '0.00',
      },
    },
    [
      'requested_amount 50.00',
      'authorised 50.00',
      'captured 20.00',
      'released 30.00',
      'refunded -20.00',
      'net 0.00',
      'refundable 0.00',
    ],
  ],
  [
    'a released authorisation',
    {
      ...preauth,
      authorisationInformation: {
        authorisedAmount: '50.00',
        releasedAmount: '50.00',
        capturableAmount: '0.00',
      },
      chargeInformation: null,
    },
    ['requested_amount 50.00', 'authorised 50.00', 'released 50.00'],
  ],
  [
    'a refund',
    {
      ...payment,
      type: 'REFUND',
      requestedAmount: '-4.00',
      moneyMoved: '-4.00',
      chargeInformation: null,
    },
    ['requested_amount -4.00', 'refunded -4.00'],
  ],
  [
    'the release of an authorisation',
    {
      ...payment,
      type: 'PREAUTH_VOID',
      requestedAmount: '50.00',
      moneyMoved: '0.00',
      chargeInformation: null,
    },
    ['requested_amount 50.00'],
  ],
])('the sums of %s', (_name, transaction, lines) => {
  expect(chargeSums(transaction).map(({ name, amount }) => `${name} ${amount}`)).toEqual(lines);
});
