import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { create, grant } from '#features/access/users/test/user-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { expireApprovals } from '../server/expire-approvals.ts';
import { runApprovals } from '../server/run-approvals.ts';
import {
  decide,
  everything,
  letApprove,
  refund,
  refundsOf,
  requests,
  setPolicy,
} from './approval-fixtures.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
let approver: Send;
let outsider: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await letApprove(app, 'analyst@harbour.example');
  [admin, approver, outsider] = (await Promise.all(
    ['admin@harbour.example', 'analyst@harbour.example', 'admin@meridian.example'].map((name) =>
      actAs(app, name),
    ),
  )) as [Send, Send, Send];
});
afterAll(() => closeMerchant(app));
beforeEach(() => setPolicy(app, everything));
afterEach(() => app.owner`update approval_request set state = 'CANCELLED' where state = 'PENDING'`);

const asked = async (id: string, transaction: object = {}): Promise<string> => {
  const response = await refund(admin, id, transaction);
  expect([response.status, response.body.status]).toEqual([202, 'PENDING_APPROVAL']);
  return response.body.approvalId as string;
};

/** listApprovals */
const listed = async (send: Send, state = 'WAITING') =>
  (await send('GET', `${requests}/1100?state=${state}`)).body.items as Record<string, unknown>[];

describe('without a policy', () => {
  test('a refund is made at once', async () => {
    await app.owner`delete from approval_policy`;
    const id = await paid(merchant);
    expect((await refund(admin, id)).status).toBe(201);
    expect(await refundsOf(app, id)).toEqual([2500]);
  });
});

