import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { postToServer, killUnderWay, startServer, sweepEverything } from './crashing-server.ts';
import { expectBooksToBalance, expectProcessorToAgree, paid } from './payment-fixtures.ts';

const rounds = 5;
const clients = 6;
const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);

test(`captures or releases each authorisation once, with random kills (seed ${seed})`, async () => {
  const app = await startApp();
  // The killed server has the time of the day: an authorisation of the test's own time would lapse after a week.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  const merchant = actAsMerchant(app);
  const ids: string[] = [];
  for (let batch = 0; batch < 10; batch += 1) {
    ids.push(
      ...(await Promise.all(
        Array.from({ length: 12 }, () => paid(merchant, { amount: '9.00', deferred: true })),
      )),
    );
  }
  const pauses = fc.sample(fc.integer({ min: 0, max: 40 }), { numRuns: rounds, seed });
  const server = await startServer(app.databaseUrl);
  const stopClients = new AbortController();
  const codesByKey = new Map<string, string>();
  let requestCount = 0;

  // Two clients come to every authorisation: one captures, the other captures too, or releases.
  const client = async (number: number): Promise<void> => {
    while (!stopClients.signal.aborted) {
      const requestNumber = (requestCount += 1);
      const id = ids[Math.floor(requestNumber / 2) % ids.length] ?? '';
      const action = requestNumber % 4 === 3 ? 'cancel' : 'capture';
      const key = `${seed}-${number}-${requestNumber}`;
      for (let attempt = 0; attempt < 40 && !codesByKey.has(key); attempt += 1) {
        const response = await postToServer(
          server.port,
          `${id}/${action}`,
          { transaction: { amount: '9.00' } },
          key,
        );
        if (response) codesByKey.set(key, response);
        else await sleep(50);
      }
    }
  };
  const working = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  await killUnderWay(app, server, pauses);
  const successes = (): string[] =>
    [...codesByKey.values()].filter((response) => response.startsWith('S100'));
  // Time for clients that were cut off to retry.
  await expect.poll(() => successes().length).toBeGreaterThan(5);
  stopClients.abort();
  await working;
  server.child.kill('SIGKILL');
  await sweepEverything(app);

  expect(await app.owner`select txn_id from processor_intent where state <> 'DONE'`).toEqual([]);
  expect(await app.owner`select root_id from payment where in_progress is not null`).toEqual([]);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  // Captured or released, never both and never twice; what is marked is what is there.
  const inconsistent = await app.owner`
    select p.root_id from payment p
    left join lateral (
      select count(*) filter (where f.txn_type = 'CAPTURE') as captures,
             count(*) filter (where f.txn_type = 'PREAUTH_VOID') as releases
      from txn f where f.related_id = p.root_id and f.company_id = p.company_id and f.txn_status = 'SUCCESS'
    ) f on true
    where f.captures + f.releases > 1
      or (f.captures = 1) <> (p.captured_by is not null and p.captured_minor = 900)
      or (f.releases = 1) <> (p.voided_by is not null)`;
  expect(inconsistent).toEqual([]);
  const acknowledged = successes().map((response) => response.split(' ')[1] ?? '');
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const stored = await app.owner<{ n: number }[]>`
    select count(*)::int as n from txn where txn_id = any (${acknowledged}::bigint[]) and txn_status = 'SUCCESS'`;
  expect(stored[0]?.n).toBe(acknowledged.length);
  await app.stop();
}, 180_000);
