import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { postToServer, killAfterPauses, startServer, sweepEverything } from './crashing-server.ts';
import { expectBooksToBalance, expectProcessorToAgree, paid } from './payment-fixtures.ts';

const rounds = 5;
const clients = 10;
const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);

test(`resolves every intent and keeps every sum, with random kills (seed ${seed})`, async () => {
  const app = await startApp();
  const merchant = actAsMerchant(app);
  // Many charges: one that a killed server left in progress is closed to others until the sweep.
  const ids = await Promise.all(Array.from({ length: 16 }, () => paid(merchant, { amount: '400.00' })));
  const pauses = fc.sample(fc.integer({ min: 50, max: 400 }), { numRuns: rounds, seed });
  const server = await startServer(app.databaseUrl);
  const stopClients = new AbortController();
  let attempts = 0;
  const codesByKey = new Map<string, string>();

  const client = async (number: number): Promise<void> => {
    while (!stopClients.signal.aborted) {
      attempts += 1;
      const key = `${seed}-${attempts}`;
      const amount = `${1 + (attempts % 5)}.00`;
      // Every third one charges the card again instead of giving back.
      const action = attempts % 3 === 0 ? 'repeat' : 'refund';
      const path = `${ids[(number + attempts) % ids.length] ?? ''}/${action}`;
      // A request without a response is repeated under the same key until it has one.
      for (let attempt = 0; attempt < 40 && !codesByKey.has(key); attempt += 1) {
        const response = await postToServer(server.port, path, { transaction: { amount } }, key);
        if (response) codesByKey.set(key, response);
        else await sleep(50);
      }
    }
  };
  const working = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  await killAfterPauses(app, server, pauses);
  // Clients that were cut off have a response.
  const known = codesByKey.size;
  await expect.poll(() => codesByKey.size).toBeGreaterThan(known);
  stopClients.abort();
  await working;
  server.child.kill('SIGKILL');
  await sweepEverything(app);
  await expectNothingLost(app, merchant, codesByKey);
  await app.stop();
}, 180_000);

async function expectNothingLost(
  app: TestApp,
  merchant: Send,
  codesByKey: Map<string, string>,
): Promise<void> {
  expect(await app.owner`select txn_id from processor_intent where state <> 'DONE'`).toEqual([]);
  expect(await app.owner`select root_id from payment where in_progress is not null`).toEqual([]);
  expect(await app.owner`select root_id from payment where refund_pending_minor <> 0`).toEqual([]);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  // Every movement was requested exactly once.
  const orphans = await app.owner`
    select t.txn_id from txn t left join audit_event a on a.object_id = t.txn_id::text and a.outcome = 'SUBMITTED'
    group by t.txn_id having count(a.seq) <> 1`;
  expect(orphans).toEqual([]);
  const successes = [...codesByKey.values()].filter((response) => response.startsWith('S100'));
  // How many depends on the machine; that some got through does not.
  expect(successes.length).toBeGreaterThan(0);
  // What was acknowledged is there, and no two keys got the response of one movement.
  const acknowledged = successes.map((response) => response.split(' ')[1] ?? '');
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const stored = await app.owner<{ n: number }[]>`
    select count(*)::int as n from txn where txn_id = any (${acknowledged}::bigint[]) and txn_status = 'SUCCESS'`;
  expect(stored[0]?.n).toBe(acknowledged.length);
  expect((await merchant('GET', '/acceptor/rest/transactions/ping')).status).toBe(200);
}
