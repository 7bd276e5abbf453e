import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, paid, transactionIdOf } from '#features/payments/payments/test/payment-fixtures.ts';
import { inTenant } from '#database/tenant.ts';
import { noFees, type SettlementLine } from '#integrations/processors/settlements.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { matchLines } from '../server/match-lines.ts';

let app: TestApp;
let merchant: Send;
let payment: string;
let refunds: string[];
let captures: string[];
let gateway: string;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  payment = await paid(merchant);
  const refund = async (amount: string, key: string) =>
    transactionIdOf(
      await merchant(
        'POST',
        `${base}/${payment}/refund`,
        { transaction: { currency: 'GBP', amount } },
        { 'idempotency-key': key },
      ),
    );
  refunds = [await refund('2.00', 'one'), await refund('3.00', 'two'), await refund('3.00', 'three')];
  const held = await paid(merchant, { amount: '20.00', deferred: true });
  captures = [transactionIdOf(await merchant('POST', `${base}/${held}/capture`, {}))];
  captures.unshift(held);
  const [row] = await app.owner<{ gatewayReference: string }[]>`
    select gateway_reference from txn where txn_id = ${payment}`;
  gateway = row?.gatewayReference ?? '';
});
afterAll(() => app.stop());

const match = async (line: Partial<SettlementLine>, connectionId = 1) => {
  const whole: SettlementLine = {
    batch: '1',
    kind: 'PAYMENT',
    type: 'Settled',
    at: '2026-11-02T10:00:00Z',
    gatewayReferences: [],
    grossMinor: 2500,
    grossCurrency: 'GBP',
    netMinor: 2500,
    netCurrency: 'GBP',
    fees: noFees,
    asRead: '',
    ...line,
  };
  const [found] = await inTenant(app.services.database, 'all-tenants', (sql) =>
    matchLines(sql, { connectionId, reportId: 0 }, [whole]),
  );
  return [found?.transaction === undefined ? null : String(found.transaction.txnId), found?.finding];
};

describe('a line is matched', () => {
  test('by our id of the operation', async () => {
    expect(await match({ reference: payment })).toEqual([payment, null]);
    expect(
      await match({ kind: 'REFUND', grossMinor: -200, reference: refunds[0], paymentReference: payment }),
    ).toEqual([refunds[0], null]);
  });

  test('by the payment and the type of the line', async () => {
    expect(await match({ paymentReference: payment })).toEqual([payment, null]);
    expect(await match({ kind: 'REFUND', grossMinor: -200, paymentReference: payment })).toEqual([
      refunds[0],
      null,
    ]);
    // The processor names the authorisation; its capture has moved the money.
    expect(await match({ reference: captures[0], grossMinor: 2000 })).toEqual([captures[1], null]);
  });

  test('by the processor’s id', async () => {
    expect(await match({ reference: 'ORDER-1', gatewayReferences: ['other', gateway] })).toEqual([
      payment,
      null,
    ]);
  });

  test('with none of several that fit', async () => {
    expect(await match({ kind: 'REFUND', grossMinor: -300, paymentReference: payment })).toEqual([
      null,
      'UNKNOWN',
    ]);
  });

  test('on its connection only', async () => {
    expect(await match({ reference: payment }, 2)).toEqual([null, 'UNKNOWN']);
  });

  test('not with an operation of another kind', async () => {
    expect(await match({ kind: 'REFUND', grossMinor: -2500, reference: refunds[0] })).toEqual([
      refunds[0],
      'AMOUNT',
    ]);
    expect(await match({ reference: refunds[0] })).toEqual([null, 'UNKNOWN']);
  });
});

test.each<[string, Partial<SettlementLine>, string | null]>([
  ['another amount', { grossMinor: 2499 }, 'AMOUNT'],
  ['the other direction', { grossMinor: -2500 }, 'AMOUNT'],
  ['another currency', { grossCurrency: 'EUR' }, 'CURRENCY'],
  ['a part charged back', { kind: 'CHARGEBACK', grossMinor: -100 }, null],
  ['more than the payment charged back', { kind: 'CHARGEBACK', grossMinor: -2501 }, 'AMOUNT'],
  ['a fee of its own', { kind: 'FEE', grossMinor: -10 }, null],
])('finds %s', async (_name, line, finding) => {
  expect((await match({ reference: payment, ...line }))[1]).toBe(finding);
});

test('a reference that is a formula or too long for an id matches none', async () => {
  for (const reference of ['=1+1', '9'.repeat(30), '-1', ' '])
    expect(await match({ reference, paymentReference: reference })).toEqual([null, 'UNKNOWN']);
});
