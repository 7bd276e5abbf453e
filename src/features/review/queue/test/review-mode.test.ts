import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { secondMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import { sendHeldDecisions } from '../server/send-held-decisions.ts';
import { deferEmail, deferred, listEvents, followUpsOf, readTask } from './queue-fixtures.ts';
import { decisionsOf, endClaim, endHolds, openTask, reviewAs, sendAll } from './review-fixtures.ts';

const tasks = '/proxy/async/queue/tasks';
const email = 'capture@x.example';
const noorName = 'analyst@harbour.example';

let app: TestApp;
let merchant: Send;
let analyst: Send;
let noor: ReturnType<typeof reviewAs>;
let amelia: ReturnType<typeof reviewAs>;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, email, 'capture', 7);
  analyst = await actAs(app, noorName);
  noor = reviewAs(analyst);
  amelia = reviewAs(await actAs(app, 'admin@harbour.example'));
});
afterAll(() => closeMerchant(app));

const openReviewTask = (transaction: object = {}) => openTask(app, merchant, email, transaction);

describe('claimReview', () => {
  test('claims a task for five minutes and shows it', async () => {
    const { taskId, txnId } = await openReviewTask({ amount: '249.00' });
    const { body } = await noor.claim(taskId);
    expect(body).toMatchObject({
      state: 'MINE',
      task: {
        id: taskId,
        version: 1,
        status: 'NEW',
        transactionId: txnId,
        transactionAmount: '249.00',
        transactionCurrencyCode: 'GBP',
        finalAction: 'capture',
        movesMoney: true,
      },
    });
    expect(body.claim.leftMs).toBeGreaterThan(290_000);
    expect(body.claim.leftMs).toBeLessThanOrEqual(300_000);
  });

  test('names the reviewer who has the task, and until when', async () => {
    const { taskId } = await openReviewTask();
    await noor.claim(taskId);
    const { body } = await amelia.claim(taskId);
    expect(body).toMatchObject({ state: 'CLAIMED', by: 'Noor Rahman' });
    expect(Date.parse(body.until)).toBeGreaterThan(Date.now());
  });

  test('gives a task to one of two reviewers at the same time', async () => {
    const { taskId } = await openReviewTask();
    const reviewers = [noor, amelia, noor, amelia, noor, amelia];
    const responses = await Promise.all(reviewers.map((reviewer) => reviewer.claim(taskId)));
    const holders = new Set(reviewers.filter((_, index) => responses[index]?.body.state === 'MINE'));
    expect(holders.size).toBe(1);
    expect(responses.map(({ body }) => body.state).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'CLAIMED'),
      ...Array.from({ length: 3 }, () => 'MINE'),
    ]);
  });

  test('shows the claim in the search', async () => {
    const { taskId } = await openReviewTask();
    const find = async () =>
      (await analyst('GET', `${tasks}/search/1100?taskSearch.taskId=${taskId}`)).body.data[0];
    expect((await find()).claim).toBeUndefined();
    await amelia.claim(taskId);
    expect((await find()).claim.by).toBe('Amelia Hart');
    await endClaim(app, taskId);
    expect((await find()).claim).toBeUndefined();
  });

  test('gives a task whose claim has ended to another reviewer', async () => {
    const { taskId } = await openReviewTask();
    await noor.claim(taskId);
    await endClaim(app, taskId);
    expect((await amelia.claim(taskId)).body.state).toBe('MINE');
  });

  test('expires by the database’s clock, not by the program’s', async () => {
    const { taskId } = await openReviewTask();
    await noor.claim(taskId);
    app.clock.advance(600 * secondMs);
    expect((await amelia.claim(taskId)).body.state).toBe('CLAIMED');
  });

  test('renews a claim that lasts', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    await app.owner`
      update queue_task set claimed_until = clock_timestamp() + interval '30 seconds' where task_id = ${taskId}`;
    const { body } = await noor.claim(taskId, claimId);
    expect(body.claim.claimId).toBe(claimId);
    expect(body.claim.leftMs).toBeGreaterThan(290_000);
  });

  test('does not renew a claim that has ended', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    await endClaim(app, taskId);
    expect((await noor.claim(taskId, claimId)).body).toEqual({ state: 'ENDED' });
    expect((await noor.claim(taskId)).body.state).toBe('MINE');
  });

  test('returns who decided the task, and when', async () => {
    const { taskId } = await openReviewTask();
    await analyst('POST', `${tasks}/${taskId}/action`, { action: 'REJECT' });
    app.clock.advance(8 * secondMs);
    expect((await amelia.claim(taskId)).body).toEqual({
      state: 'ACTED',
      act: 'REJECTED',
      by: 'Noor Rahman',
      isOwn: false,
      agoMs: 8000,
    });
  });
});

