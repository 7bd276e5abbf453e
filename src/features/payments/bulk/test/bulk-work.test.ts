import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  decide,
  everything,
  letApprove,
  refundsOf,
  setPolicy as setApprovalPolicy,
} from '#features/access/approvals/test/approval-fixtures.ts';
import { setPolicy as setSecurityPolicy } from '#features/access/second-factor/test/factor-fixtures.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { base, closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { buildLink, createLink } from '#features/payments/smart-links/test/link-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { deleteOldBulkWork } from '../server/delete-old-bulk-work.ts';
import { runBulkWork } from '../server/run-bulk-work.ts';
import { bulk, itemsOf, resultsOf, review, run, start } from './bulk-fixtures.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
let outsider: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
  outsider = await actAs(app, 'admin@meridian.example');
});
afterAll(() => closeMerchant(app));
afterEach(() => app.owner`delete from approval_policy`);

const authorised = (amount: string): Promise<string> => paid(merchant, { amount, deferred: true });

const pay = (number: number, amount = '10.00'): Promise<string[]> =>
  Promise.all(Array.from({ length: number }, () => paid(merchant, { amount })));

describe('reviewBulkWork', () => {
  test('sums what is left to refund, by currency', async () => {
    const first = await paid(merchant, { amount: '30.00' });
    await merchant('POST', `${base}/${first}/refund`, { transaction: { amount: '4.90' } });
    const euro = await paid(merchant, { amount: '12.00', currency: 'EUR' });
    const second = await paid(merchant, { amount: '7.05' });
    expect((await review(admin, 'REFUND', [first, euro, second])).sums).toEqual([
      { ccyCode: 'EUR', number: 1, amount: '12.00' },
      { ccyCode: 'GBP', number: 2, amount: '32.15' },
    ]);
  });

  test('names the code of each payment that cannot run', async () => {
    const open = await authorised('5.00');
    const [done = ''] = await pay(1);
    await merchant('POST', `${base}/${done}/refund`, {});
    const { items, sums } = await review(admin, 'REFUND', [open, done]);
    expect(items.map(({ id, code }) => [id, code])).toEqual([
      [open, 'V137'],
      [done, 'V402'],
    ]);
    expect(sums).toEqual([]);
  });

  test('counts an authorisation and its capture once', async () => {
    const open = await authorised('9.00');
    const captured = await merchant('POST', `${base}/${open}/capture`, {});
    const capture = captured.body.transaction.transactionId as string;
    const { items, sums } = await review(admin, 'REFUND', [capture, open]);
    expect(items.map(({ code }) => code)).toEqual([null, 'SAME_PAYMENT']);
    expect(sums).toEqual([{ ccyCode: 'GBP', number: 1, amount: '9.00' }]);
  });

  test('is 404 when one payment is of another company', async () => {
    const [own = ''] = await pay(1);
    const foreign = await outsider('POST', `${bulk}/review`, { action: 'REFUND', ids: [own] });
    expect(foreign.status).toBe(404);
    const unknown = await admin('POST', `${bulk}/review`, { action: 'REFUND', ids: [own, '999'] });
    expect(unknown.status).toBe(404);
  });

  test('refuses a payment for which the permission is missing', async () => {
    const clerk = await actAs(app, 'analyst@harbour.example');
    const [id = ''] = await pay(1);
    const response = await clerk('POST', `${bulk}/review`, { action: 'REFUND', ids: [id] });
    const code = response.status === 403 ? 'FORBIDDEN' : response.body.items[0].code;
    expect(code).toBe('FORBIDDEN');
  });

  test('takes at most 200 payments', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => String(index + 1));
    expect((await admin('POST', `${bulk}/review`, { action: 'REFUND', ids })).status).toBe(400);
  });
});

