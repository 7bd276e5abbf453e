import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { openControls } from '../risk-controls.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const place = '/proxy/sync/cm/installation/5300002/riskcontrols';
const rule = { type: 'IP', disabled: false, velocity: 5, timePeriod: 24 };
const strict = {
  threeDSecure: true,
  liabilityShift: 'PARTIAL',
  overrideRiskControlsWith3DS: true,
  cv2AvsRequirements: {
    addressMatchRequirement: 'NONE',
    postcodeMatchRequirement: 'NOT_WRONG',
    cv2MatchRequirement: 'MATCHED',
  },
  velocityRules: [rule, { ...rule, type: 'CARD', disabled: true }],
};

test('rejects a concurrent change and writes the audit', async () => {
  expect((await admin('GET', place)).body).toEqual({ ...openControls, version: 0 });
  const saved = await admin('PUT', place, { ...strict, version: 0 });
  expect(saved).toMatchObject({ status: 200, body: { version: 1, liabilityShift: 'PARTIAL' } });
  expect(saved.body.velocityRules.map(({ type }: { type: string }) => type)).toEqual(['CARD', 'IP']);
  expect((await admin('GET', place)).body).toEqual(saved.body);

  const late = await admin('PUT', place, { ...openControls, version: 0 });
  expect(late).toMatchObject({ status: 412, body: { code: 'RISK_CONTROLS_CHANGED' } });
  const [line] = await app.owner`
    select before, after, outcome, object_id from audit_event where act = 'saveRiskControls' and outcome = 'allowed'`;
  expect(line).toMatchObject({
    objectId: '5300002',
    before: { threeDSecure: false },
    after: { threeDSecure: true, cv2AvsRequirements: { cv2MatchRequirement: 'MATCHED' } },
  });

  // An unchanged request writes no second audit event.
  expect((await admin('PUT', place, { ...strict, version: 1 })).body.version).toBe(1);
  const lines = await app.owner`
    select 1 from audit_event where act = 'saveRiskControls' and after is not null`;
  expect(lines).toHaveLength(1);
});

test.each([
  ['a liability shift without 3-D Secure', { threeDSecure: false }],
  ['3-D Secure without a liability shift', { liabilityShift: null }],
  ['two rules of one type', { velocityRules: [rule, rule] }],
  ['more attempts than a rule allows', { velocityRules: [{ ...rule, velocity: 26 }] }],
  ['a time that is not offered', { velocityRules: [{ ...rule, timePeriod: 2 }] }],
  ['a rule without its values', { velocityRules: [{ type: 'IP', disabled: true }] }],
  ['an unknown field', { negativeLists: true }],
])('rejects %s', async (_what, part) => {
  const before = (await admin('GET', place)).body;
  expect((await admin('PUT', place, { ...strict, ...part })).status).toBe(400);
  expect((await admin('GET', place)).body).toEqual(before);
});

test('accepts one of two concurrent first requests', async () => {
  const other = '/proxy/sync/cm/installation/5300005/riskcontrols';
  const [one, two] = await Promise.all([
    admin('PUT', other, { ...strict, version: 0 }),
    admin('PUT', other, { ...openControls, threeDSecure: true, liabilityShift: 'FULL', version: 0 }),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([200, 412]);
});
