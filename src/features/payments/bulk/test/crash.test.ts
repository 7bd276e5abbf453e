import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepEverything } from '#features/payments/payments/test/crashing-server.ts';
import { closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { runBulkWork } from '../server/run-bulk-work.ts';
import { bulk, itemsOf, start } from './bulk-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => closeMerchant(app));

/** A worker in a process of its own, until it has killed itself. */
async function runUntilKilled(death: string): Promise<void> {
  const file = new URL('crash-worker.ts', import.meta.url).pathname;
  const worker = spawn(process.execPath, [file, app.databaseUrl, String(app.clock.now().getTime()), death], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

const successes = (id: string) => app.owner<{ minor: number }[]>`
  select requested_minor as minor from txn
  where root_id = ${id} and txn_type = 'REFUND' and txn_status = 'SUCCESS'`;

test.each(['asked', 'answered'])(
  'refunds each payment once though workers are killed (%s)',
  async (death) => {
    const merchant = actAsMerchant(app);
    // One after the other: a busy machine must not lose the response of one.
    const ids: string[] = [];
    while (ids.length < 12) ids.push(await paid(merchant, { amount: '10.00' }));
    admin = await actAs(app, 'admin@harbour.example');
    const { jobId } = (await start(admin, 'REFUND', ids)).body as { jobId: string };
    // The second worker takes over what the first one had begun, and begins the rest.
    for (let kills = 0; kills < 2; kills += 1) {
      await runUntilKilled(death);
      const [open] = await app.owner<{ n: number }[]>`
      select count(*)::int as n from bulk_item where job_id = ${jobId} and state in ('WAITING', 'RUNNING')`;
      expect(open?.n).toBeGreaterThan(0);
      await sweepEverything(app);
      app.clock.advance(minuteMs);
    }
    await runBulkWork.run(app.services);
    const items = await itemsOf(admin, jobId);
    // A refund that the processor never got has failed for good, and is known to have.
    const failed = items.filter(({ state }) => state !== 'DONE');
    expect(failed.every(({ state, code }) => state === 'FAILED' && code === 'X203')).toBe(true);
    if (death === 'asked') expect(failed.length).toBeGreaterThan(0);
    else expect(failed.length).toBeLessThan(items.length);
    for (const { id, state } of items)
      expect(await successes(id)).toEqual(state === 'DONE' ? [{ minor: 1000 }] : []);
    await admin('POST', `${bulk}/${jobId}/retry`, {});
    await runBulkWork.run(app.services);
    expect((await itemsOf(admin, jobId)).map(({ state }) => state)).toEqual(ids.map(() => 'DONE'));
    for (const id of ids) expect(await successes(id)).toEqual([{ minor: 1000 }]);
  },
);