describe('startBulkWork, then getBulkJob and listBulkJobs', () => {
  test('refunds every payment once, with reason and note', async () => {
    const ids = await pay(3, '20.00');
    const jobId = await run(app, admin, 'REFUND', ids, { refundReason: 'DUPLICATE', refundNote: 'Twice' });
    expect(await resultsOf(admin, jobId)).toEqual(ids.map(() => ['DONE', 'S100']));
    for (const { id, resultId } of await itemsOf(admin, jobId)) {
      expect(await refundsOf(app, id)).toEqual([2000]);
      const [refund] = await app.owner`
        select related_id::text as related_id, refund_reason, refund_note from txn where txn_id = ${resultId}`;
      expect(refund).toEqual({ relatedId: id, refundReason: 'DUPLICATE', refundNote: 'Twice' });
    }
    await runBulkWork.run(app.services);
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([2000]);
    const [listed] = (await admin('GET', bulk)).body.jobs;
    expect(listed).toMatchObject({ jobId, action: 'REFUND', total: 3, states: { DONE: 3 } });
    expect(listed.endedAt).not.toBeNull();
  });

  test('captures and releases authorisations', async () => {
    const ids = await Promise.all([authorised('3.00'), authorised('4.00')]);
    const captured = await run(app, admin, 'CAPTURE', ids);
    expect(await resultsOf(admin, captured)).toEqual(ids.map(() => ['DONE', 'S100']));
    const other = await authorised('6.00');
    expect((await review(admin, 'CANCEL', [other])).sums).toEqual([
      { ccyCode: 'GBP', number: 1, amount: '6.00' },
    ]);
    const released = await run(app, admin, 'CANCEL', [other]);
    expect(await resultsOf(admin, released)).toEqual([['DONE', 'S100']]);
    const [original] = await app.owner`select txn_status from txn where txn_id = ${other}`;
    expect(original).toEqual({ txnStatus: 'VOIDED' });
  });

  test('cancels links, and refuses those that are over', async () => {
    const first = await createLink(merchant);
    const second = await createLink(merchant);
    const jobId = await run(app, admin, 'CANCEL_LINKS', [first.linkId, second.linkId]);
    expect(await resultsOf(admin, jobId)).toEqual([
      ['DONE', 'S100'],
      ['DONE', 'S100'],
    ]);
    const again = await review(admin, 'CANCEL_LINKS', [first.linkId]);
    expect(again.items[0]?.code).toBe('LINK_CANCELLED');
  });

  test('sends links to their customers once, and names why others are left out', async () => {
    const customer = (emailAddress?: string) => ({
      customer: { details: { emailAddress }, registered: false },
    });
    const [first, second, nameless, paidLink] = await Promise.all([
      createLink(merchant, buildLink({}, {}, customer('bulk-1@example.org'))),
      createLink(merchant, buildLink({}, {}, customer('bulk-2@example.org'))),
      createLink(merchant, buildLink({}, {}, customer())),
      createLink(merchant),
    ]);
    await app.owner`update smart_link set used_at = now(), paid_count = 1 where link_id = ${paidLink.linkId}`;
    const ids = [first, second, nameless, paidLink].map(({ linkId }) => linkId);
    const { items } = await review(admin, 'SEND_LINKS', ids);
    expect(items.map(({ code }) => code)).toEqual([null, null, 'NO_EMAIL', 'LINK_PAID']);
    const jobId = await run(app, admin, 'SEND_LINKS', ids);
    expect((await resultsOf(admin, jobId)).map(([state]) => state)).toEqual(['DONE', 'DONE']);
    const again = await run(app, admin, 'SEND_LINKS', [first.linkId]);
    expect(await resultsOf(admin, again)).toEqual([['FAILED', 'ALREADY_SENT']]);
    const mails = await app.owner`
      select recipient from mail_outbox where recipient like 'bulk-%' order by recipient`;
    expect(mails.map(({ recipient }) => recipient)).toEqual(['bulk-1@example.org', 'bulk-2@example.org']);
    const outsiders = await outsider('POST', `${bulk}/review`, { action: 'SEND_LINKS', ids: [first.linkId] });
    expect(outsiders.status).toBe(404);
  });

  test('queues the webhook events of a payment again', async () => {
    await createHook(admin);
    const [id = ''] = await pay(1);
    await app.owner`update webhook_delivery set state = 'delivered' where object_id = ${id}`;
    const jobId = await run(app, admin, 'RESEND_EVENTS', [id]);
    expect(await resultsOf(admin, jobId)).toEqual([['DONE', null]]);
    const rows = await app.owner`select state, trigger from webhook_delivery where object_id = ${id}`;
    expect(rows).toEqual([{ state: 'queued', trigger: 'manual' }]);
    const [withoutEvents = ''] = await pay(1);
    await app.owner`delete from webhook_delivery where object_id = ${withoutEvents}`;
    const reviewed = await review(admin, 'RESEND_EVENTS', [withoutEvents]);
    expect(reviewed.items[0]?.code).toBe('NO_EVENTS');
  });

  test('starts once for a job id', async () => {
    const ids = await pay(1);
    const { sums } = await review(admin, 'REFUND', ids);
    const body = { action: 'REFUND', ids, jobId: randomUUID(), sums, number: 1 };
    const answers = await Promise.all([admin('POST', bulk, body), admin('POST', bulk, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [rows] = await app.owner`select count(*)::int as n from bulk_item where job_id = ${body.jobId}`;
    expect(rows).toEqual({ n: 1 });
    await runBulkWork.run(app.services);
    // Repeated after its end it starts nothing either.
    expect((await admin('POST', bulk, body)).body.states).toEqual({ DONE: 1 });
    expect((await outsider('POST', bulk, body)).status).toBe(404);
  });

  test('starts nothing when the sums are no longer as reviewed', async () => {
    const [id = ''] = await pay(1);
    const { sums } = await review(admin, 'REFUND', [id]);
    await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '1.00' } });
    const body = { action: 'REFUND', ids: [id], jobId: randomUUID(), sums, number: 1 };
    const response = await admin('POST', bulk, body);
    expect([response.status, response.body.code]).toEqual([409, 'BULK_CHANGED']);
  });

  test('never refunds another amount than the confirmed one', async () => {
    const [id = ''] = await pay(1);
    const started = await start(admin, 'REFUND', [id]);
    await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '1.00' } });
    await runBulkWork.run(app.services);
    expect(await resultsOf(admin, started.body.jobId)).toEqual([['FAILED', 'V402']]);
    expect(await refundsOf(app, id)).toEqual([100]);
  });

  /** stopBulkJob, retryBulkJob */
  test('stops what has not begun, and retries it with the same amounts', async () => {
    const ids = await pay(2);
    const { jobId } = (await start(admin, 'REFUND', ids)).body as { jobId: string };
    const stopped = await admin('POST', `${bulk}/${jobId}/stop`, {});
    expect(stopped.body.states).toEqual({ STOPPED: 2 });
    await runBulkWork.run(app.services);
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([]);
    const retried = await admin('POST', `${bulk}/${jobId}/retry`, {});
    expect(retried.body.states).toEqual({ WAITING: 2 });
    await runBulkWork.run(app.services);
    expect(await resultsOf(admin, jobId)).toEqual(ids.map(() => ['DONE', 'S100']));
    // Nothing is left to retry.
    await admin('POST', `${bulk}/${jobId}/retry`, {});
    await runBulkWork.run(app.services);
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([1000]);
  });

  test('retries a failed item under a new key', async () => {
    const id = await paid(merchant, { amount: '8.00' });
    const { jobId } = (await start(admin, 'REFUND', [id])).body as { jobId: string };
    await app.owner`update payment set in_progress = 1 where root_id = ${id}`;
    await runBulkWork.run(app.services);
    expect(await resultsOf(admin, jobId)).toEqual([['FAILED', 'A125']]);
    await app.owner`update payment set in_progress = null where root_id = ${id}`;
    await admin('POST', `${bulk}/${jobId}/retry`, {});
    await runBulkWork.run(app.services);
    expect(await resultsOf(admin, jobId)).toEqual([['DONE', 'S100']]);
  });

  test('is the own work of its user', async () => {
    const { jobId } = (await start(admin, 'REFUND', await pay(1))).body as { jobId: string };
    const colleague = await actAs(app, 'coffee@harbour.example');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/stop'],
      ['POST', '/retry'],
    ] as const)
      expect(
        (await colleague(method, `${bulk}/${jobId}${path}`, method === 'GET' ? undefined : {})).status,
      ).toBe(404);
    await runBulkWork.run(app.services);
  });

  test('is deleted after 30 days', async () => {
    const jobId = await run(app, admin, 'REFUND', await pay(1));
    const clock = { now: () => new Date(app.clock.now().getTime() + 31 * dayMs) };
    await deleteOldBulkWork.run({ ...app.services, clock });
    expect(await app.owner`select from bulk_item where job_id = ${jobId}`).toEqual([]);
    expect((await admin('GET', `${bulk}/${jobId}`)).status).toBe(404);
  });
});

