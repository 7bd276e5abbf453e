import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  base,
  expectBooksToBalance,
  expectProcessorToAgree,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';

let app: TestApp;
let second: TestApp;
let merchants: Send[];
beforeAll(async () => {
  app = await startApp();
  second = await startApp({ databaseUrl: app.databaseUrl });
  merchants = [actAsMerchant(app), actAsMerchant(second)];
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const [hundred, thirty] = [100, 30].map((n) => Array.from({ length: n }, (_, i) => i)) as [
  number[],
  number[],
];
const merchant = (i: number): Send => merchants[i % 2] as Send;

test('never refunds above the captured sum, 100 at once on two servers', async () => {
  const id = await paid(merchant(0), { amount: '100.00' });
  const refund = async (i: number): Promise<string> => {
    const response = await merchant(i)('POST', `${base}/${id}/refund`, {
      transaction: { amount: '3.00', merchantRef: `refund-${i}` },
    });
    return reason(response);
  };
  const atOnce = await Promise.all(hundred.map(refund));
  expect(atOnce.every((code) => ['S100', 'A125', 'V402'].includes(code))).toBe(true);
  expect(atOnce).toContain('S100');
  // A request that gets A125 is repeated, as a merchant would.
  const until = async (i: number): Promise<string> => {
    let code = await refund(i);
    while (code === 'A125') code = await refund(i);
    return code;
  };
  await Promise.all(hundred.slice(0, 40).map(until));
  const [root] =
    await app.owner`select refunded_minor, refund_pending_minor, in_progress from payment where root_id = ${id}`;
  expect(root).toEqual({ refundedMinor: 9900, refundPendingMinor: 0, inProgress: null });
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
});

test('captures or cancels an authorisation once', async () => {
  const id = await paid(merchant(0), { deferred: true });
  const responses = await Promise.all(
    thirty.map((i) => merchant(i)('POST', `${base}/${id}/${i % 3 === 0 ? 'cancel' : 'capture'}`, {})),
  );
  expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
  const refused = responses.filter((response) => response.status !== 201).map(reason);
  expect(refused.every((code) => ['A125', 'V138', 'V139'].includes(code))).toBe(true);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
});

test('repeats a payment once for each order, 30 at once on two servers', async () => {
  const id = await paid(merchant(0), { recurring: true });
  // Every order is sent twice, as by a double click: the same key, to either server.
  const repeat = (i: number, server: number) =>
    merchant(server)(
      'POST',
      `${base}/${id}/repeat`,
      { transaction: { amount: '2.00', recurring: true } },
      {
        'idempotency-key': `repeat-${i}`,
      },
    );
  const responses = await Promise.all(thirty.map((i) => repeat(i % 15, i < 15 ? 0 : 1)));
  const codes = responses.map(reason);
  expect(codes.every((code) => ['S100', 'A125'].includes(code))).toBe(true);
  expect(codes).toContain('S100');
  for (const i of thirty.slice(0, 15)) {
    const [one, other] = [responses[i], responses[i + 15]];
    expect(other?.body.transaction?.transactionId).toBe(one?.body.transaction?.transactionId);
  }
  const done = new Set(responses.flatMap(({ body }) => body.transaction?.transactionId ?? []));
  const [made] = await app.owner`
    select count(*)::int as number from txn where root_id = ${id} and txn_type = 'REPEAT'`;
  expect(made).toEqual({ number: done.size });
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
});

test('pays once with a stored card for repeated requests', async () => {
  const customer = { merchantRef: 'twice', registered: true };
  const first = await paid(merchant(0), {}, { customer });
  const [row] = await app.owner`select card_token as token from txn where txn_id = ${first}`;
  for (const operation of ['payment', 'payout']) {
    const press = (i: number) =>
      merchant(i)(
        'POST',
        `${base}/${operation}`,
        payment({ amount: '4.00' }, { cardToken: { token: row?.token } }),
        { 'idempotency-key': `press-${operation}` },
      );
    const responses = await Promise.all(thirty.slice(0, 10).map(press));
    expect(new Set(responses.map(({ body }) => body.transaction?.transactionId)).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  }
  const [made] = await app.owner`
    select count(*)::int as number from txn where card_token = ${row?.token} and requested_minor = 400`;
  expect(made).toEqual({ number: 2 });
  await expectBooksToBalance(app);
});

test('refuses with L100 when another operation holds the lock for too long', async () => {
  const id = await paid(merchant(0));
  await app.owner.begin(async (sql) => {
    await sql`select 1 from payment where root_id = ${id} for update`;
    const response = await merchant(1)('POST', `${base}/${id}/refund`, {});
    expect([response.status, reason(response)]).toEqual([400, 'L100']);
  });
  expect((await merchant(1)('POST', `${base}/${id}/refund`, {})).status).toBe(201);
}, 20_000);

test('enforces the sums in the database too', async () => {
  const id = await paid(merchant(0));
  const over = app.owner`update payment set refunded_minor = captured_minor + 1 where root_id = ${id}`;
  await expect(over).rejects.toMatchObject({ code: '23514' });
});
