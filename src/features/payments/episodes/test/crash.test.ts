import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import {
  expectBooksToBalance,
  expectProcessorToAgree,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { daily, monthly, scheduled } from '#features/payments/schedules/test/schedule-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { runDueEpisodes } from '../server/run-due-episodes.ts';
import { replaceNextBy, startCrashProcess } from './crash-process.ts';

const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);
const schedules = 10;
const episodes = 12;

test(`charges every episode once when processes are killed (seed ${seed})`, async () => {
  const app = await startApp();
  const merchant = actAsMerchant(app);
  const terminator = { episodeLimit: episodes };
  const run = await Promise.all(
    Array.from({ length: schedules }, () => scheduled(merchant, { ...daily, terminator, amount: '2.00' })),
  );
  const replaced = await Promise.all(Array.from({ length: 6 }, () => scheduled(merchant, monthly)));
  app.clock.advance((episodes + 1) * dayMs);
  const pauses = fc.sample(fc.integer({ min: 0, max: 15 }), { numRuns: 6, seed });
  const caught = new Set<string>();
  let child = await startCrashProcess(app.databaseUrl, app.clock.now());
  const replacing = Promise.all(
    replaced.map(async ({ transactionId, scheduleId }, index) => {
      // Retries under the same key until a process responds.
      for (let response = false; !response;) {
        response = await replaceNextBy(child, transactionId, scheduleId, `${seed}-${index}`);
        if (!response) await sleep(60);
      }
    }),
  );
  for (const pause of pauses) {
    await waitForNewAttempt(app, caught);
    await sleep(pause);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    for (const key of await listRunningAttempts(app)) caught.add(key);
    // Ends the lease of the killed process.
    app.clock.advance(10 * minuteMs);
    child = await startCrashProcess(app.databaseUrl, app.clock.now());
    if (caught.size >= 3) break;
  }
  expect(caught.size).toBeGreaterThan(0);
  await replacing;
  child.kill('SIGKILL');
  await settleEverything(app);
  await expectEachOnce(
    app,
    run.map(({ scheduleId }) => scheduleId),
  );
  await expectSkippedOrDue(
    app,
    replaced.map(({ scheduleId }) => scheduleId),
  );
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await app.stop();
}, 180_000);

/** Attempts that are claimed and not settled. */
async function listRunningAttempts(app: TestApp): Promise<string[]> {
  const rows = await app.owner<{ key: string }[]>`
    select concat_ws(' ', schedule_id, episode_index, retry_index) as key
    from schedule_episode where state = 'RUNNING'`;
  return rows.map(({ key }) => key);
}

/** Waits until the worker claims a new attempt. Gives up after a while, because no attempt may be due. */
async function waitForNewAttempt(app: TestApp, observed: ReadonlySet<string>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    if ((await listRunningAttempts(app)).some((key) => !observed.has(key))) return;
    await sleep(5);
  }
}

async function settleEverything(app: TestApp): Promise<void> {
  // The leases of killed processes expire, and the sweeper settles their attempts.
  for (let round = 0; round < episodes + 2; round += 1) {
    app.clock.advance(hourMs);
    await reconcilePayments.run(app.services);
    await runDueEpisodes.run(app.services);
  }
}

async function expectEachOnce(app: TestApp, ids: string[]): Promise<void> {
  const charged = await app.owner<{ id: string; paid: number[] }[]>`
    select schedule_id as id, array_agg(episode_index order by episode_index) as paid
    from txn where schedule_id = any (${ids}) and txn_status = 'SUCCESS' group by schedule_id`;
  const all = Array.from({ length: episodes }, (_, index) => index + 1);
  expect(new Map(charged.map(({ id, paid }) => [id, paid]))).toEqual(new Map(ids.map((id) => [id, all])));
  const disagreeing = await app.owner`
    select 1 from schedule_episode e left join txn t on t.txn_id = e.txn_id
    where e.schedule_id = any (${ids}) and (e.state, t.txn_status) is distinct from ('SUCCESS', 'SUCCESS')`;
  expect(disagreeing).toEqual([]);
  const statuses = await app.owner`
    select distinct status from schedule where schedule_id = any (${ids})`;
  expect(statuses).toEqual([{ status: 'COMPLETE' }]);
}

/** A skipped episode has a paid repeat. An unpaid repeat leaves its episode due. */
async function expectSkippedOrDue(app: TestApp, ids: string[]): Promise<void> {
  const rows = await app.owner<{ state: string; paid: boolean }[]>`
    select e.state, exists (
      select from txn t where t.root_id = s.root_id and t.txn_type = 'REPEAT' and t.txn_status = 'SUCCESS') as paid
    from schedule_episode e join schedule s using (company_id, schedule_id)
    where e.schedule_id = any (${ids}) and e.episode_index = 1`;
  expect(rows).toHaveLength(ids.length);
  for (const { state, paid } of rows)
    expect([state, paid]).toEqual(paid ? ['SKIPPED', true] : ['DUE', false]);
}
