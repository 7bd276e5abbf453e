import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sessionOf } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { buildLink } from '#features/payments/smart-links/test/link-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceSandbox } from '#testing/use-processor.ts';
import { deleteOldIdempotencyKeys } from '../server/db/idempotency-keys.ts';
import {
  base,
  expectBooksToBalance,
  expectProcessorToAgree,
  goodCard,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';

let app: TestApp;
let second: TestApp;
beforeAll(async () => {
  app = await startApp();
  second = await startApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await second.stop();
  await app.stop();
});

describe('concurrent requests', () => {
  let merchants: Send[];
  beforeAll(async () => {
    merchants = [actAsMerchant(app), actAsMerchant(second)];
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
      return response.status === 429 ? '429' : reason(response);
    };
    const atOnce = await Promise.all(hundred.map(refund));
    expect(atOnce.filter((code) => !['S100', 'A125', 'V402', '429'].includes(code))).toEqual([]);
    expect(atOnce).toContain('S100');
    // A request that gets A125 or 429 is repeated, as a merchant would.
    const refundUntilFree = async (i: number): Promise<string> => {
      let code = await refund(i);
      while (code === 'A125' || code === '429') code = await refund(i);
      return code;
    };
    await Promise.all(hundred.slice(0, 40).map(refundUntilFree));
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
      const [original, repeated] = [responses[i], responses[i + 15]];
      expect(repeated?.body.transaction?.transactionId).toBe(original?.body.transaction?.transactionId);
    }
    const repeatIds = new Set(responses.flatMap(({ body }) => body.transaction?.transactionId ?? []));
    const [counted] = await app.owner`
      select count(*)::int as number from txn where root_id = ${id} and txn_type = 'REPEAT'`;
    expect(counted).toEqual({ number: repeatIds.size });
    await expectBooksToBalance(app);
    await expectProcessorToAgree(app);
  });

  test('pays once with a stored card for repeated requests', async () => {
    const customer = { merchantRef: 'twice', registered: true };
    const firstId = await paid(merchant(0), {}, { customer });
    const [row] = await app.owner`select card_token as token from txn where txn_id = ${firstId}`;
    for (const operation of ['payment', 'payout']) {
      const pay = (i: number) =>
        merchant(i)(
          'POST',
          `${base}/${operation}`,
          payment({ amount: '4.00' }, { cardToken: { token: row?.token } }),
          { 'idempotency-key': `press-${operation}` },
        );
      const responses = await Promise.all(thirty.slice(0, 10).map(pay));
      expect(new Set(responses.map(({ body }) => body.transaction?.transactionId)).size).toBe(1);
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    }
    const [counted] = await app.owner`
      select count(*)::int as number from txn where card_token = ${row?.token} and requested_minor = 400`;
    expect(counted).toEqual({ number: 2 });
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
    const overRefund = app.owner`update payment set refunded_minor = captured_minor + 1 where root_id = ${id}`;
    await expect(overRefund).rejects.toMatchObject({ code: '23514' });
  });
});