describe('releaseReview', () => {
  test('gives the task back', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    expect((await noor.release(taskId, claimId)).body).toEqual({ released: true });
    expect((await amelia.claim(taskId)).body.state).toBe('MINE');
  });

  test('leaves the claim of a reloaded page', async () => {
    const { taskId } = await openReviewTask();
    const before = (await noor.claim(taskId)).body.claim;
    await noor.claim(taskId);
    expect((await noor.release(taskId, before.claimId)).body).toEqual({ released: false });
    expect((await amelia.claim(taskId)).body.state).toBe('CLAIMED');
  });

  test('leaves the claim of another reviewer', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    expect((await amelia.release(taskId, claimId)).body).toEqual({ released: false });
  });
});

describe('holdDecision', () => {
  test('holds an accept for ten seconds and captures nothing before', async () => {
    const { taskId, txnId } = await openReviewTask();
    const { body } = await noor.decide(taskId, 'ACCEPT');
    expect(body).toMatchObject({ state: 'HELD', decision: { taskId, decision: 'ACCEPT', state: 'HELD' } });
    expect(body.decision.leftMs).toBeGreaterThan(8000);
    expect(body.decision.leftMs).toBeLessThanOrEqual(10_000);
    await sendHeldDecisions.run(app.services);
    expect(await followUpsOf(app, txnId)).toEqual([]);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'NEW' });
  });

  test.each([
    ['ACCEPT', ['CAPTURE SUCCESS'], 'ACCEPTED'],
    ['REJECT', ['PREAUTH_VOID SUCCESS'], 'REJECTED'],
    ['HOLD', [], 'ON_HOLD'],
  ])('sends a held %s', async (decision, followUps, status) => {
    const { taskId, txnId } = await openReviewTask();
    await noor.decide(taskId, decision);
    await sendAll(app);
    expect(await followUpsOf(app, txnId)).toEqual(followUps);
    expect(await readTask(app, txnId)).toMatchObject({ status });
    expect(await decisionsOf(app, taskId)).toEqual([`${decision} SENT`]);
    expect((await listEvents(app, txnId)).at(-1)).toMatch(noorName);
  });

  test('audits the capture as the reviewer’s', async () => {
    const { taskId, txnId } = await openReviewTask();
    await noor.decide(taskId, 'ACCEPT');
    await sendAll(app);
    const [event] = await app.owner<{ kind: string; name: string }[]>`
      select e.actor_kind as kind, u.user_name_key as name
      from audit_event e join txn t on t.txn_id::text = e.object_id join app_user u on u.user_id::text = e.actor
      where t.related_id = ${txnId}`;
    expect(event).toEqual({ kind: 'user', name: noorName });
  });

  test('only releases a payment that the merchant had requested as deferred', async () => {
    const { taskId, txnId } = await openReviewTask({ deferred: true });
    const { body } = await noor.claim(taskId);
    expect(body.task.movesMoney).toBe(false);
    await noor.decide(taskId, 'ACCEPT');
    await sendAll(app);
    expect(await followUpsOf(app, txnId)).toEqual([]);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'ACCEPTED' });
    expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT SENT']);
  });

  test('is sent once by several workers', async () => {
    const openTasks = await Promise.all([
      openReviewTask(),
      openReviewTask(),
      openReviewTask(),
      openReviewTask(),
    ]);
    for (const { taskId } of openTasks) await noor.decide(taskId, 'ACCEPT');
    await endHolds(app);
    await Promise.all([1, 2, 3].map(() => sendHeldDecisions.run(app.services)));
    for (const { txnId } of openTasks) expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE SUCCESS']);
  });

  test('returns the held decision for a repeated request', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    const responses = await Promise.all([
      noor.hold(taskId, 'ACCEPT', { claimId }),
      noor.hold(taskId, 'ACCEPT', { claimId }),
    ]);
    expect(responses.map(({ body }) => body.state)).toEqual(['HELD', 'HELD']);
    expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT HELD']);
  });

  test('rejects a decision without a claim', async () => {
    const { taskId } = await openReviewTask();
    expect((await noor.hold(taskId, 'ACCEPT')).body).toEqual({ state: 'ENDED' });
    expect(await decisionsOf(app, taskId)).toEqual([]);
  });

  test('rejects a decision after the claim has ended', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    await endClaim(app, taskId);
    expect((await noor.hold(taskId, 'ACCEPT', { claimId })).body).toEqual({ state: 'ENDED' });
  });

  test('rejects another reviewer’s claim', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await noor.claim(taskId)).body.claim;
    expect((await amelia.hold(taskId, 'ACCEPT', { claimId })).body).toMatchObject({
      state: 'CLAIMED',
      by: 'Noor Rahman',
    });
  });

  test('names who decided the claimed task from the grid', async () => {
    const { taskId, txnId } = await openReviewTask();
    const { claimId } = (await amelia.claim(taskId)).body.claim;
    await analyst('POST', `${tasks}/${taskId}/action`, { action: 'ACCEPT' });
    app.clock.advance(8 * secondMs);
    expect((await amelia.hold(taskId, 'REJECT', { claimId })).body).toEqual({
      state: 'ACTED',
      act: 'ACCEPTED',
      by: 'Noor Rahman',
      isOwn: false,
      agoMs: 8000,
    });
    expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE SUCCESS']);
  });

  test('names a change that the reviewer has not seen', async () => {
    const { taskId } = await openReviewTask();
    const { claimId } = (await amelia.claim(taskId)).body.claim;
    await analyst('POST', `${tasks}/comment`, { taskRecordIds: [taskId], commentMessage: 'Calling them' });
    const { body } = await amelia.hold(taskId, 'ACCEPT', { claimId, version: 1 });
    expect(body).toMatchObject({ state: 'ACTED', act: 'COMMENTED', by: 'Noor Rahman' });
    expect((await amelia.hold(taskId, 'ACCEPT', { claimId, version: 2 })).body.state).toBe('HELD');
  });

  test('hides a task with a held decision from other reviewers', async () => {
    const { taskId } = await openReviewTask();
    await noor.decide(taskId, 'REJECT');
    const { body } = await amelia.claim(taskId);
    expect(body).toMatchObject({ state: 'ACTED', act: 'REJECTED', by: 'Noor Rahman' });
    expect((await amelia.review()).body.tasks.map(({ id }: { id: string }) => id)).not.toContain(taskId);
    expect((await noor.claim(taskId)).body).toMatchObject({ state: 'HELD', decision: { taskId } });
  });

  test('is not sent when the grid has decided meanwhile', async () => {
    const { taskId, txnId } = await openReviewTask();
    await amelia.decide(taskId, 'ACCEPT');
    await analyst('POST', `${tasks}/${taskId}/action`, { action: 'REJECT' });
    await sendAll(app);
    expect(await followUpsOf(app, txnId)).toEqual(['PREAUTH_VOID SUCCESS']);
    expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT NOT_SENT']);
    const { decisions } = (await amelia.review()).body;
    expect(decisions[0]).toMatchObject({ taskId, state: 'NOT_SENT' });
  });

  test('is sent although the task was commented on meanwhile', async () => {
    const { taskId, txnId } = await openReviewTask();
    await noor.decide(taskId, 'ACCEPT');
    await analyst('POST', `${tasks}/comment`, { taskRecordIds: [taskId], commentMessage: 'Looks fine' });
    await sendAll(app);
    expect(await followUpsOf(app, txnId)).toEqual(['CAPTURE SUCCESS']);
  });

  test('fails visibly when the processor declines the capture', async () => {
    const { taskId, txnId } = await openReviewTask();
    const processor = app.sandbox;
    const declined = {
      kind: 'response',
      response: {
        result: 'DECLINED',
        acquirerName: 'Sandbox',
        route: 'SANDBOX',
        statusCode: '51',
        message: 'No funds',
        gatewayReference: 'r-51',
        addressCheck: 'NOT_CHECKED',
        postcodeCheck: 'NOT_CHECKED',
        cv2Check: 'NOT_CHECKED',
      },
    } as const;
    useProcessor(app, { ...processor, send: () => Promise.resolve(declined) });
    await noor.decide(taskId, 'ACCEPT');
    await sendAll(app);
    useProcessor(app, processor);
    expect(await readTask(app, txnId)).toMatchObject({ status: 'ACCEPT_FAILED', reasonCode: 'D100' });
    expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT FAILED']);
  });
});

