import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCrashProcess } from '#features/payments/episodes/test/crash-process.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import {
  closeMerchant,
  expectBooksToBalance,
  expectProcessorToAgree,
  paid,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sendHeldDecisions } from '../server/send-held-decisions.ts';
import { deferEmail, followUpsOf } from './queue-fixtures.ts';
import { decisionsOf, endHolds, openTask, reviewAs } from './review-fixtures.ts';

const email = 'capture@x.example';

let app: TestApp;
let merchant: Send;
let noor: ReturnType<typeof reviewAs>;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, email, 'capture', 7);
});
// The clock of the test before has ended the session.
beforeEach(async () => {
  noor = reviewAs(await actAs(app, 'analyst@harbour.example'));
});
afterAll(() => closeMerchant(app));

/** The leased decisions of killed workers are due again. */
const endLeases = () => endHolds(app);

test.each(['unsent', 'sent'] as const)(
  'sends held decisions once, with a worker that dies at its first request (%s)',
  async (failure) => {
    const openTasks = await Promise.all([1, 2, 3].map(() => openTask(app, merchant, email)));
    for (const { taskId } of openTasks) await noor.decide(taskId, 'ACCEPT');
    await endHolds(app);
    const child = await startCrashProcess(app.databaseUrl, app.clock.now(), failure);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await endLeases();
    app.clock.advance(10 * minuteMs);
    await Promise.all([sendHeldDecisions.run(app.services), sendHeldDecisions.run(app.services)]);
    await reconcilePayments.run(app.services);
    for (const { taskId, txnId } of openTasks) {
      expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT SENT']);
      expect(await followUpsOf(app, txnId)).toHaveLength(1);
    }
    await expectBooksToBalance(app);
    await expectProcessorToAgree(app);
  },
  60_000,
);

test('sends held decisions once, with workers that are killed at random', async () => {
  const openTasks = [];
  for (let number = 0; number < 24; number += 1) openTasks.push(await openTask(app, merchant, email));
  const decisions = ['ACCEPT', 'REJECT', 'ACCEPT', 'HOLD'];
  for (const [index, { taskId }] of openTasks.entries())
    await noor.decide(taskId, decisions[index % 4] ?? '');
  await endHolds(app);
  for (const pauseMs of [30, 70, 110, 160]) {
    const child = await startCrashProcess(app.databaseUrl, app.clock.now());
    await sleep(pauseMs);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await endLeases();
    app.clock.advance(2 * minuteMs);
  }
  for (let round = 0; round < 4; round += 1) {
    await endLeases();
    app.clock.advance(10 * minuteMs);
    await sendHeldDecisions.run(app.services);
    await reconcilePayments.run(app.services);
  }
  for (const [index, { taskId, txnId }] of openTasks.entries()) {
    const decision = decisions[index % 4];
    expect(await decisionsOf(app, taskId)).toEqual([`${decision} SENT`]);
    expect(await followUpsOf(app, txnId)).toHaveLength(decision === 'HOLD' ? 0 : 1);
  }
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
}, 120_000);

test('keeps held decisions for another server', async () => {
  const { taskId, txnId } = await openTask(app, merchant, email);
  await noor.decide(taskId, 'ACCEPT');
  await endHolds(app);
  const otherApp = await startApp({ databaseUrl: app.databaseUrl });
  await Promise.all([sendHeldDecisions.run(otherApp.services), sendHeldDecisions.run(app.services)]);
  await otherApp.stop();
  expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE SUCCESS']);
});
