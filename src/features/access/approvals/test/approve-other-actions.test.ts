import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockRule } from '#features/fraud/fraud-rules/test/rule-fixtures.ts';
import { closeMerchant, goodCard, paid, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  mapGroup,
  providerOf,
  createScimUser,
  createScimGroup,
} from '#features/access/scim/test/scim-fixtures.ts';
import { grant, findUserId, newUser, listRoles, users } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { decide, everything, letApprove, portal, setPolicy } from './approval-fixtures.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
let approver: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await letApprove(app, 'support@harbour.example');
  const rights = ['P_NEW_PAYOUT', 'P_CAPTURE_TRANSACTION', 'P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES'];
  await grant(app, 'admin@harbour.example', { name: 'all-four', permissions: rights }, 1100);
  admin = await actAs(app, 'admin@harbour.example');
  approver = await actAs(app, 'support@harbour.example');
});
afterAll(() => closeMerchant(app));
beforeEach(() => setPolicy(app, everything));
afterEach(() => app.owner`delete from approval_policy`);

const approve = async (approvalId: string) => (await decide(approver, approvalId, 'approve')).body;

describe('a payout', () => {
  const token = async (): Promise<string> => {
    const first = await merchant(
      'POST',
      '/acceptor/rest/transactions/5300001/payment',
      payment(
        {},
        { card: goodCard, registered: true },
        { customer: { merchantRef: 'payee', registered: true } },
      ),
    );
    return first.body.paymentMethod.card.cardToken as string;
  };
  const pay = async (transaction: object = {}, method: object = {}) => {
    const card = { cardToken: { token: await token(), ...method } };
    const body = payment({ amount: '12.00', ...transaction }, card, { customer: { merchantRef: 'payee' } });
    return admin('POST', `${portal}/payout`, body);
  };
  const payouts = async (): Promise<number> => {
    const [row] = await app.owner<{ number: number }[]>`
      select count(*)::int as number from txn where txn_type in ('PAYOUT', 'PAYOUT_INITIALIZE', 'PAYOUT_COMPLETE')`;
    return row?.number ?? 0;
  };

  test('moves money once after its approval', async () => {
    const before = await payouts();
    const held = await pay();
    expect([held.status, await payouts()]).toEqual([202, before]);
    expect(await approve(held.body.approvalId)).toMatchObject({ action: 'payout', state: 'SUCCEEDED' });
    expect(await payouts()).toBe(before + 1);
    expect((await decide(approver, held.body.approvalId, 'approve')).status).toBe(409);
  });

  test('below the amount is made at once', async () => {
    await setPolicy(app, [{ action: 'payout', from: { amount: '12.01', currency: 'GBP' }, hours: 1 }]);
    expect((await pay()).status).toBe(201);
  });

  test('with a card number or a security code is not stored', async () => {
    const card = await admin('POST', `${portal}/payout`, payment());
    expect(card.body.outcome.reasonCode).toBe('V104');
    expect((await pay({}, { cv2: '123' })).status).toBe(400);
    expect(await app.owner`select from approval_request where state = 'PENDING'`).toHaveLength(0);
  });

  test('that was deferred waits when it is completed', async () => {
    await app.owner`delete from approval_policy`;
    const deferred = await pay({ deferred: true });
    expect(deferred.status).toBe(201);
    await setPolicy(app, everything);
    const id = deferred.body.transaction.transactionId as string;
    const held = await admin('POST', `${portal}/${id}/capture`, {});
    expect(held.status).toBe(202);
    expect(await approve(held.body.approvalId)).toMatchObject({ action: 'payout', state: 'SUCCEEDED' });
  });

  test('is not a captured payment', async () => {
    const id = await paid(merchant, { deferred: true });
    expect((await admin('POST', `${portal}/${id}/capture`, {})).status).toBe(201);
  });
});

describe('a rule', () => {
  const create = (more: object) => admin('POST', '/proxy/sync/rms/rule/1100', { ...blockRule, ...more });
  const change = (id: number, action: string, more: object) =>
    admin('PUT', `/proxy/sync/rms/rule/${id}/${action}/1100`, { ...blockRule, ...more });
  const stored = async (id: number) =>
    (await admin('GET', `/proxy/sync/rms/rule/${id}/1100`)).body as { active: boolean; version: number };

  test('is active after its approval', async () => {
    const created = await create({ active: false, name: 'Waiting rule' });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const { ruleId, version } = created.body;
    const held = await change(ruleId, 'ACTIVATE', { version, name: 'Waiting rule' });
    expect([held.status, (await stored(ruleId)).active]).toEqual([202, false]);
    expect(await approve(held.body.approvalId)).toMatchObject({
      state: 'SUCCEEDED',
      objectName: 'Waiting rule',
    });
    const active = await stored(ruleId);
    expect(active.active).toBe(true);
    const update = await change(ruleId, 'UPDATE', { version: active.version, name: 'Waiting rule' });
    expect(update.status).toBe(202);
    expect(
      (await change(ruleId, 'DEACTIVATE', { version: active.version, name: 'Waiting rule' })).status,
    ).toBe(200);
  });

  test('that has changed since is not activated', async () => {
    const { ruleId, version } = (await create({ active: false, name: 'Changed rule' })).body;
    const held = await change(ruleId, 'ACTIVATE', { version, name: 'Changed rule' });
    expect((await change(ruleId, 'UPDATE', { version, name: 'Changed rule', description: 'x' })).status).toBe(
      200,
    );
    expect(await approve(held.body.approvalId)).toMatchObject({
      state: 'FAILED',
      resultCode: 'RULE_CHANGED',
    });
    expect((await stored(ruleId)).active).toBe(false);
  });

  test('is not activated without a version, which would approve any later text of it', async () => {
    const { ruleId } = (await create({ active: false, name: 'Rule without version' })).body;
    const response = await change(ruleId, 'ACTIVATE', { name: 'Rule without version' });
    expect([response.status, response.body.message]).toEqual([400, 'body.version']);
    expect((await stored(ruleId)).active).toBe(false);
  });

  test('waits when it is created active', async () => {
    const held = await create({ name: 'New active rule' });
    expect(held.status).toBe(202);
    expect(await approve(held.body.approvalId)).toMatchObject({ action: 'activateRule', state: 'SUCCEEDED' });
    const rows = await app.owner`select active from fraud_rule where name = 'New active rule'`;
    expect(rows).toEqual([{ active: true }]);
  });
});