describe('undoDecision', () => {
  test('takes a held decision back: nothing is sent', async () => {
    const { taskId, txnId } = await openReviewTask();
    await noor.decide(taskId, 'ACCEPT');
    expect((await noor.undo(taskId)).body).toEqual({ undone: true });
    await sendAll(app);
    expect(await followUpsOf(app, txnId)).toEqual([]);
    expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT UNDONE']);
    expect((await amelia.claim(taskId)).body.state).toBe('MINE');
  });

  test('lets the reviewer decide again', async () => {
    const { taskId, txnId } = await openReviewTask();
    await noor.decide(taskId, 'ACCEPT');
    await noor.undo(taskId);
    expect((await noor.decide(taskId, 'REJECT')).body.state).toBe('HELD');
    await sendAll(app);
    expect(await followUpsOf(app, txnId)).toEqual(['PREAUTH_VOID SUCCESS']);
  });

  test('is refused once the decision was sent', async () => {
    const { taskId } = await openReviewTask();
    await noor.decide(taskId, 'ACCEPT');
    await sendAll(app);
    expect((await noor.undo(taskId)).body).toEqual({ undone: false });
  });

  test('does not undo another reviewer’s decision', async () => {
    const { taskId } = await openReviewTask();
    await noor.decide(taskId, 'ACCEPT');
    expect((await amelia.undo(taskId)).body).toEqual({ undone: false });
    expect(await decisionsOf(app, taskId)).toEqual(['ACCEPT HELD']);
  });

  test('either undoes the decision or loses to the worker', async () => {
    const openTasks = await Promise.all(Array.from({ length: 12 }, () => openReviewTask()));
    for (const { taskId } of openTasks) await noor.decide(taskId, 'ACCEPT');
    await endHolds(app);
    const [, ...undoResponses] = await Promise.all([
      sendHeldDecisions.run(app.services),
      ...openTasks.map(({ taskId }) => noor.undo(taskId)),
    ]);
    await sendAll(app);
    for (const [index, { txnId }] of openTasks.entries())
      expect(await followUpsOf(app, txnId)).toEqual(
        undoResponses[index]?.body.undone ? [] : ['CAPTURE SUCCESS'],
      );
  });
});

