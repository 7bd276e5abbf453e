import { onlyProcessor } from '#integrations/processors/processors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { decideTask } from '../server/decide-task.ts';
import { leaseDueTasks } from '../server/db/claim-task.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { sendHeldDecisions } from '../server/send-held-decisions.ts';
import { decideDueDeferrals } from '../server/decide-due-deferrals.ts';
import { inTenant } from '#database/tenant.ts';
import { deferEmail, followUpsOf, listEvents, readStatus, readTask } from './queue-fixtures.ts';
import { endClaim, endHolds, openTask, reviewAs, sendAll } from './review-fixtures.ts';

/* What a reviewer decided, or is deciding, is never overruled by the end of the deferral. */

const email = 'capture@x.example';
const noorName = 'analyst@harbour.example';
let app: TestApp;
let merchant: Send;
let analyst: Send;
let noor: ReturnType<typeof reviewAs>;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, email, 'capture', 1);
  analyst = await actAs(app, noorName);
  noor = reviewAs(analyst);
});
afterAll(() => closeMerchant(app));

const runClock = () => decideDueDeferrals.run(app.services);
const open = (transaction: object = {}) => openTask(app, merchant, email, transaction);
/** Sessions would end meanwhile, so the deferral ends by its row. */
const endDeferral = (txnId: string, agoMs = 0) => app.owner`
  update queue_task set decides_at = ${new Date(app.clock.now().getTime() - agoMs)},
    next_check_at = ${new Date(app.clock.now().getTime() - agoMs)} where txn_id = ${txnId}`;

describe('when a deferral ends', () => {
  test('a reject that is held for its ten seconds is carried out', async () => {
    const { taskId, txnId } = await open();
    expect((await noor.decide(taskId, 'REJECT')).body.state).toBe('HELD');
    await endDeferral(txnId, dayMs);
    await runClock();
    expect(await readTask(app, txnId)).toMatchObject({ status: 'NEW' });
    await sendAll(app);
    await runClock();
    expect(await readTask(app, txnId)).toMatchObject({ status: 'REJECTED', decidedBy: noorName });
    expect(await followUpsOf(app, txnId)).toEqual(['PREAUTH_VOID SUCCESS']);
  });

  test('a reject pressed between the lease and the claim of the clock is carried out', async () => {
    const { taskId, txnId } = await open();
    await endDeferral(txnId);
    const now = app.clock.now();
    const lease = { now, until: new Date(now.getTime() + minuteMs), limit: 1000 };
    const leased = await inTenant(app.services.database, 'all-tenants', (sql) => leaseDueTasks(sql, lease));
    const task = leased.find((one) => String(one.taskId) === taskId) ?? expect.unreachable();
    await noor.decide(taskId, 'REJECT');
    const byClock = await decideTask(app.services, task, { decision: 'accept', by: 'system' });
    expect(byClock).toMatchObject({ ok: false, code: 'V020' });
    await sendAll(app);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'REJECTED', decidedBy: noorName });
  });

  test('the clock waits for a reviewer who has claimed the task', async () => {
    const { taskId, txnId } = await open();
    await noor.claim(taskId);
    await endDeferral(txnId, 4 * minuteMs);
    await runClock();
    expect(await readTask(app, txnId)).toMatchObject({ status: 'NEW' });
    await endClaim(app, taskId);
    await runClock();
    expect(await readTask(app, txnId)).toMatchObject({ status: 'ACCEPTED', decidedBy: 'system' });
  });

  test('the clock waits for a claim at most five minutes', async () => {
    const { taskId, txnId } = await open();
    await noor.claim(taskId);
    await endDeferral(txnId, 5 * minuteMs);
    await runClock();
    expect(await readTask(app, txnId)).toMatchObject({ status: 'ACCEPTED', decidedBy: 'system' });
  });
});

describe('a reject that failed at the processor', () => {
  test('is repeated, never captured, and reported to the reviewer', async () => {
    const { taskId, txnId } = await open({ amount: '12.66' });
    await noor.decide(taskId, 'REJECT');
    await sendAll(app);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'REJECT_FAILED' });
    const { body } = await analyst('GET', '/proxy/async/queue/tasks/search/1100?limit=50&startFrom=1');
    expect(body.data?.find(({ id }: { id: string }) => id === taskId)?.finalAction).toBe('release');
    const mails = await app.owner`
      select recipient, contents ->> 'code' as code from mail_outbox where template = 'rejectFailed'`;
    expect(mails).toEqual([{ recipient: noorName, code: 'D100' }]);
    await endDeferral(txnId, hourMs);
    for (let round = 0; round < 9; round += 1) {
      app.clock.advance(6 * hourMs);
      await runClock();
    }
    const followUps = await followUpsOf(app, txnId);
    expect(new Set(followUps)).toEqual(new Set(['PREAUTH_VOID FAILED']));
    expect(followUps.length).toBeGreaterThan(7);
    expect(await readStatus(app, txnId)).toMatch(/^PREAUTH SUCCESS/);
  });

  test('ends as rejected by the reviewer once the release succeeds', async () => {
    analyst = await actAs(app, noorName);
    noor = reviewAs(analyst);
    const { taskId, txnId } = await open();
    await noor.decide(taskId, 'REJECT');
    await endHolds(app);
    const send = () => Promise.resolve({ kind: 'no-response', why: 'connection' } as const);
    await sendHeldDecisions.run({ ...app.services, processors: onlyProcessor({ ...app.sandbox, send }) });
    app.clock.advance(minuteMs);
    await reconcilePayments.run(app.services);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'REJECT_FAILED' });
    app.clock.advance(10 * minuteMs);
    await runClock();
    expect(await followUpsOf(app, txnId)).toEqual(['PREAUTH_VOID FAILED', 'PREAUTH_VOID SUCCESS']);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'REJECTED', decidedBy: noorName });
    expect((await listEvents(app, txnId)).at(-1)).toBe('REJECTED system');
  });
});
