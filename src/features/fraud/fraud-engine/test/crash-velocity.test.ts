import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  postToServer,
  killUnderWay,
  startServer,
  sweepEverything,
} from '#features/payments/payments/test/crashing-server.ts';
import { goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { deleteOldAttempts } from '../server/delete-old-attempts.ts';
import { blockWhen, insertTestRule, moreThan } from './rule-fixtures.ts';

const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);
const app = await startApp();
afterAll(() => app.stop());

test(`counts every stored attempt once, killed at random points (seed ${seed})`, async () => {
  // The server's clock runs; the rule is older than its payments.
  const limit = 40;
  const email = 'crash@x.example';
  await insertTestRule(app, blockWhen([moreThan(limit, 'customerEmail', '24h')]));
  const server = await startServer(app.databaseUrl);
  const stop = new AbortController();
  const responses = new Map<string, string>();
  let next = 0;
  const client = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const number = (next += 1);
      const key = `${seed}-velocity-${number}`;
      const body = payment({ amount: `${number}.00` }, { card: goodCard }, { customer: { email } });
      for (let attempts = 0; attempts < 40 && !responses.has(key); attempts += 1) {
        const response = await postToServer(server.port, 'payment', body, key);
        if (response) responses.set(key, response);
        else await sleep(50);
      }
    }
  };
  const working = Promise.all(Array.from({ length: 6 }, client));
  await killUnderWay(app, server, fc.sample(fc.integer({ min: 0, max: 30 }), { numRuns: 4, seed }));
  await expect.poll(() => responses.size, { timeout: 60_000 }).toBeGreaterThan(limit + 10);
  stop.abort();
  await working;
  server.child.kill('SIGKILL');
  await sweepEverything(app);

  const [counts] = await app.owner`
    select count(*)::int as payments,
           count(*) filter (where reason_code <> 'A136')::int as passed,
           count(a.txn_id)::int as attempts
    from txn t left join velocity_attempt a on a.txn_id = t.txn_id
    where t.customer_email = ${email}`;
  expect(counts).toEqual({ payments: counts?.payments, passed: limit, attempts: counts?.payments });
  const [keys] = await app.owner`
    select count(*)::int as keys, count(distinct txn_id)::int as payments from velocity_key
    where key = (select key from velocity_key group by key order by count(*) desc limit 1)`;
  expect(keys).toEqual({ keys: counts?.payments, payments: counts?.payments });
}, 180_000);

test('deletes attempts a week after the longest window', async () => {
  const merchant = actAsMerchant(app);
  await merchant('POST', '/acceptor/rest/transactions/5300001/payment', payment());
  const count = async () =>
    (await app.owner`select count(*)::int as attempts from velocity_attempt`)[0]?.attempts;
  const before = Number(await count());
  expect(before).toBeGreaterThan(0);
  await deleteOldAttempts.run(app.services);
  expect(await count()).toBe(before);
  const later = { now: () => new Date(Date.now() + 98 * dayMs) };
  await deleteOldAttempts.run({ ...app.services, clock: later });
  expect(await count()).toBe(0);
});
