import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCrashProcess } from '#features/payments/episodes/test/crash-process.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { retrySettlementWork } from '#features/payments/payments/server/jobs/retry-settlement-work.ts';
import { postToServer } from '#features/payments/payments/test/crashing-server.ts';
import {
  declinedCard,
  expectBooksToBalance,
  expectProcessorToAgree,
  goodCard,
  paid,
  payment,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { decideDueDeferrals } from '../server/decide-due-deferrals.ts';
import { deferEmail, deferred } from './queue-fixtures.ts';

const seed = Number(process.env.COUNTINGHOUSE_CRASH_SEED ?? Date.now() % 1_000_000);
const capturing = 'capture@x.example';
const declining = 'decline@x.example';

test(`decides every deferral once, killed at random points (seed ${seed})`, async () => {
  const app = await startApp();
  const merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, capturing, 'capture', 7);
  await deferEmail(app, declining, 'decline');
  for (let number = 0; number < 60; number += 1) {
    const operation = number % 4 === 0 ? 'payout' : 'payment';
    const amount = `${number + 1}.00`;
    await deferred(merchant, number % 2 === 0 ? capturing : declining, { amount }, { operation });
  }
  app.clock.advance(7 * dayMs);
  const pauses = fc.sample(fc.integer({ min: 0, max: 20 }), { numRuns: 8, seed });
  let child = await startCrashProcess(app.databaseUrl, app.clock.now());
  const stopClient = new AbortController();
  let requestNumber = 0;
  const payBy = (card: typeof goodCard) => {
    requestNumber += 1;
    const customer = { email: requestNumber % 2 === 0 ? capturing : declining };
    const body = payment({ amount: `${requestNumber}.50` }, { card }, { customer });
    return postToServer(child.port, 'payment', body, `${seed}-${requestNumber}`);
  };
  // New deferred payments are stored and settled while the process is killed; every third is declined.
  const client = async (): Promise<void> => {
    while (!stopClient.signal.aborted) {
      await payBy(requestNumber % 3 === 2 ? declinedCard : goodCard);
      await sleep(10);
    }
  };
  const working = Promise.all([client(), client()]);
  const claimedIds = new Set<number>();
  for (const pauseMs of pauses) {
    await waitForNewDecision(app, claimedIds);
    await sleep(pauseMs);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    for (const id of await findBeingDecided(app)) claimedIds.add(id);
    // Ends the lease of the killed process.
    app.clock.advance(10 * minuteMs);
    child = await startCrashProcess(app.databaseUrl, app.clock.now());
  }
  expect(claimedIds.size).toBeGreaterThan(0);
  stopClient.abort();
  await working;
  // On a slow machine each declined payment may have been cut off by a kill.
  await payBy(declinedCard);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await settleEverything(app);
  await expectTasksOfHeldPayments(app);
  app.clock.advance(7 * dayMs);
  await settleEverything(app);
  await expectEachDecidedOnce(app);
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await app.stop();
}, 240_000);

/** Tasks that are claimed and not settled. */
async function findBeingDecided(app: TestApp): Promise<number[]> {
  const rows = await app.owner<{ taskId: number }[]>`
    select task_id from queue_task where status in ('ACCEPTING', 'REJECTING')`;
  return rows.map(({ taskId }) => taskId);
}

/** Waits until the worker claims another task. Gives up after a while, because no task may be due. */
async function waitForNewDecision(app: TestApp, knownIds: ReadonlySet<number>): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    if ((await findBeingDecided(app)).some((id) => !knownIds.has(id))) return;
    await sleep(5);
  }
}

/** The leases of killed processes expire, and the sweeper settles their captures and releases. */
async function settleEverything(app: TestApp): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    app.clock.advance(hourMs / 2);
    await reconcilePayments.run(app.services);
    await retrySettlementWork.run(app.services);
    await decideDueDeferrals.run(app.services);
  }
}

/** A deferred transaction has one task exactly if it was authorised or announced. */
async function expectTasksOfHeldPayments(app: TestApp): Promise<void> {
  const inconsistent = await app.owner`
    select t.txn_id, t.txn_type, t.txn_status, q.status from txn t
    full join queue_task q on q.txn_id = t.txn_id
    where (q.task_id is not null or t.detail ? 'deferral')
      and coalesce(t.txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED'), false) <> (q.task_id is not null)`;
  expect(inconsistent).toEqual([]);
  const [counts] = await app.owner<{ held: number; declined: number }[]>`
    select count(*) filter (where txn_status = 'SUCCESS')::int as held,
           count(*) filter (where reason_code = 'D100')::int as declined
    from txn where detail ? 'deferral'`;
  expect(counts?.held).toBeGreaterThan(30);
  expect(counts?.declined).toBeGreaterThan(0);
}

/** Every task is closed, by one follow-up that has the task's number. */
async function expectEachDecidedOnce(app: TestApp): Promise<void> {
  const inconsistent = await app.owner`
    select q.task_id, q.status, q.final_action, t.txn_status, f.*
    from queue_task q
    join txn t on t.txn_id = q.txn_id
    cross join lateral (
      select count(*)::int as number, min(txn_id) as id, min(txn_type) as type from txn
      where related_id = q.txn_id and txn_status = 'SUCCESS'
    ) f
    where f.number <> 1 or f.id <> q.follow_up_id
      or q.status <> case q.final_action when 'capture' then 'ACCEPTED' else 'EXPIRED' end
      or (f.type in ('CAPTURE', 'PAYOUT_COMPLETE')) <> (q.final_action = 'capture')
      or t.txn_status <> case q.final_action when 'capture' then 'SUCCESS' else 'EXPIRED' end`;
  expect(inconsistent).toEqual([]);
}