// The clock of the second server stays behind here, so these tests come last.
describe('requests with an Idempotency-Key', () => {
  let merchant: Send;
  beforeAll(async () => {
    merchant = actAsMerchant(app);
  });

  const withKey = (key: string) => ({ 'idempotency-key': key });
  const twenty = Array.from({ length: 20 }, (_, i) => i);

  test('twenty equal requests on two servers have one effect and equal responses', async () => {
    const merchants = [merchant, actAsMerchant(second)];
    const [{ n: before } = { n: 0 }] = await app.owner<{ n: number }[]>`select count(*)::int as n from txn`;
    const responses = await Promise.all(
      twenty.map((i) =>
        merchants[i % 2]?.('POST', `${base}/payment`, payment({ merchantRef: 'idem-1' }), withKey('k1')),
      ),
    );
    expect(
      new Set(responses.map((response) => JSON.stringify([response?.status, response?.body]))).size,
    ).toBe(1);
    expect(responses[0]?.status).toBe(201);
    const [{ n: after } = { n: 0 }] = await app.owner<{ n: number }[]>`select count(*)::int as n from txn`;
    expect(after - before).toBe(1);
  });

  test('does the same for refunds', async () => {
    const id = await paid(merchant);
    const refund = () =>
      merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 10 } }, withKey('k2'));
    const responses = await Promise.all(twenty.map(refund));
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(reason(await refund())).toBe('S100');
    expect((await merchant('POST', `${base}/${id}/refund`, {})).body.transaction.amount).toBe(15);
  });

  test('saves refusals and declines too', async () => {
    const id = await paid(merchant);
    const refundTooMuch = () =>
      merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 99 } }, withKey('k3'));
    expect((await refundTooMuch()).body).toEqual((await refundTooMuch()).body);
    const decline = () => merchant('POST', `${base}/payment`, payment({ amount: '9.51' }), withKey('k4'));
    const first = await decline();
    expect([first.status, reason(first)]).toEqual([400, 'D100']);
    expect((await decline()).body).toEqual(first.body);
  });

  test('refuses another request under the same key with 422, in either direction', async () => {
    await merchant('POST', `${base}/payment`, payment(), withKey('k5'));
    const otherAmount = await merchant('POST', `${base}/payment`, payment({ amount: 26 }), withKey('k5'));
    expect(otherAmount.status).toBe(422);
    const payout = await merchant('POST', `${base}/payout`, payment(), withKey('k5'));
    expect(payout.status).toBe(422);
  });

  test('separates callers', async () => {
    await merchant('POST', `${base}/payment`, payment(), withKey('k6'));
    const body = payment({ currency: 'USD' }, { card: goodCard });
    const meridian = actAsMerchant(app, 'meridian-api');
    const response = await meridian(
      'POST',
      '/acceptor/rest/transactions/5300006/payment',
      body,
      withKey('k6'),
    );
    expect(response.status).toBe(201);
  });

  test('deletes a key after 24 hours', async () => {
    const pay = () => merchant('POST', `${base}/payment`, payment(), withKey('k7'));
    const first = await pay();
    app.clock.advance(24 * 3600_000 - 1000);
    await deleteOldIdempotencyKeys.run(app.services);
    expect((await pay()).body).toEqual(first.body);
    app.clock.advance(2000);
    const newPayment = await pay();
    expect(newPayment.body.transaction.transactionId).not.toBe(first.body.transaction.transactionId);
    app.clock.advance(25 * 3600_000);
    await deleteOldIdempotencyKeys.run(app.services);
    expect(await app.owner`select 1 from idempotency_key`).toHaveLength(0);
  });

  test('refuses a key that is empty or too long', async () => {
    expect((await merchant('POST', `${base}/payment`, payment(), withKey('x'.repeat(256)))).status).toBe(400);
  });

  test('marks a replayed response with a header', async () => {
    const pay = () => merchant('POST', `${base}/payment`, payment(), withKey('k8'));
    const [first, replayed] = [await pay(), await pay()];
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    const id = first.body.transaction.transactionId;
    const refund = () => merchant('POST', `${base}/${id}/refund`, {}, withKey('k9'));
    expect([await refund(), await refund()].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
      undefined,
      'true',
    ]);
  });

  const paths = [
    ...['payments', 'payouts', 'cards'].map((kind) => [`/hosted/rest/sessions/5300001/${kind}`, sessionOf()]),
    ...['payment', 'payout', 'batch'].map((kind) => [`/smartlink/links/5300001/${kind}`, buildLink()]),
  ] as [string, object][];

  test.each(paths)('opens one session or link for one key at %s', async (path, body) => {
    const key = withKey(`once ${path}`);
    const send = (sent: object) => merchant('POST', path, sent, key);
    const responses = await Promise.all([send(body), send(body), send(body)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
    expect((await send({ ...body, locale: 'de' })).status).toBe(422);
  });

  test('keeps no refusal of a session, so that the corrected request can use the key', async () => {
    const send = (body: object) =>
      merchant('POST', '/hosted/rest/sessions/5300001/payments', body, withKey('s1'));
    expect((await send(sessionOf({ money: { currency: 'XXX' } }))).status).toBe(400);
    expect((await send(sessionOf())).status).toBe(201);
  });
});

test('an end that waits for the key of a repeated request has not locked the duplicate guard', async () => {
  const merchant = actAsMerchant(app);
  const sandbox = app.sandbox;
  const reached = Promise.withResolvers<void>();
  const decision = Promise.withResolvers<void>();
  replaceSandbox(app, {
    ...sandbox,
    async send(operation) {
      reached.resolve();
      await decision.promise;
      return sandbox.send(operation);
    },
  });
  onTestFinished(() => replaceSandbox(app, sandbox));
  const declined = payment({ amount: '77.51', merchantRef: 'lock-order' });
  const response = merchant('POST', `${base}/payment`, declined, { 'idempotency-key': 'lock-order' });
  await reached.promise;
  // What a repeated request does: its insert locks the key, then it waits for the guard.
  await app.owner.begin(async (sql) => {
    await sql`select from idempotency_key where key = 'lock-order' for update`;
    decision.resolve();
    await expect
      .poll(async () => {
        const waiting = await app.owner`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update idempotency_key%'
            and datname = current_database()`;
        return waiting.length;
      })
      .toBe(1);
    const guards = await sql`
      select from duplicate_guard where txn_id = (select txn_id from idempotency_key where key = 'lock-order')
      for update nowait`;
    expect(guards).toHaveLength(1);
  });
  expect(reason(await response)).toBe('D100');
});