describe('a role', () => {
  test('of a new user is given after its approval', async () => {
    const held = await admin('POST', users, newUser());
    expect(held.status).toBe(202);
    expect(await app.owner`select from app_user where user_name = 'ines@harbour.example'`).toHaveLength(0);
    expect(await approve(held.body.approvalId)).toMatchObject({
      action: 'grantRole',
      objectName: 'ines@harbour.example',
      state: 'SUCCEEDED',
    });
    expect(await listRoles(app, await findUserId(app, 'ines@harbour.example'))).toEqual(['cashier @ 1111']);
  });

  test('is taken away at once', async () => {
    await app.owner`delete from approval_policy`;
    const created = await admin('POST', users, newUser({ userName: 'lee@harbour.example' }));
    await setPolicy(app, everything);
    const less = await admin('PUT', users, { ...created.body, entitlements: [] });
    expect(less.status).toBe(200);
    const more = await admin('PUT', users, { ...less.body, entitlements: created.body.entitlements });
    expect([more.status, await listRoles(app, created.body.id)]).toEqual([202, []]);
    expect((await approve(more.body.approvalId)).state).toBe('SUCCEEDED');
    expect(await listRoles(app, created.body.id)).toEqual(['cashier @ 1111']);
  });

  test('is not given to a user who changed after the request', async () => {
    await app.owner`delete from approval_policy`;
    const created = await admin(
      'POST',
      users,
      newUser({ userName: 'kim@harbour.example', entitlements: [] }),
    );
    await setPolicy(app, everything);
    const held = await admin('PUT', users, {
      ...created.body,
      entitlements: [{ value: 'cashier', type: '1111' }],
    });
    expect(held.status).toBe(202);
    await admin('PUT', users, { ...created.body, name: { givenName: 'Kim', familyName: 'New' } });
    expect(await approve(held.body.approvalId)).toMatchObject({ state: 'FAILED', resultCode: 'SCIM11' });
    expect(await listRoles(app, created.body.id)).toEqual([]);
  });

  test('in use gets another permission after approval', async () => {
    await app.owner`delete from approval_policy`;
    const url = '/proxy/sync/cm/security/roles/1100';
    const content = { name: 'Night desk', description: '', permissions: ['P_VIEW_SCHEDULE'] };
    const { roleId } = (await admin('POST', url, content)).body;
    const wider = { ...content, permissions: ['P_VIEW_SCHEDULE', 'P_REFUND_TRANSACTION'], version: 1 };
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      values (${await findUserId(app, 'analyst@harbour.example')}, ${roleId}, 1100, true)`;
    await setPolicy(app, everything);
    const held = await admin('PUT', `${url}/${roleId}`, wider);
    expect([held.status, (await admin('GET', `${url}/${roleId}`)).body.permissions]).toEqual([
      202,
      ['P_VIEW_SCHEDULE'],
    ]);
    expect(await approve(held.body.approvalId)).toMatchObject({
      objectName: 'Night desk',
      state: 'SUCCEEDED',
    });
    expect((await admin('GET', `${url}/${roleId}`)).body.permissions).toHaveLength(2);
    const narrower = { ...content, permissions: ['P_VIEW_SCHEDULE'], version: 2 };
    expect((await admin('PUT', `${url}/${roleId}`, narrower)).status).toBe(200);
  });
});

describe('the roles of a provisioned group', () => {
  test('wait, and reach the members after the approval', async () => {
    // A token made under the policy would wait itself.
    await setPolicy(app, []);
    const okta = await providerOf(app);
    await setPolicy(app, everything);
    const { id } = await createScimUser(okta, 'member@harbour.example');
    const group = await createScimGroup(okta, 'Waiting desk', [id]);
    const held = await mapGroup(app, group.id, [{ roleId: 'cashier', organisationId: 1111 }]);
    expect([held.status, held.body.status, await listRoles(app, id)]).toEqual([202, 'PENDING_APPROVAL', []]);
    expect(await approve(held.body.approvalId)).toMatchObject({ action: 'grantRole', state: 'SUCCEEDED' });
    expect(await listRoles(app, id)).toEqual(['cashier @ 1111']);
    // Taking a role waits for no approval.
    expect((await mapGroup(app, group.id, [])).status).toBe(200);
    expect(await listRoles(app, id)).toEqual([]);
  });
});
