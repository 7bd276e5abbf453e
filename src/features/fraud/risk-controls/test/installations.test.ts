import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { actAs, type Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { openControls } from '../risk-controls.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

describe('getInstallationList', () => {
  test('lists the installations below an organisation by their merchant', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const response = await admin('GET', '/proxy/sync/cm/installation/list/org/1110');
    expect(response.body).toEqual({
      'Harbour Books': [{ installationId: 5300003, installationName: 'Harbour Books', mayEdit: true }],
      'Harbour Coffee': [
        { installationId: 5300002, installationName: 'Harbour Coffee phone', mayEdit: true },
        { installationId: 5300001, installationName: 'Harbour Coffee web', mayEdit: true },
      ],
    });
  });

  test('leaves out those whose risk controls the caller may not view', async () => {
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('GET', '/proxy/sync/cm/installation/list/org/1110')).body).toEqual({});
  });

  test('marks those the caller may not edit', async () => {
    const analyst = await actAs(app, 'analyst@harbour.example');
    const { body } = await analyst('GET', '/proxy/sync/cm/installation/list/org/1110');
    expect(body['Harbour Books']).toMatchObject([{ installationId: 5300003, mayEdit: false }]);
  });
});

describe('getRiskControls', () => {
  test('returns open controls without a configuration', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const response = await admin('GET', '/proxy/sync/cm/installation/5300004/riskcontrols');
    expect(response).toMatchObject({ status: 200, body: { ...openControls, version: 0 } });
  });

  test('requires the permission to view them', async () => {
    const coffee = await actAs(app, 'support@harbour.example');
    expect((await coffee('GET', '/proxy/sync/cm/installation/5300001/riskcontrols')).status).toBe(403);
  });
});

describe('saveRiskControls', () => {
  const controlsPath = '/proxy/sync/cm/installation/5300002/riskcontrols';
  const rule = { type: 'IP', disabled: false, velocity: 5, timePeriod: 24 };
  const strictControls = {
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
    expect((await admin('GET', controlsPath)).body).toEqual({ ...openControls, version: 0 });
    const saved = await admin('PUT', controlsPath, { ...strictControls, version: 0 });
    expect(saved).toMatchObject({ status: 200, body: { version: 1, liabilityShift: 'PARTIAL' } });
    expect(saved.body.velocityRules.map(({ type }: { type: string }) => type)).toEqual(['CARD', 'IP']);
    expect((await admin('GET', controlsPath)).body).toEqual(saved.body);

    const late = await admin('PUT', controlsPath, { ...openControls, version: 0 });
    expect(late).toMatchObject({ status: 409, body: { code: 'RISK_CONTROLS_CHANGED' } });
    const [line] = await app.owner`
      select before, after, outcome, object_id from audit_event where act = 'saveRiskControls' and outcome = 'allowed'`;
    expect(line).toMatchObject({
      objectId: '5300002',
      before: { threeDSecure: false },
      after: { threeDSecure: true, cv2AvsRequirements: { cv2MatchRequirement: 'MATCHED' } },
    });

    // An unchanged request writes no second audit event.
    expect((await admin('PUT', controlsPath, { ...strictControls, version: 1 })).body.version).toBe(1);
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
  ])('rejects %s', async (_title, change) => {
    const before = (await admin('GET', controlsPath)).body;
    expect((await admin('PUT', controlsPath, { ...strictControls, ...change })).status).toBe(400);
    expect((await admin('GET', controlsPath)).body).toEqual(before);
  });

  test('accepts one of two concurrent first requests', async () => {
    const otherPath = '/proxy/sync/cm/installation/5300005/riskcontrols';
    const [first, second] = await Promise.all([
      admin('PUT', otherPath, { ...strictControls, version: 0 }),
      admin('PUT', otherPath, { ...openControls, threeDSecure: true, liabilityShift: 'FULL', version: 0 }),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  });
});
