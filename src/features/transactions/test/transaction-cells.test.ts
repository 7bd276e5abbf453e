import { describe, expect, test } from 'vitest';
import { cardEnd, isUncharged, moneyText } from '../web/transaction-cells.ts';

describe('the amount of a transaction', () => {
  test.each([
    [{ requested_amount: '6.95', ccy_code: 'USD', txn_type: 'PAYMENT' }, '6.95 USD'],
    [{ requested_amount: '1234.50', ccy_code: 'EUR', txn_type: 'CAPTURE' }, '1,234.50 EUR'],
    [{ requested_amount: '17.38', ccy_code: 'GBP', txn_type: 'REFUND' }, '−17.38 GBP'],
    [{ requested_amount: '-20.00', ccy_code: 'GBP', txn_type: 'PAYOUT' }, '−20.00 GBP'],
    [{ requested_amount: '0.00', ccy_code: 'GBP', txn_type: 'REFUND' }, '0.00 GBP'],
    [{ requested_amount: '6.95' }, '6.95'],
    [{}, ''],
  ])('of %j is %j', (row, text) => {
    expect(moneyText(row, 'en-GB')).toBe(text);
  });
  test.each([
    [{ txn_status: 'SUCCESS', amount: '6.95' }, false],
    [{ txn_status: 'SUCCESS' }, false],
    [{ txn_status: 'SUCCESS', amount: '0.00' }, true],
    [{ txn_status: 'FAILED', amount: '6.95' }, true],
    [{}, false],
  ])('of %j without a charge: %j', (row, isMuted) => {
    expect(isUncharged(row)).toBe(isMuted);
  });
});

test('shows a card by its last four digits', () => {
  expect(cardEnd({ masked_pan: '990100******4242' })).toBe('•••• 4242');
  expect(cardEnd({ masked_pan: '' })).toBe('');
  expect(cardEnd({})).toBe('');
});
