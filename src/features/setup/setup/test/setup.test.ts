import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { getSetup } from '../endpoints.ts';
import type { SetupStep } from '../schemas.ts';

let app: TestApp;
let domain: Send;
let group: number;
beforeAll(async () => {
  app = await startApp({ flags: ['--demo', 'none', '--sandbox', 'true'] });
  domain = await actAs(app, 'domain@demo.example');
  const created = await domain('POST', '/proxy/sync/cm/organisation/1000/children', {
    type: 'GROUP',
    name: 'Checklist Group',
    timeZone: null,
  });
  group = created.body.id as number;
});
afterAll(() => app.stop());

const [, path = ''] = getSetup.route.split(' ');

async function stepsFor(send: Send, id = group): Promise<SetupStep[]> {
  const { status, body } = await send('GET', path.replace('{orgId}', String(id)));
  expect(status).toBe(200);
  return body.steps as SetupStep[];
}

const doneIds = (steps: readonly SetupStep[]): string[] =>
  steps.filter((step) => step.done).map(({ id }) => id);

test('computes each step from what exists', async () => {
  expect(doneIds(await stepsFor(domain))).toEqual(['company']);
  const merchant = await domain('POST', `/proxy/sync/cm/organisation/${group}/children`, {
    type: 'MERCHANT',
    name: 'Checklist Shop',
    timeZone: null,
  });
  await domain('POST', `/proxy/sync/cm/installation/org/${merchant.body.id}`, {
    name: 'Checklist web',
    channel: 'WEB',
    currencies: ['GBP'],
    mcc: '5812',
    threeDSecure: 'OFF',
    recurring: true,
    instalments: false,
    fraudGuardThreshold: null,
    webOrigins: [],
    skin: '1',
    logo: null,
    sendReceipts: false,
    receiptName: null,
    receiptReplyTo: null,
  });
  const steps = await stepsFor(domain);
  expect(doneIds(steps)).toEqual(['company', 'merchant', 'installation']);
  expect(steps.map(({ name }) => name)).toEqual([
    'Checklist Group',
    'Checklist Shop',
    'Checklist web',
    null,
    null,
    null,
  ]);
  expect(await stepsFor(domain, merchant.body.id as number)).toEqual(steps);
});

test('marks the payment as taken with the first transaction', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  expect(doneIds(await stepsFor(admin, 1100))).toEqual([
    'company',
    'merchant',
    'installation',
    'colleague',
    'apiKey',
  ]);
  await insertTransaction(app.owner, { txnId: 10_000_200_001 });
  expect(doneIds(await stepsFor(admin, 1100))).toHaveLength(6);
});

test('names a colleague who may do the step', async () => {
  await app.owner`update api_credential set active = false, revoked_at = now()`;
  const viewer = await actAs(app, 'support@harbour.example');
  const key = (await stepsFor(viewer, 1100)).find(({ id }) => id === 'apiKey');
  expect(key).toMatchObject({ done: false, mayDo: false, askName: 'Amelia Hart' });
  const admin = await actAs(app, 'admin@harbour.example');
  const ownStep = (await stepsFor(admin, 1100)).find(({ id }) => id === 'apiKey');
  expect(ownStep).toMatchObject({ done: false, mayDo: true, askName: null });
});

test('has no steps in a demo', async () => {
  const demo = await startApp();
  const send = await actAs(demo, 'domain@demo.example');
  expect(await stepsFor(send, 1000)).toEqual([]);
  await demo.stop();
});
