import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { policyPermissions } from '../policy-permissions.ts';

let app: TestApp;
let admin: Send;
let domain: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  domain = await actAs(app, 'domain@demo.example');
});
afterAll(() => app.stop());

const policy = (organisation: number) => `/proxy/sync/security/${organisation}/policy`;
const rules = (more: object = {}) => ({
  secondFactor: 'OFFERED',
  requiredFrom: null,
  requiredFor: ['P_MANAGE_API_KEYS'],
  deviceDays: 14,
  stepUpMinutes: 0,
  stepUpWithPassword: true,
  refundAbove: { amount: '500.00', currency: 'EUR' },
  version: 0,
  ...more,
});

/** getSecurityPolicy */
test('requires nothing by default', async () => {
  expect((await admin('GET', policy(1100))).body).toEqual({
    secondFactor: 'OFF',
    requiredFrom: null,
    requiredFor: [],
    deviceDays: 30,
    stepUpMinutes: 0,
    stepUpWithPassword: true,
    refundAbove: null,
    organisationId: 1100,
    organisationName: 'Harbour Group',
    version: 0,
    mayChange: true,
  });
});

/** saveSecurityPolicy */
test('saves the policy of a company with its audit event', async () => {
  const saved = await admin('PUT', policy(1100), rules());
  expect(saved.body).toMatchObject({
    secondFactor: 'OFFERED',
    refundAbove: { amount: '500.00', currency: 'EUR' },
    version: 1,
  });
  expect((await admin('PUT', policy(1100), rules())).status).toBe(409);
  expect((await admin('PUT', policy(1100), rules({ version: 1, refundAbove: null }))).body.version).toBe(2);
  const [event] = await app.owner<{ before: { version?: number }; after: object }[]>`
    select before, after from audit_event where act = 'saveSecurityPolicy' and outcome = 'allowed' and after->'refundAbove'->>'amount' = '500.00'`;
  expect(event?.before).toMatchObject({ secondFactor: 'OFF' });
  expect(event?.after).toMatchObject({ secondFactor: 'OFFERED', deviceDays: 14 });
});

test('saves once for two concurrent requests', async () => {
  const { version } = (await admin('GET', policy(1100))).body;
  const responses = await Promise.all([1, 2].map(() => admin('PUT', policy(1100), rules({ version }))));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('shows the policy of the company at its merchants', async () => {
  const inherited = await admin('GET', policy(1111));
  expect(inherited.body).toMatchObject({ organisationId: 1100, deviceDays: 14 });
  expect((await admin('PUT', policy(1111), rules({ version: inherited.body.version }))).status).toBe(403);
});

test('denies a change to a manager of one merchant', async () => {
  await grant(app, 'coffee@harbour.example', { name: 'sec', permissions: ['P_MANAGE_SECURITY'] }, 1111);
  const manager = await actAs(app, 'coffee@harbour.example');
  expect((await manager('GET', policy(1111))).body).toMatchObject({ organisationId: 1100, mayChange: false });
  expect((await manager('PUT', policy(1100), rules())).status).toBe(403);
  expect((await manager('PUT', policy(1111), rules())).status).toBe(403);
});

test('denies the policy to users without the permission', async () => {
  const viewer = await actAs(app, 'support@harbour.example');
  expect((await viewer('GET', policy(1100))).status).toBe(403);
  expect((await viewer('PUT', policy(1100), rules())).status).toBe(403);
  expect((await admin('GET', policy(1200))).status).toBe(403);
});

test('keeps a policy of the provider', async () => {
  expect((await domain('PUT', policy(1000), rules())).body).toMatchObject({
    organisationId: 1000,
    version: 1,
  });
});

test.each([
  ['an unknown mode', { secondFactor: 'MAYBE' }],
  ['an unknown permission', { requiredFor: ['P_EVERYTHING'] }],
  ['too many days', { deviceDays: 91 }],
  ['too many minutes', { stepUpMinutes: 721 }],
  ['an amount with too many digits', { refundAbove: { amount: '1.001', currency: 'EUR' } }],
  ['an unknown currency', { refundAbove: { amount: '1.00', currency: 'XXX' } }],
  ['an unknown field', { organisationId: 1200 }],
])('rejects %s', async (_title, more) => {
  const { version } = (await admin('GET', policy(1100))).body;
  expect((await admin('PUT', policy(1100), rules({ version, ...more }))).status).toBe(400);
});

test('requires a second factor for permissions over money, data and rights', async () => {
  const { version } = (await admin('GET', policy(1100))).body;
  const requiredFor = [...policyPermissions];
  expect(requiredFor).toEqual(expect.arrayContaining(['P_APPROVE', 'P_MANAGE_WEBHOOKS', 'P_MANAGE_ROLES']));
  const saved = await admin('PUT', policy(1100), rules({ version, requiredFor }));
  expect(saved.body.requiredFor).toEqual(requiredFor);
});

test('accepts zero as the amount above which refunds need step-up', async () => {
  const { version } = (await admin('GET', policy(1100))).body;
  const saved = await admin(
    'PUT',
    policy(1100),
    rules({ version, refundAbove: { amount: '0', currency: 'JPY' } }),
  );
  expect(saved.body.refundAbove).toEqual({ amount: '0', currency: 'JPY' });
});