describe('the rights of the user', () => {
  test('count at the time of the run', async () => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    const ids = await pay(1);
    const { jobId } = (await start(coffee, 'REFUND', ids)).body as { jobId: string };
    const [user] = await app.owner<{ userId: string }[]>`
      select user_id from app_user where user_name = 'coffee@harbour.example'`;
    const grants = await app.owner`delete from role_grant where user_id = ${user?.userId ?? ''} returning *`;
    await app.owner`update app_user set access_version = access_version + 1 where user_id = ${user?.userId ?? ''}`;
    await runBulkWork.run(app.services);
    const [item] = await app.owner`select state, code from bulk_item where job_id = ${jobId}`;
    expect(item).toEqual({ state: 'FAILED', code: expect.stringMatching(/^(FORBIDDEN|V105|NOT_FOUND)$/) });
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([]);
    const [event] = await app.owner`
      select act, outcome, refused from audit_event where request_id = ${jobId} and object_id = ${ids[0] ?? ''}`;
    expect(event).toMatchObject({ act: 'refundTransaction', refused: true });
    await app.owner`insert into role_grant ${app.owner(grants)}`;
    await app.owner`update app_user set access_version = access_version + 1 where user_id = ${user?.userId ?? ''}`;
  });

  test('end with the account', async () => {
    const ids = await pay(1);
    const clerk = await actAs(app, 'coffee@harbour.example');
    const { jobId } = (await start(clerk, 'REFUND', ids)).body as { jobId: string };
    await app.owner`update app_user set active = false where user_name = 'coffee@harbour.example'`;
    await runBulkWork.run(app.services);
    const [item] = await app.owner`select state, code from bulk_item where job_id = ${jobId}`;
    expect(item).toEqual({ state: 'FAILED', code: 'REQUESTER_GONE' });
    await app.owner`update app_user set active = true where user_name = 'coffee@harbour.example'`;
  });

  test('include a recent confirmation for the sum of refunds', async () => {
    await setSecurityPolicy(app, 1100, {
      stepUpMinutes: 5,
      refundAboveMinor: 2500,
      refundCurrency: 'GBP',
    });
    const clerk = await actAs(app, 'admin@harbour.example');
    app.clock.advance(6 * minuteMs);
    const one = await start(clerk, 'REFUND', await pay(2));
    expect(one.status, JSON.stringify(one.body)).toBe(200);
    const ids = await pay(3);
    const refused = await start(clerk, 'REFUND', ids);
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    await clerk('POST', '/auth/stepUp', { password: demoPassword });
    expect((await start(clerk, 'REFUND', ids)).status).toBe(200);
    await app.owner`delete from security_policy`;
    await runBulkWork.run(app.services);
  });
});

