import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { base, goodCard, paid, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import type { ProcessorConnection } from '#integrations/processors/adapter.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { overProtocol } from '#testing/over-protocol.ts';
import { replaceSandbox } from '#testing/use-processor.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { findMissingSettlements } from '../server/find-missing.ts';
import { findSettlementReports } from '../server/find-reports.ts';
import { importSettlementReports } from '../server/import-reports.ts';
import { announce, batchesOf, differencesOf, findMissing, reportsOf } from './settlement-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeEach(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now() }));
});
afterEach(() => app.stop());

async function importWeek(): Promise<void> {
  app.clock.advance(8 * dayMs);
  await findSettlementReports.run(app.services);
  await importSettlementReports.run(app.services);
}

describe.each<[string, (sandbox: ProcessorConnection) => ProcessorConnection]>([
  ['in process', (sandbox) => sandbox],
  ['over the adapter protocol', (sandbox) => overProtocol(sandbox)],
])('the sandbox %s', (_name, connect) => {
  test('settles a week of payments, captures, refunds and payouts', async () => {
    app.services.processors = onlyProcessor(connect(app.sandbox));
    const id = await paid(merchant, { amount: '40.00' });
    await merchant('POST', `${base}/${id}/refund`, { transaction: { currency: 'GBP', amount: '10.00' } });
    const held = await paid(merchant, { amount: '20.00', deferred: true });
    await merchant('POST', `${base}/${held}/capture`, {});
    const released = await paid(merchant, { amount: '30.00', deferred: true });
    await merchant('POST', `${base}/${released}/cancel`, {});
    await merchant(
      'POST',
      `${base}/payment`,
      payment({ amount: '9.05' }, { card: { ...goodCard, cv2: '999' } }),
    );
    await importWeek();
    expect((await reportsOf(app)).map(({ state }) => state)).toEqual(['IMPORTED']);
    const [payout] = await app.owner`
      select payments, refunds, payments_minor, refunds_minor, interchange_minor, net_minor, currency from merchant_payout`;
    expect(payout).toMatchObject({ refunds: 1, refundsMinor: -1000, currency: 'GBP' });
    expect((await batchesOf(app)).map(({ state }) => state)).toEqual(['RECONCILED']);
    app.clock.advance(11 * dayMs);
    await findMissingSettlements.run(app.services);
    expect(await differencesOf(app)).toEqual([]);
    // A second list has no more, and the same week again changes nothing.
    await findSettlementReports.run(app.services);
    await importSettlementReports.run(app.services);
    expect(await reportsOf(app)).toHaveLength(1);
  });
});

test('the sandbox’s triggers make a wrong amount and a missing payment', async () => {
  await paid(merchant);
  const wrong = await paid(merchant, { amount: '12.57' });
  const missing = await paid(merchant, { amount: '12.61' });
  await importWeek();
  app.clock.advance(3 * dayMs);
  await findMissingSettlements.run(app.services);
  expect(await differencesOf(app)).toMatchObject([
    { kind: 'AMOUNT', txnId: Number(wrong) },
    { kind: 'MISSING', txnId: Number(missing) },
  ]);
  expect((await batchesOf(app)).map(({ state }) => state)).toEqual(['RECONCILED']);
});

test('a payment that has failed and is settled all the same is a late approval', async () => {
  const id = await paid(merchant);
  await app.owner`update txn set txn_status = 'FAILED', amount_minor = 0 where txn_id = ${id}`;
  await importWeek();
  expect(await differencesOf(app)).toMatchObject([
    { kind: 'LATE_APPROVAL', txnId: Number(id), companyId: 1100 },
  ]);
});

test('money that is in no report is missing once, and the report that has it later is named', async () => {
  await paid(merchant);
  await importWeek();
  const missing = await paid(merchant, { amount: '31.00' });
  const later = await paid(merchant, { amount: '32.00' });
  const owner = app.owner;
  await owner`update sandbox.operation set received_at = received_at + interval '14 days' where reference = ${later}`;
  await owner`delete from sandbox.operation where reference = ${missing}`;
  app.clock.advance(11 * dayMs);
  await findSettlementReports.run(app.services);
  await importSettlementReports.run(app.services);
  await findMissingSettlements.run(app.services);
  await findMissingSettlements.run(app.services);
  expect((await differencesOf(app)).map(({ txnId }) => String(txnId))).toEqual([missing, later]);
  app.clock.advance(14 * dayMs);
  await findSettlementReports.run(app.services);
  await importSettlementReports.run(app.services);
  const provider = await actAs(app, 'domain@demo.example');
  const { body } = await provider('GET', '/proxy/sync/settlement/1000/differences?kind=MISSING');
  const since = Object.fromEntries(
    body.items.map((one: { transactionId: string; settledSince: string | null }) => [
      one.transactionId,
      one.settledSince,
    ]),
  );
  expect(since[missing]).toBeNull();
  expect(since[later]).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a report of an earlier week, imported late, has its week searched for missing money', async () => {
  await paid(merchant);
  const missing = await paid(merchant, { amount: '12.61' });
  app.clock.advance(7 * dayMs);
  await paid(merchant);
  const [week] = await app.owner<{ monday: string }[]>`
    select date_trunc('week', ${app.clock.now()}::timestamptz at time zone 'UTC')::date as monday`;
  app.clock.advance(8 * dayMs);
  await announce({ app }, { name: `week-${week?.monday}`, address: '', connectionId: 1 });
  await importSettlementReports.run(app.services);
  await findMissing({ app });
  expect(await differencesOf(app)).toEqual([]);
  await findSettlementReports.run(app.services);
  await importSettlementReports.run(app.services);
  await findMissing({ app }, 1);
  expect(await differencesOf(app)).toMatchObject([{ kind: 'MISSING', txnId: Number(missing) }]);
});

test('reports of the operator’s connection are shown to the provider, not to a company', async () => {
  await paid(merchant);
  await importWeek();
  const provider = await actAs(app, 'domain@demo.example');
  expect((await provider('GET', '/proxy/sync/settlement/1000/reports')).body).toMatchObject({ total: 1 });
  const admin = await actAs(app, 'admin@harbour.example');
  expect((await admin('GET', '/proxy/sync/settlement/1100/reports')).body).toMatchObject({
    total: 0,
    hasConnections: false,
  });
  expect((await admin('GET', '/proxy/sync/payouts/1100')).body.total).toBe(1);
  // The provider sees the payouts of its companies too.
  expect((await provider('GET', '/proxy/sync/payouts/1000')).body.total).toBe(1);
});