describe('getReview', () => {
  test('counts the decisions of a session and leaves out what it decided', async () => {
    const session = reviewAs(analyst);
    const openTasks = [await openReviewTask(), await openReviewTask(), await openReviewTask()];
    await session.decide(openTasks[0]?.taskId ?? '', 'ACCEPT');
    await session.decide(openTasks[1]?.taskId ?? '', 'HOLD');
    const before = (await session.review()).body;
    await sendAll(app);
    const { counts, decisions, tasks: remaining, open: number } = (await session.review()).body;
    expect(counts).toEqual({ ACCEPT: 1, REJECT: 0, HOLD: 1 });
    expect(before.counts).toEqual(counts);
    expect(decisions.map(({ state }: { state: string }) => state)).toEqual(['SENT', 'SENT']);
    const ids = remaining.map(({ id }: { id: string }) => id);
    expect(ids).toContain(openTasks[2]?.taskId);
    expect(ids).not.toContain(openTasks[1]?.taskId);
    expect(number).toBe(before.open);
  });

  test('shows a task on hold again in another session', async () => {
    const { taskId } = await openReviewTask();
    await noor.decide(taskId, 'HOLD');
    await sendAll(app);
    const otherSession = reviewAs(analyst);
    const ids = (await otherSession.review()).body.tasks.map(({ id }: { id: string }) => id);
    expect(ids).toContain(taskId);
  });

  test('counts nothing of another user with the same session', async () => {
    const { sessionId } = noor;
    const otherReviewer = reviewAs(await actAs(app, 'admin@harbour.example'), sessionId);
    expect((await otherReviewer.review()).body).toMatchObject({ counts: { ACCEPT: 0 }, decisions: [] });
  });

  test('applies the filter of the grid', async () => {
    const { taskId } = await openReviewTask({ amount: '7777.00' });
    const session = reviewAs(analyst);
    const { body } = await session.review('&txnMinAmount=7777&taskStatuses=NEW');
    expect(body).toMatchObject({ tasks: [{ id: taskId, claimedBy: null }], open: 1 });
    await amelia.claim(taskId);
    const after = (await session.review('&txnMinAmount=7777')).body;
    expect(after.tasks).toMatchObject([{ id: taskId, claimedBy: 'Amelia Hart' }]);
    expect((await session.review('&assignee=you')).body.code).toBe('V001');
  });
});

describe('scope of a review', () => {
  const calls = (reviewer: ReturnType<typeof reviewAs>, taskId: string) => [
    reviewer.claim(taskId),
    reviewer.hold(taskId, 'ACCEPT'),
    reviewer.undo(taskId),
    reviewer.release(taskId, randomUUID()),
    reviewer.context(taskId),
    reviewer.review(),
  ];

  test.each(['admin@meridian.example', 'support@harbour.example', 'coffee@harbour.example'])(
    'refuses %s',
    async (name) => {
      const { taskId } = await openReviewTask();
      const outsider = reviewAs(await actAs(app, name));
      const responses = await Promise.all(calls(outsider, taskId));
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
      expect(await decisionsOf(app, taskId)).toEqual([]);
    },
  );

  test('refuses an unknown task', async () => {
    const responses = await Promise.all(calls(noor, '999999').slice(0, 5));
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 5 }, () => [403, 'V003']),
    );
  });

  test('reviews a payment of one company only', async () => {
    const txnId = await deferred(merchant, email, { amount: '4.44' });
    const [row] = await app.owner`select company_id from queue_task where txn_id = ${txnId}`;
    expect(row?.companyId).toBe(1100);
  });
});