describe('a refund that needs approval', () => {
  test('moves nothing until it is approved', async () => {
    const id = await paid(merchant, { merchantRef: 'order-7' });
    const approvalId = await asked(id, { amount: '10.00' });
    expect(await refundsOf(app, id)).toEqual([]);
    expect(await listed(admin)).toMatchObject([{ approvalId, isOwn: true, mayDecide: false }]);
    const details = await admin('GET', `/proxy/sync/tqs/transaction/${id}`);
    expect(details.body.waitingApprovals).toMatchObject([{ approvalId, action: 'refund', amount: '10.00' }]);
    expect(await listed(approver)).toMatchObject([
      {
        approvalId,
        action: 'refund',
        amount: { amount: '10.00', currency: 'GBP' },
        organisationName: 'Harbour Coffee',
        objectId: id,
        objectName: 'order-7',
        mayDecide: true,
      },
    ]);
    const approved = await decide(approver, approvalId, 'approve', 'ok');
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { state: 'SUCCEEDED', resultCode: 'S100', comment: 'ok' },
    ]);
    expect(await refundsOf(app, id)).toEqual([1000]);
    expect(await listed(admin, 'DECIDED')).toMatchObject([{ approvalId, state: 'SUCCEEDED' }]);
  });

  test('shows the approver its reason and its note, and keeps them', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id, { refundReason: 'FRAUD', refundNote: 'Stolen card' });
    expect(await listed(approver)).toMatchObject([{ refundReason: 'FRAUD', refundNote: 'Stolen card' }]);
    expect((await decide(approver, approvalId, 'approve')).body.state).toBe('SUCCEEDED');
    const stored = await app.owner`
      select refund_reason, refund_note from txn where related_id = ${id} and txn_type = 'REFUND'`;
    expect(stored).toEqual([{ refundReason: 'FRAUD', refundNote: 'Stolen card' }]);
  });

  /** approveRequest */
  test('cannot be approved by its requester', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    const ownDecision = await decide(admin, approvalId, 'approve');
    expect([ownDecision.status, ownDecision.body.code]).toEqual([403, 'OWN_APPROVAL']);
    expect((await decide(admin, approvalId, 'reject')).status).toBe(403);
    expect(await refundsOf(app, id)).toEqual([]);
  });

  test('cannot be approved by a user just created by the requester', async () => {
    await setPolicy(
      app,
      everything.filter(({ action }) => action === 'refund'),
    );
    const userName = 'puppet@harbour.example';
    await create(admin, { userName, entitlements: [] });
    await app.owner`
      update app_user set password_hash = (select password_hash from app_user where user_name = 'admin@harbour.example'),
        password_changed_at = (select password_changed_at from app_user where user_name = 'admin@harbour.example')
      where user_name = ${userName}`;
    await letApprove(app, userName, 1111);
    const approvalId = await asked(await paid(merchant));
    const puppet = await actAs(app, userName);
    expect((await decide(puppet, approvalId, 'approve')).body.code).toBe('OWN_APPROVAL');
    await app.owner`update app_user set created_at = created_at - interval '2 days' where user_name = ${userName}`;
    expect((await decide(puppet, approvalId, 'approve')).body.state).toBe('SUCCEEDED');
  });

  test('does not exist for other companies', async () => {
    const approvalId = await asked(await paid(merchant));
    await letApprove(app, 'admin@meridian.example', 1200);
    for (const decision of ['approve', 'reject', 'cancel'] as const)
      expect((await decide(outsider, approvalId, decision)).status).toBe(404);
    expect((await outsider('GET', `${requests}/1100`)).status).toBe(403);
    expect(await listed(approver)).toHaveLength(1);
  });

  test('is not visible to colleagues who may not approve', async () => {
    const approvalId = await asked(await paid(merchant));
    const support = await actAs(app, 'support@harbour.example');
    expect(await listed(support)).toEqual([]);
    expect((await decide(support, approvalId, 'approve')).status).toBe(403);
    expect((await decide(support, approvalId, 'cancel')).status).toBe(404);
  });

  /** rejectRequest, countApprovals */
  test('ends when it is rejected', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    expect((await approver('GET', `${requests}/1100/count`)).body).toEqual({ waiting: 1 });
    expect((await admin('GET', `${requests}/1100/count`)).body).toEqual({ waiting: 0 });
    expect((await decide(approver, approvalId, 'reject', 'wrong order')).body).toMatchObject({
      state: 'REJECTED',
      comment: 'wrong order',
      mayDecide: false,
    });
    expect((await decide(approver, approvalId, 'approve')).body.code).toBe('APPROVAL_DECIDED');
    expect(await refundsOf(app, id)).toEqual([]);
  });

  /** cancelRequest */
  test('can be cancelled by its requester only', async () => {
    const approvalId = await asked(await paid(merchant));
    expect((await decide(approver, approvalId, 'cancel')).status).toBe(404);
    expect((await decide(admin, approvalId, 'cancel')).body.state).toBe('CANCELLED');
    expect((await decide(approver, approvalId, 'approve')).status).toBe(409);
  });

  test('expires by the clock', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    app.clock.advance(24 * hourMs + 1);
    const send = await actAs(app, 'analyst@harbour.example');
    const late = await decide(send, approvalId, 'approve');
    expect([late.status, late.body.code]).toEqual([409, 'APPROVAL_DECIDED']);
    await expireApprovals.run(app.services);
    const [stored] = await app.owner`select state from approval_request where approval_id = ${approvalId}`;
    expect(stored).toEqual({ state: 'EXPIRED' });
    expect(await refundsOf(app, id)).toEqual([]);
    const mails = await app.owner`
      select recipient from mail_outbox where mail_key = ${`approvalExpired:${approvalId}`}`;
    expect(mails).toEqual([{ recipient: 'admin@harbour.example' }]);
    [admin, approver] = [await actAs(app, 'admin@harbour.example'), send];
  });

  test('is refused at once when it cannot succeed', async () => {
    const id = await paid(merchant);
    expect((await refund(admin, id, { amount: '25.01' })).body.outcome.reasonCode).toBe('V402');
    expect((await refund(admin, id, { amount: 'x' })).status).toBe(400);
    expect((await refund(admin, '1')).status).toBe(404);
    expect(await listed(approver)).toEqual([]);
  });

  test('fails when the payment was refunded in between', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    await merchant('POST', `/acceptor/rest/transactions/5300001/${id}/refund`, {});
    const approved = await decide(approver, approvalId, 'approve');
    expect(approved.body).toMatchObject({ state: 'FAILED', resultCode: 'V402' });
    expect(await refundsOf(app, id)).toEqual([2500]);
  });

  test('is stored sealed', async () => {
    await asked(await paid(merchant), { merchantRef: 'secret-reference' });
    const [row] = await app.owner<{ sealedRequest: Buffer }[]>`
      select sealed_request from approval_request where state = 'PENDING'`;
    expect(row?.sealedRequest.toString('latin1')).not.toContain('secret-reference');
  });

  test('keeps nothing of the request after its end', async () => {
    const approvalId = await asked(await paid(merchant));
    await decide(approver, approvalId, 'reject');
    const [row] = await app.owner<{ sealedRequest: Buffer }[]>`
      select sealed_request from approval_request where approval_id = ${approvalId}`;
    expect(row?.sealedRequest).toHaveLength(0);
  });

  test('sends emails and writes audit events', async () => {
    const approvalId = await asked(await paid(merchant));
    await decide(approver, approvalId, 'approve');
    const mails = await app.owner<{ template: string; recipient: string }[]>`
      select template, recipient from mail_outbox where mail_key like ${`%${approvalId}%`} order by 1`;
    expect(mails).toContainEqual({ template: 'approvalAsked', recipient: 'analyst@harbour.example' });
    expect(mails).toContainEqual({ template: 'approvalApproved', recipient: 'admin@harbour.example' });
    expect(mails).not.toContainEqual({ template: 'approvalAsked', recipient: 'admin@harbour.example' });
    const acts = await app.owner<{ act: string }[]>`
      select act from audit_event where object_id = ${approvalId} order by seq`;
    expect(acts.map(({ act }) => act)).toEqual(['askApproval', 'approveRequest', 'runApproval']);
  });
});