describe('a second person', () => {
  test('decides each refund of the policy', async () => {
    await setApprovalPolicy(app, everything);
    await letApprove(app, 'analyst@harbour.example');
    const approver = await actAs(app, 'analyst@harbour.example');
    const ids = await pay(2);
    const jobId = await run(app, admin, 'REFUND', ids);
    const items = await itemsOf(admin, jobId);
    expect(items.map(({ state }) => state)).toEqual(['PENDING_APPROVAL', 'PENDING_APPROVAL']);
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([]);
    // A worker that died before it had recorded the request finds the same one.
    await app.owner`
      update bulk_item set state = 'RUNNING', run_at = ${app.clock.now()}, approval_id = null, ended_at = null
      where job_id = ${jobId}`;
    await runBulkWork.run(app.services);
    expect((await itemsOf(admin, jobId)).map(({ approvalId }) => approvalId)).toEqual(
      items.map(({ approvalId }) => approvalId),
    );
    await decide(approver, items[0]?.approvalId ?? '', 'approve');
    await decide(approver, items[1]?.approvalId ?? '', 'reject');
    expect(await resultsOf(admin, jobId)).toEqual([
      ['DONE', 'S100'],
      ['REJECTED', 'REJECTED'],
    ]);
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([1000]);
    expect((await admin('POST', `${bulk}/${jobId}/retry`, {})).body.states).toEqual({ DONE: 1, REJECTED: 1 });
  });
});

describe('an attempt older than its idempotency key', () => {
  test.each([
    ['WAITING', 'FAILED'],
    ['RUNNING', 'UNKNOWN'],
  ])('that is %s ends %s', async (before, after) => {
    const ids = await pay(1);
    const { jobId } = (await start(admin, 'REFUND', ids)).body as { jobId: string };
    await app.owner`
      update bulk_item set state = ${before}, queued_at = queued_at - interval '13 hours' where job_id = ${jobId}`;
    await runBulkWork.run(app.services);
    expect(await resultsOf(admin, jobId)).toEqual([[after, 'BULK_TOO_OLD']]);
    expect(await refundsOf(app, ids[0] ?? '')).toEqual([]);
    const retried = (await admin('POST', `${bulk}/${jobId}/retry`, {})).body.states;
    expect(retried).toEqual(after === 'FAILED' ? { WAITING: 1 } : { UNKNOWN: 1 });
    await runBulkWork.run(app.services);
  });
});
