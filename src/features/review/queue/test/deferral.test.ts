import { onlyProcessor } from '#integrations/processors/processors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deactivateAllRules } from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { expirePreauths } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { retrySettlementWork } from '#features/payments/payments/server/jobs/retry-settlement-work.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import {
  base,
  closeMerchant,
  declinedCard,
  enrolledCard,
  paid,
  payment,
  reason,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { decideDueDeferrals } from '../server/decide-due-deferrals.ts';
import { deferEmail, deferred, listEvents, followUpsOf, readStatus, readTask } from './queue-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
beforeEach(async () => {
  await deactivateAllRules(app);
  app.clock.advance(dayMs);
});
afterAll(() => closeMerchant(app));

const capturing = 'capture@x.example';
const declining = 'decline@x.example';
const runClock = () => decideDueDeferrals.run(app.services);

describe('a deferred payment', () => {
  test('opens a task with what the grid shows', async () => {
    await deferEmail(app, capturing, 'capture', 2);
    const id = await deferred(merchant, capturing, { amount: '31.50' });
    const [task] = await app.owner`
      select status, version, final_action, was_deferred_by_merchant as own, category, amount::text, ccy_code, customer_email,
             issuer_country, payment_source, decides_at - transaction_time = interval '48 hours' as waits
      from queue_task where txn_id = ${id}`;
    expect(task).toMatchObject({
      status: 'NEW',
      version: 1,
      finalAction: 'capture',
      own: false,
      waits: true,
    });
    expect(task).toMatchObject({
      category: 'PAYMENT',
      amount: '31.5000',
      ccyCode: 'GBP',
      paymentSource: 'CARD',
    });
    expect(task).toMatchObject({ customerEmail: capturing });
    expect(await listEvents(app, id)).toEqual(['OPENED system']);
    expect(await readStatus(app, id)).toBe('PREAUTH SUCCESS S100');
  });

  test('has no task when it is declined', async () => {
    await deferEmail(app, capturing, 'capture', 2);
    const body = payment({}, { card: declinedCard }, { customer: { email: capturing } });
    const response = await merchant('POST', `${base}/payment`, body);
    expect(reason(response)).toBe('D100');
    expect(await readTask(app, response.body.transaction.transactionId)).toBeUndefined();
  });

  test('opens its task after the challenge', async () => {
    await deferEmail(app, capturing, 'capture', 2);
    const card = { ...enrolledCard, pan: '9902000000005132' };
    const sale = { amount: '40.00', do3DSecure: true };
    const body = payment(sale, { card }, { customer: { email: capturing } });
    const suspended = await merchant('POST', `${base}/payment`, body);
    const id: string = suspended.body.transaction.transactionId;
    expect([reason(suspended), await readTask(app, id)]).toEqual(['U100', undefined]);
    const challenge = readChallengeId(suspended.body.threeDSecure) ?? '';
    const challengeResult = await completeChallenge(app.owner, challenge, 'Test_5132');
    const { cres } = challengeResponse(2, challenge, challengeResult?.outcome ?? 'Y');
    const response = { threeDSecureResponse: { cres } };
    expect(reason(await merchant('POST', `${base}/${id}/resume`, response))).toBe('S100');
    expect(await readTask(app, id)).toMatchObject({ status: 'NEW' });
  });

  test('is captured by the clock when its wait is over, and not before', async () => {
    await deferEmail(app, capturing, 'capture', 2);
    const id = await deferred(merchant, capturing);
    app.clock.advance(2 * dayMs - 1);
    await runClock();
    expect(await followUpsOf(app, id)).toEqual([]);
    app.clock.advance(1);
    await runClock();
    expect(await followUpsOf(app, id)).toEqual(['CAPTURE SUCCESS']);
    expect(await readTask(app, id)).toEqual({ status: 'ACCEPTED', decidedBy: 'system', reasonCode: null });
    expect(await listEvents(app, id)).toEqual(['OPENED system', 'ACCEPTED system']);
    const refreshed = await merchant('GET', `${base}/${id}`);
    expect(refreshed.body.followUpStatus.status[0].name).toBe('CAPTURED');
  });

  test('is captured after seven days, also by a worker that is some hours late', async () => {
    await deferEmail(app, capturing, 'capture', 7);
    const id = await deferred(merchant, capturing);
    app.clock.advance(7 * dayMs + 5 * hourMs);
    await expirePreauths.run(app.services);
    expect(reason(await merchant('POST', `${base}/${id}/capture`, {}))).toBe('V135');
    await runClock();
    expect(await followUpsOf(app, id)).toEqual(['CAPTURE SUCCESS']);
  });

  test('expires with its task when the worker is more than a day late', async () => {
    await deferEmail(app, capturing, 'capture', 7);
    const id = await deferred(merchant, capturing);
    app.clock.advance(8 * dayMs);
    await runClock();
    await expirePreauths.run(app.services);
    expect(await readStatus(app, id)).toBe('PREAUTH EXPIRED T100');
    expect(await readTask(app, id)).toMatchObject({ status: 'EXPIRED', decidedBy: 'system' });
    expect(await followUpsOf(app, id)).toEqual([]);
  });

  test('is released by the clock after seven days and is EXPIRED', async () => {
    await deferEmail(app, declining, 'decline');
    const id = await deferred(merchant, declining);
    app.clock.advance(7 * dayMs);
    await expirePreauths.run(app.services);
    expect(await readStatus(app, id)).toBe('PREAUTH SUCCESS S100');
    await runClock();
    expect(await readStatus(app, id)).toBe('PREAUTH EXPIRED T100');
    expect(await followUpsOf(app, id)).toEqual(['PREAUTH_VOID SUCCESS']);
    expect(await readTask(app, id)).toMatchObject({ status: 'EXPIRED', decidedBy: 'system' });
    const [charge] = await app.owner`
      select voided_by is not null as voided, in_progress, expires_at from payment where root_id = ${id}`;
    expect(charge).toEqual({ voided: true, inProgress: null, expiresAt: null });
  });

  test('notifies the merchant of the expiry', async () => {
    await deferEmail(app, declining, 'decline');
    const url = 'https://shop.example/expired';
    const callbacks = { expiryNotification: { url, format: 'REST_JSON' } };
    const body = payment({}, undefined, { customer: { email: declining }, callbacks });
    const response = await merchant('POST', `${base}/payment`, body);
    const id: string = response.body.transaction.transactionId;
    app.clock.advance(7 * dayMs);
    await runClock();
    const sent = await app.owner`select kind from notification where txn_id = ${id}`;
    expect(sent).toEqual([{ kind: 'EXPIRY' }]);
  });

  test.each([
    ['capture', 'ACCEPTED', 'CAPTURE SUCCESS'],
    ['cancel', 'REJECTED', 'PREAUTH_VOID SUCCESS'],
  ])('is decided by the merchant’s own %s', async (action, status, followUp) => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing);
    expect(reason(await merchant('POST', `${base}/${id}/${action}`, {}))).toBe('S100');
    expect(await readTask(app, id)).toEqual({ status, decidedBy: 'system', reasonCode: null });
    app.clock.advance(dayMs);
    await runClock();
    expect(await followUpsOf(app, id)).toEqual([followUp]);
    expect(await listEvents(app, id)).toEqual(['OPENED system', `${status} system`]);
  });

  test('keeps its task when the merchant’s capture is refused', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing);
    expect(reason(await merchant('POST', `${base}/${id}/capture`, { transaction: { amount: '99' } }))).toBe(
      'V501',
    );
    expect(await readTask(app, id)).toMatchObject({ status: 'NEW' });
  });

  test('of a merchant that had requested it is only released', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing, { deferred: true });
    app.clock.advance(dayMs);
    await runClock();
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPTED', decidedBy: 'system' });
    expect(await followUpsOf(app, id)).toEqual([]);
    expect(reason(await merchant('POST', `${base}/${id}/capture`, {}))).toBe('S100');
  });

  test('of a merchant that had requested it expires after seven days once released', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing, { deferred: true });
    app.clock.advance(dayMs);
    await runClock();
    app.clock.advance(6 * dayMs);
    await expirePreauths.run(app.services);
    expect(await readStatus(app, id)).toBe('PREAUTH EXPIRED T100');
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPTED' });
  });
});

