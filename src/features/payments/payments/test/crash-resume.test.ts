import { expect, test } from 'vitest';
import { startApp } from '#testing/start-app.ts';
import { kill, killUnderWay, startServer, sweepEverything } from './crashing-server.ts';
import { decidingMerchant } from './deciding-merchant.ts';
import { base, expectBooksToBalance, expectProcessorToAgree, goodCard, payment } from './payment-fixtures.ts';

const headers = {
  authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
  'content-type': 'application/json',
};

test('charges a suspended payment at most once when its resume is killed', async () => {
  const app = await startApp();
  const decider = await decidingMerchant();
  decider.respondWith({ action: 'SUSPEND' });
  const server = await startServer(app.databaseUrl, '400');
  const send = (path: string, body: object, key: string) =>
    fetch(`http://127.0.0.1:${server.port}${base}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(4000),
    })
      .then((response) => response.json() as Promise<Record<string, never>>)
      .catch(() => undefined);
  const ids: string[] = [];
  for (let number = 0; number < 24; number += 1) {
    const order = payment(
      { merchantRef: `suspended ${number}` },
      { card: goodCard },
      decider.callbacks('preAuthCallback'),
    );
    const body = (await send('payment', order, `pay ${number}`)) as
      | { transaction: { transactionId: string }; outcome: { reasonCode: string } }
      | undefined;
    expect(body?.outcome.reasonCode).toBe('U101');
    ids.push(body?.transaction.transactionId ?? '');
  }
  const loadSuspended = () => app.owner<{ id: string }[]>`
    select txn_id::text as id from txn where reason_code = 'U101' order by txn_id`;
  const killing = new AbortController();
  const resuming = (async () => {
    for (
      let suspended = await loadSuspended();
      !killing.signal.aborted && suspended.length > 0;
      suspended = await loadSuspended()
    )
      await Promise.all(suspended.slice(0, 2).map(({ id }) => send(`${id}/resume`, {}, `resume ${id}`)));
  })();
  await killUnderWay(app, server, [0, 5, 10, 20], '400');
  killing.abort();
  await resuming;
  // A payment that the kills did not reach still waits, and is resumed.
  for (const { id } of await loadSuspended()) await send(`${id}/resume`, {}, `resume ${id}`);
  await kill(server);
  await sweepEverything(app);
  const ends = await app.owner<{ status: string; code: string; sales: number }[]>`
    select t.txn_status as status, t.reason_code as code, (
             select count(*)::integer from sandbox.operation o
             where o.reference = t.txn_id::text and o.response ->> 'result' = 'APPROVED') as sales
    from txn t where t.txn_id = any (${ids}::bigint[])`;
  expect(ends).toHaveLength(24);
  for (const outcome of ends) {
    expect([
      { status: 'SUCCESS', code: 'S100', sales: 1 },
      { status: 'FAILED', code: 'X203', sales: 0 },
    ]).toContainEqual(outcome);
  }
  expect(ends.some(({ status }) => status === 'SUCCESS')).toBe(true);
  // Nothing was requested a second time.
  expect(decider.received).toHaveLength(24);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  decider.stop();
  await app.stop();
}, 90_000);
