import { afterAll, beforeAll, expect, test } from 'vitest';
import { expirePreauths, expireSuspended } from '../server/jobs/expire-payments.ts';
import { setSettlementDates } from '../server/jobs/set-settlement-dates.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, enrolledCard, expectBooksToBalance, paid, payment, reason } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

const dayMs = 24 * 3600_000;
const read = async (id: string) => (await merchant('GET', `${base}/${id}`)).body;

test('ends an authorisation after seven days, not a captured one', async () => {
  const open = await paid(merchant, { deferred: true });
  const captured = await paid(merchant, { deferred: true });
  await merchant('POST', `${base}/${captured}/capture`, {});
  app.clock.advance(7 * dayMs - 1);
  await expirePreauths.run(app.services);
  expect((await read(open)).transaction.status).toBe('SUCCESS');
  app.clock.advance(1);
  expect(reason(await merchant('POST', `${base}/${open}/capture`, {}))).toBe('V135');
  await Promise.all([expirePreauths.run(app.services), expirePreauths.run(app.services)]);
  expect((await read(open)).transaction).toMatchObject({ status: 'EXPIRED', consumerSpend: 0 });
  expect((await read(open)).history.at(-1)).toMatchObject({ reasonCode: 'T100' });
  expect((await read(open)).history).toHaveLength(2);
  expect((await read(captured)).transaction.status).toBe('SUCCESS');
  expect(reason(await merchant('POST', `${base}/${open}/cancel`, {}))).toBe('V135');
});

test('ends a payment whose customer did not come back within 25 minutes', async () => {
  const body = payment({ amount: '30.00', do3DSecure: true }, { card: enrolledCard });
  const id = (await merchant('POST', `${base}/payment`, body)).body.transaction.transactionId;
  app.clock.advance(25 * 60_000 - 1);
  await expireSuspended.run(app.services);
  expect((await read(id)).transaction.status).toBe('PENDING');
  app.clock.advance(1);
  await expireSuspended.run(app.services);
  const ended = await read(id);
  expect(ended.transaction.status).toBe('EXPIRED');
  expect(ended.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual(['U100', 'T100']);
});

test('ends a deferred payout after seven days with a PAYOUT_VOID, not a completed one', async () => {
  await paid(merchant);
  const announce = async () =>
    (await merchant('POST', `${base}/payout`, payment({ deferred: true }))).body.transaction
      .transactionId as string;
  const [open, completed] = [await announce(), await announce()];
  expect((await merchant('POST', `${base}/${completed}/capture`, {})).status).toBe(201);
  app.clock.advance(7 * dayMs);
  expect(reason(await merchant('POST', `${base}/${open}/capture`, {}))).toBe('V135');
  await Promise.all([expirePreauths.run(app.services), expirePreauths.run(app.services)]);
  expect((await read(open)).transaction.status).toBe('EXPIRED');
  expect((await read(open)).history.at(-1)).toMatchObject({ reasonCode: 'T100' });
  expect((await read(completed)).transaction.status).toBe('SUCCESS');
  const voids = await app.owner`
    select txn_status, requested_amount::text as amount from txn where related_id = ${open}`;
  expect(voids).toEqual([{ txnStatus: 'SUCCESS', amount: '-25.0000' }]);
});

test.each([
  ['a Thursday', '2026-12-03T15:00:00Z', '2026-12-04', '2026-12-04T06:00:00Z'],
  ['a Friday', '2026-12-11T15:00:00Z', '2026-12-14', '2026-12-14T06:00:00Z'],
  ['a Sunday', '2026-12-20T15:00:00Z', '2026-12-21', '2026-12-21T06:00:00Z'],
])('settles the money of %s on the next business day', async (_day, at, settlesOn, from) => {
  const moveTo = (moment: string) => app.clock.advance(Date.parse(moment) - app.clock.now().getTime());
  const settledOn = async (id: string) => (await read(id)).processing.authResponse.gatewaySettlement;
  moveTo(at);
  const id = await paid(merchant);
  const { transactionTime } = (await read(id)).transaction;
  app.clock.advance(Date.parse(from) - Date.parse(at) - 1000);
  await setSettlementDates.run(app.services);
  expect(await settledOn(id)).toBeUndefined();
  app.clock.advance(1000);
  await Promise.all([setSettlementDates.run(app.services), setSettlementDates.run(app.services)]);
  expect(await settledOn(id)).toBe(settlesOn);
  expect((await read(id)).transaction.transactionTime).toBe(transactionTime);
  const [row] = await app.owner`select version from txn where txn_id = ${id}`;
  expect(row).toEqual({ version: 3 });
});