describe('the same refund', () => {
  test('is requested once', async () => {
    const id = await paid(merchant);
    const ids = await Promise.all([1, 2, 3].map(() => asked(id, { amount: '5.00' })));
    expect(new Set(ids).size).toBe(1);
  });

  test('with the same idempotency key returns the same approval after its decision', async () => {
    const id = await paid(merchant);
    const first = await refund(admin, id, { amount: '5.00' }, 'key-1');
    await decide(approver, first.body.approvalId, 'approve');
    const repeated = await refund(admin, id, { amount: '5.00' }, 'key-1');
    expect(repeated.body.approvalId).toBe(first.body.approvalId);
    expect(await refundsOf(app, id)).toEqual([500]);
  });

  test('approved by two users at once is made once', async () => {
    await letApprove(app, 'coffee@harbour.example', 1111);
    const second = await actAs(app, 'coffee@harbour.example');
    const id = await paid(merchant);
    const approvalId = await asked(id);
    const responses = await Promise.all(
      [approver, second].map((send) => decide(send, approvalId, 'approve')),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await refundsOf(app, id)).toEqual([2500]);
    const seen = await second('GET', `${requests}/1111?state=DECIDED`);
    expect(seen.body.items).toContainEqual(
      expect.objectContaining({ approvalId, decidedBy: expect.any(String) }),
    );
  });

  test('is run by the job when the process died after the approval', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    await app.owner`
      update approval_request set state = 'APPROVED', decided_at = ${app.clock.now()}, run_at = ${app.clock.now()}
      where approval_id = ${approvalId}`;
    const [before] = await app.owner<{ sealedRequest: Buffer }[]>`
      select sealed_request from approval_request where approval_id = ${approvalId}`;
    await runApprovals.run(app.services);
    expect(await refundsOf(app, id)).toEqual([2500]);
    // The process died once more, after the refund and before its result was recorded.
    await app.owner`
      update approval_request set state = 'APPROVED', run_at = ${app.clock.now()}, sealed_request = ${before?.sealedRequest ?? null}
      where approval_id = ${approvalId}`;
    app.clock.advance(5 * minuteMs);
    await runApprovals.run(app.services);
    expect(await refundsOf(app, id)).toEqual([2500]);
    const [stored] = await app.owner`
      select state, result_code from approval_request where approval_id = ${approvalId}`;
    expect(stored).toEqual({ state: 'SUCCEEDED', resultCode: 'S100' });
  });

  test('is not run a day after its approval', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    const long = new Date(app.clock.now().getTime() - dayMs);
    await app.owner`
      update approval_request set state = 'APPROVED', decided_at = ${long}, run_at = ${long}
      where approval_id = ${approvalId}`;
    await runApprovals.run(app.services);
    const [stored] = await app.owner`
      select state, result_code from approval_request where approval_id = ${approvalId}`;
    expect(stored).toEqual({ state: 'FAILED', resultCode: 'APPROVAL_TOO_OLD' });
    expect(await refundsOf(app, id)).toEqual([]);
  });
});

describe('an amount of the policy', () => {
  const from = (amount: string, currency = 'GBP') =>
    setPolicy(app, [{ action: 'refund', from: { amount, currency }, hours: 24 }]);

  test.each([
    ['below it is made at once', '9.99', 'GBP', 201],
    ['equal to it waits', '10.00', 'GBP', 202],
    ['in another currency waits', '0.01', 'EUR', 202],
  ])('%s', async (_title, amount, currency, status) => {
    await from('10.00', currency);
    expect((await refund(admin, await paid(merchant), { amount })).status).toBe(status);
  });
});

