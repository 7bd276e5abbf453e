import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInstallation } from '#features/company/installations/new-installation.ts';
import { features } from '#shared/permissions.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createCompany, getSetup } from '../endpoints.ts';
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

const idsOf = (steps: readonly SetupStep[]): string[] => steps.map(({ id }) => id);

test('asks for an installation where a company has none', async () => {
  expect(idsOf(await stepsFor(domain))).toEqual(['installation', 'payment', 'colleague', 'apiKey']);
  const merchant = await domain('POST', `/proxy/sync/cm/organisation/${group}/children`, {
    type: 'MERCHANT',
    name: 'Checklist Shop',
    timeZone: null,
  });
  const { body } = await domain('GET', path.replace('{orgId}', String(group)));
  expect(body.hasMerchant).toBe(true);
  await domain('POST', `/proxy/sync/cm/installation/org/${merchant.body.id}`, {
    ...newInstallation,
    name: 'Checklist web',
    currencies: ['GBP'],
    mcc: '5812',
  });
  const steps = await stepsFor(domain);
  expect(idsOf(steps)).toEqual(['payment', 'colleague', 'apiKey']);
  expect(await stepsFor(domain, merchant.body.id as number)).toEqual(steps);
});

test('shows a provider the name of a company', async () => {
  const [first] = await stepsFor(domain, 1000);
  expect(first).toMatchObject({ id: 'company', done: true, name: 'Checklist Group' });
});

test('counts a colleague of the provider who has signed in', async () => {
  const colleague = async () => (await stepsFor(domain, 1000)).find(({ id }) => id === 'colleague');
  const invited = await domain('POST', '/proxy/sync/SCIM/Users/', {
    userName: 'bo@demo.example',
    name: { givenName: 'Bo', familyName: 'Lind' },
    entitlements: [{ value: 'administrator', type: '1000' }],
    extraInfo: { organisationId: 1000 },
  });
  expect(invited.status).toBe(201);
  // Users of companies are no colleagues of the provider's.
  await actAs(app, 'admin@harbour.example');
  expect(await colleague()).toMatchObject({ done: false, name: 'Bo Lind' });
  await app.owner`
    update app_user set last_logon_at = ${app.clock.now()} where user_name_key = 'bo@demo.example'`;
  expect(await colleague()).toMatchObject({ done: true, name: null });
});

test('marks the payment as taken with the first transaction', async () => {
  await actAs(app, 'support@harbour.example');
  const admin = await actAs(app, 'admin@harbour.example');
  expect(doneIds(await stepsFor(admin, 1100))).toEqual(['colleague', 'apiKey']);
  await insertTransaction(app.owner, { txnId: 10_000_200_001 });
  expect(doneIds(await stepsFor(admin, 1100))).toEqual(['payment', 'colleague', 'apiKey']);
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

describe('createCompany', () => {
  const [, route = ''] = createCompany.route.split(' ');
  const create = (send: Send, body: object, orgId = 1000) =>
    send('POST', route.replace('{orgId}', String(orgId)), body);
  const bakery = { name: ' Corner  Bakery ', currency: 'EUR', mcc: '5462', timeZone: 'Europe/Dublin' };

  test('creates a company with its merchant, installation and features', async () => {
    const { status, body } = await create(domain, bakery);
    expect(status).toBe(201);
    const company = await domain('GET', `/proxy/sync/cm/organisation/${body.companyId}`);
    expect(company.body).toMatchObject({ name: 'Corner Bakery', type: 'GROUP', parentId: 1000 });
    expect(company.body.features).toHaveLength(features.length);
    const installation = await domain('GET', `/proxy/sync/cm/installation/${body.installationId}/settings`);
    expect(installation.body).toMatchObject({
      merchantId: body.merchantId,
      name: 'Corner Bakery web',
      currencies: ['EUR'],
      mcc: '5462',
    });
  });

  test('refuses a name that is taken', async () => {
    const { status, body } = await create(domain, { ...bakery, name: 'harbour group' });
    expect([status, body.code]).toEqual([409, 'NAME_TAKEN']);
  });

  test('shortens the name of the installation', async () => {
    const { status, body } = await create(domain, { ...bakery, name: 'B'.repeat(100) });
    expect(status).toBe(201);
    const installation = await domain('GET', `/proxy/sync/cm/installation/${body.installationId}/settings`);
    expect(installation.body.name).toBe(`${'B'.repeat(56)} web`);
  });

  test('rejects an administrator of a company', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    expect((await create(admin, bakery)).status).toBe(403);
    expect((await create(admin, bakery, 1100)).status).toBe(400);
  });
});

test('has no steps in a demo', async () => {
  const demo = await startApp();
  const send = await actAs(demo, 'domain@demo.example');
  expect(await stepsFor(send, 1000)).toEqual([]);
  await demo.stop();
});

test('asks for a processor while no route leads to one', async () => {
  const config = async () => (await domain('GET', '/config')).body.processor;
  expect(await config()).toBe('SANDBOX');
  await app.owner`update processor_connection set state = 'DRAINING' where connection_id = 1`;
  const [first, second] = [await stepsFor(domain, 1000), await config()];
  await app.owner`update processor_connection set state = 'ACTIVE' where connection_id = 1`;
  expect(first).toContainEqual(expect.objectContaining({ id: 'processor', done: false, mayDo: true }));
  expect(second).toBe('NONE');
  expect(idsOf(await stepsFor(domain, 1000))).not.toContain('processor');
});
