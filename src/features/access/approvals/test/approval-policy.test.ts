import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { loosens } from '../server/save-approval-policy.ts';
import { decide, letApprove, policyUrl, requests } from './approval-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from approval_policy`);

const limit = (amount: string, currency = 'EUR') => ({
  action: 'refund' as const,
  from: { amount, currency },
  hours: 24,
});
const save = (rules: object[], version = 0, more: object = {}) =>
  admin('PUT', policyUrl, { rules, includesKeys: false, version, ...more });

/** getApprovalPolicy */
test('requires nothing by default', async () => {
  expect((await admin('GET', policyUrl)).body).toEqual({
    rules: [],
    includesKeys: false,
    organisationId: 1100,
    organisationName: 'Harbour Group',
    version: 0,
    mayChange: true,
    otherApprovers: expect.any(Number),
    approvers: expect.any(Array),
  });
});

test('names the users who may approve, those of the provider too', async () => {
  const { otherApprovers, approvers } = (await admin('GET', policyUrl)).body;
  expect(approvers).toContain('domain@demo.example');
  expect(approvers).toHaveLength(Math.min(otherApprovers, 10));
  expect(approvers).not.toContain('admin@harbour.example');
});

/** saveApprovalPolicy */
test('saves a policy once for a version', async () => {
  expect((await save([limit('500.00')])).body).toMatchObject({ version: 1, rules: [limit('500.00')] });
  expect((await save([limit('500.00')])).status).toBe(409);
  const [event] = await app.owner<{ after: object }[]>`
    select after from audit_event where act = 'saveApprovalPolicy' and outcome = 'allowed' order by seq desc limit 1`;
  expect(event?.after).toMatchObject({ rules: [limit('500.00')] });
});

test('saves an amount of every action that moves money', async () => {
  const rules = (['refund', 'payout', 'answerDispute'] as const).map((action) => ({
    ...limit('500.00'),
    action,
  }));
  const { version } = (await admin('GET', policyUrl)).body;
  expect((await save(rules, version)).body.rules).toEqual(expect.arrayContaining(rules));
});

test.each([
  ['two rules of one action', [limit('1.00'), limit('2.00')]],
  ['an amount of a role', [{ ...limit('1.00'), action: 'grantRole' }]],
  ['too many hours', [{ ...limit('1.00'), hours: 169 }]],
  ['no hour', [{ ...limit('1.00'), hours: 0 }]],
  ['an unknown currency', [limit('1.00', 'XXX')]],
  ['too many digits', [limit('1.001')]],
  ['an unknown action', [{ ...limit('1.00'), action: 'changePolicy' }]],
])('rejects %s', async (_title, rules) => {
  expect((await save(rules)).status).toBe(400);
});

test('denies the policy to users without the permission', async () => {
  const support = await actAs(app, 'support@harbour.example');
  expect((await support('GET', policyUrl)).status).toBe(403);
  expect((await support('PUT', policyUrl, { rules: [], includesKeys: false, version: 0 })).status).toBe(403);
  expect((await admin('GET', `${requests}/1200/policy`)).status).toBe(403);
  const merchant = `${requests}/1111/policy`;
  expect((await admin('PUT', merchant, { rules: [], includesKeys: false, version: 0 })).status).toBe(403);
});

describe('a looser policy', () => {
  test('is rejected once the other approvers are deactivated', async () => {
    await save([limit('500.00')]);
    await app.owner`update app_user set active = false where user_name <> 'admin@harbour.example'`;
    const { otherApprovers } = (await admin('GET', policyUrl)).body;
    const looser = await save([], 1);
    expect([otherApprovers, looser.status, looser.body.code]).toEqual([0, 409, 'NO_OTHER_APPROVER']);
    await app.owner`update app_user set active = true`;
  });

  test('needs approval while another user may approve', async () => {
    await letApprove(app, 'analyst@harbour.example');
    const approver = await actAs(app, 'analyst@harbour.example');
    await save([limit('500.00')]);
    const held = await save([], 1);
    expect([held.status, (await admin('GET', policyUrl)).body.version]).toEqual([202, 1]);
    expect((await save([limit('100.00')], 1)).status).toBe(200);
    const failed = await decide(approver, held.body.approvalId, 'approve');
    expect(failed.body).toMatchObject({ state: 'FAILED', resultCode: 'APPROVAL_POLICY_CHANGED' });
    const repeated = await save([], 2);
    expect((await decide(approver, repeated.body.approvalId, 'approve')).body.state).toBe('SUCCEEDED');
    expect((await admin('GET', policyUrl)).body).toMatchObject({ rules: [], version: 3 });
  });
});

test.each([
  ['no policy before', [], [], false],
  ['the same', [limit('5.00')], [limit('5.00')], false],
  ['a lower amount', [limit('5.00')], [limit('4.99')], false],
  ['no amount', [limit('5.00')], [{ ...limit('5.00'), from: null }], false],
  ['a higher amount', [limit('5.00')], [limit('5.01')], true],
  ['an amount where there was none', [{ ...limit('5.00'), from: null }], [limit('5.00')], true],
  ['another currency', [limit('5.00')], [limit('5.00', 'GBP')], true],
  ['a missing action', [limit('5.00')], [], true],
])('recognises a looser policy: %s', (_title, before, next, isLooser) => {
  const policy = (rules: typeof before) => ({ rules, includesKeys: false });
  expect(loosens(policy(before), policy(next))).toBe(isLooser);
});