describe('a requester', () => {
  test('who has lost the right moves nothing', async () => {
    const name = 'coffee@harbour.example';
    await grant(
      app,
      name,
      { name: 'refunder', permissions: ['P_REFUND_TRANSACTION', 'P_VIEW_TRANSACTIONS_NGPORTAL'] },
      1111,
    );
    const cashier = await actAs(app, name);
    const id = await paid(merchant);
    const { approvalId } = (await refund(cashier, id)).body;
    await app.owner`delete from role_permission where permission = 'P_REFUND_TRANSACTION' and role_id in (
      select role_id from role_grant g join app_user u using (user_id) where u.user_name = ${name})`;
    await app.owner`update app_user set access_version = access_version + 1 where user_name = ${name}`;
    expect((await decide(approver, approvalId, 'approve')).body).toMatchObject({
      state: 'FAILED',
      resultCode: 'FORBIDDEN',
    });
    expect(await refundsOf(app, id)).toEqual([]);
  });

  test('who is inactive moves nothing', async () => {
    const id = await paid(merchant);
    const approvalId = await asked(id);
    await app.owner`update app_user set active = false where user_name = 'admin@harbour.example'`;
    const { body } = await decide(approver, approvalId, 'approve');
    await app.owner`update app_user set active = true where user_name = 'admin@harbour.example'`;
    expect(body).toMatchObject({ state: 'FAILED', resultCode: 'REQUESTER_GONE' });
    expect(await refundsOf(app, id)).toEqual([]);
  });
});

describe('refunds of one payment', () => {
  const limit = { action: 'refund', from: { amount: '20.00', currency: 'GBP' }, hours: 24 };
  beforeEach(() => setPolicy(app, [limit]));

  test('are added up, so that a split refund needs approval', async () => {
    const id = await paid(merchant);
    expect((await refund(admin, id, { amount: '12.00' })).status).toBe(201);
    const approvalId = await asked(id, { amount: '8.00' });
    expect(await refundsOf(app, id)).toEqual([1200]);
    expect((await refund(admin, id, { amount: '7.99' })).status).toBe(201);
    // The approved refund is checked against the remainder at that time.
    expect((await decide(approver, approvalId, 'approve')).body).toMatchObject({ state: 'FAILED' });
    expect(await refundsOf(app, id)).toEqual([1200, 799]);
  });

  test('by other users and by API keys are added up', async () => {
    const id = await paid(merchant);
    const url = `/acceptor/rest/transactions/5300001/${id}/refund`;
    expect((await merchant('POST', url, { transaction: { amount: '15.00' } })).status).toBe(201);
    await asked(id, { amount: '5.00' });
  });

  test('of another payment do not count', async () => {
    for (const id of [await paid(merchant), await paid(merchant)])
      expect((await refund(admin, id, { amount: '19.99' })).status).toBe(201);
  });

  test('sent at once stay below the limit', async () => {
    const id = await paid(merchant);
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => refund(admin, id, { amount: '6.00', merchantRef: `split-${number}` })),
    );
    const createdCount = responses.filter(({ status }) => status === 201).length;
    expect(createdCount).toBeGreaterThan(0);
    expect(await refundsOf(app, id)).toEqual(Array.from({ length: createdCount }, () => 600));
    expect(createdCount * 600).toBeLessThan(2000);
  });

  test('that are repeated with their key are not made again', async () => {
    const id = await paid(merchant);
    const first = await refund(admin, id, { amount: '12.00' }, 'split-once');
    const repeated = await refund(admin, id, { amount: '12.00' }, 'split-once');
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body.transaction.transactionId).toBe(first.body.transaction.transactionId);
    const duplicate = await refund(admin, id, { amount: '4.00', merchantRef: 'twice' });
    expect(duplicate.status).toBe(201);
    const second = await refund(admin, id, { amount: '4.00', merchantRef: 'twice' });
    expect(second.body.outcome?.reasonCode ?? second.body.reasonCode).toBe('A126');
    expect(await refundsOf(app, id)).toEqual([1200, 400]);
  });

  test('by a key are refused from the limit on when the policy includes keys', async () => {
    await setPolicy(app, [limit], true);
    const id = await paid(merchant);
    const url = `/acceptor/rest/transactions/5300001/${id}/refund`;
    const statuses = [];
    for (const amount of ['12.00', '8.00', '7.99'])
      statuses.push((await merchant('POST', url, { transaction: { amount } })).status);
    expect(statuses).toEqual([201, 400, 201]);
  });
});

describe('an API key', () => {
  const ofKey = async () => {
    const id = await paid(merchant);
    return merchant('POST', `/acceptor/rest/transactions/5300001/${id}/refund`, {});
  };

  test('is exempt', async () => {
    expect((await ofKey()).status).toBe(201);
  });

  test('is refused when the policy includes keys', async () => {
    await setPolicy(app, everything, true);
    const response = await ofKey();
    expect([response.status, response.body.reasonCode ?? response.body.outcome?.reasonCode]).toEqual([
      400,
      'V104',
    ]);
  });
});