describe('a task that cannot be written', () => {
  const breakTasks = () => app.owner`alter table queue_task add constraint broken check (false) not valid`;
  const repairTasks = async () => {
    await app.owner`alter table queue_task drop constraint broken`;
    app.clock.advance(minuteMs);
    await retrySettlementWork.run(app.services);
  };

  test('is opened later and does not stop the payment', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    await breakTasks();
    const id = await deferred(merchant, capturing);
    expect(await readTask(app, id)).toBeUndefined();
    await repairTasks();
    expect(await readTask(app, id)).toMatchObject({ status: 'NEW' });
  });

  test('is closed later and does not stop the merchant’s capture', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing);
    await breakTasks();
    expect(reason(await merchant('POST', `${base}/${id}/capture`, {}))).toBe('S100');
    expect(await readTask(app, id)).toMatchObject({ status: 'NEW' });
    await repairTasks();
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPTED', decidedBy: 'system' });
  });

  test('is not opened once the merchant has captured', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    await breakTasks();
    const id = await deferred(merchant, capturing);
    expect(reason(await merchant('POST', `${base}/${id}/capture`, {}))).toBe('S100');
    await repairTasks();
    expect(await readTask(app, id)).toBeUndefined();
  });
});

describe('a deferred payout', () => {
  test('is completed by the clock', async () => {
    await paid(merchant);
    await deferEmail(app, capturing, 'capture', 3);
    const id = await deferred(merchant, capturing, {}, { operation: 'payout' });
    expect(await readStatus(app, id)).toBe('PAYOUT_INITIALIZE SUCCESS S100');
    const [task] = await app.owner`select category, amount::text from queue_task where txn_id = ${id}`;
    expect(task).toEqual({ category: 'PAYOUT', amount: '25.0000' });
    app.clock.advance(3 * dayMs);
    await runClock();
    expect(await followUpsOf(app, id)).toEqual(['PAYOUT_COMPLETE SUCCESS']);
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('is withdrawn by the clock and is EXPIRED', async () => {
    await paid(merchant);
    await deferEmail(app, declining, 'decline');
    const id = await deferred(merchant, declining, {}, { operation: 'payout' });
    app.clock.advance(7 * dayMs);
    await expirePreauths.run(app.services);
    await runClock();
    expect(await readStatus(app, id)).toBe('PAYOUT_INITIALIZE EXPIRED T100');
    expect(await followUpsOf(app, id)).toEqual(['PAYOUT_VOID SUCCESS']);
    expect(await readTask(app, id)).toMatchObject({ status: 'EXPIRED' });
  });

  test('is closed by the merchant’s own cancel', async () => {
    await paid(merchant);
    await deferEmail(app, declining, 'decline');
    const id = await deferred(merchant, declining, {}, { operation: 'payout' });
    expect(reason(await merchant('POST', `${base}/${id}/cancel`, {}))).toBe('S100');
    expect(await readTask(app, id)).toMatchObject({ status: 'REJECTED' });
  });
});

describe('the clock', () => {
  test('tries a capture again that did not reach the processor', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing);
    app.clock.advance(dayMs);
    const noResponse = { kind: 'no-response', why: 'connection' } as const;
    const processors = onlyProcessor({ ...app.sandbox, send: () => Promise.resolve(noResponse) });
    await decideDueDeferrals.run({ ...app.services, processors });
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPTING' });
    await runClock();
    app.clock.advance(minuteMs);
    await reconcilePayments.run(app.services);
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPT_FAILED', reasonCode: 'X203' });
    await runClock();
    expect(await followUpsOf(app, id)).toEqual(['CAPTURE FAILED']);
    app.clock.advance(5 * minuteMs);
    await runClock();
    expect(await followUpsOf(app, id)).toEqual(['CAPTURE FAILED', 'CAPTURE SUCCESS']);
    expect(await listEvents(app, id)).toEqual(['OPENED system', 'ACCEPT_FAILED system', 'ACCEPTED system']);
  });

  test('waits while another follow-up of the charge is in progress', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing);
    app.clock.advance(dayMs);
    await app.owner`update payment set in_progress = 1 where root_id = ${id}`;
    await runClock();
    expect(await readTask(app, id)).toMatchObject({ status: 'NEW' });
    await app.owner`update payment set in_progress = null where root_id = ${id}`;
    app.clock.advance(minuteMs);
    await runClock();
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('records a refusal on the task', async () => {
    await deferEmail(app, capturing, 'capture', 1);
    const id = await deferred(merchant, capturing);
    await app.owner`update payment set voided_by = 1 where root_id = ${id}`;
    app.clock.advance(dayMs);
    await runClock();
    expect(await readTask(app, id)).toMatchObject({ status: 'ACCEPT_FAILED', reasonCode: 'V139' });
    await app.owner`update payment set voided_by = null where root_id = ${id}`;
  });
});
