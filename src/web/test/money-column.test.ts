import { describe, expect, test } from 'vitest';
import { isUnmoved, moneyColumn, moneyText } from '../format/money-column.ts';

describe('the amount of a transaction', () => {
  test.each([
    [{ requested: '6.95', currency: 'USD', type: 'PAYMENT' }, '6.95 USD'],
    [{ requested: '1234.50', currency: 'EUR', type: 'CAPTURE' }, '1,234.50 EUR'],
    [{ requested: '17.38', currency: 'GBP', type: 'REFUND' }, '−17.38 GBP'],
    [{ requested: '-20.00', currency: 'GBP', type: 'PAYOUT' }, '−20.00 GBP'],
    [{ requested: '0.00', currency: 'GBP', type: 'REFUND' }, '0.00 GBP'],
    [{ requested: '-5.00', currency: 'GBP' }, '−5.00 GBP'],
    [{ requested: '6.95' }, '6.95'],
    [{ requested: '' }, ''],
    [{ requested: '', type: 'REFUND' }, ''],
  ])('of %j is %j', (money, text) => {
    expect(moneyText(money, 'en-GB')).toBe(text);
  });

  test.each([
    [{ requested: '6.95', status: 'SUCCESS', type: 'PAYMENT' }, false],
    [{ requested: '6.95', status: 'SUCCESS', type: 'REFUND' }, false],
    [{ requested: '6.95', status: 'SUCCESS' }, false],
    [{ requested: '6.95', status: 'SUCCESS', type: 'PREAUTH' }, true],
    [{ requested: '6.95', status: 'SUCCESS', type: 'PREAUTH_VOID' }, true],
    [{ requested: '6.95', status: 'FAILED', type: 'PAYMENT' }, true],
    [{ requested: '6.95', status: 'SUSPENDED', type: 'REFUND' }, true],
    [{ requested: '6.95' }, false],
  ])('of %j is quiet: %j', (money, isMuted) => {
    expect(isUnmoved(money)).toBe(isMuted);
  });
});

test('a column shows a failed refund signed and quiet', () => {
  const column = moneyColumn('de', (row: { status: string }) => ({
    requested: '1234.5',
    currency: 'EUR',
    type: 'REFUND',
    ...row,
  }));
  expect(column).toMatchObject({ align: 'end', isNumeric: true });
  expect(column.text({ status: 'FAILED' })).toBe('−1.234,5 EUR');
  expect(column.isMuted({ status: 'FAILED' })).toBe(true);
  expect(column.isMuted({ status: 'SUCCESS' })).toBe(false);
});
