import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { actAsClerk } from './link-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const at = (organisation: number) => `/proxy/sync/cm/installation/list/${organisation}/emailpay`;

test('lists installations by merchant with the currencies of links', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const { body } = await admin('GET', at(1100));
  expect(body.map(({ id }: { id: number }) => id)).toContain(5300001);
  expect(body.map(({ id }: { id: number }) => id)).not.toContain(5300006);
  const merchants = body.map(({ merchantName }: { merchantName: string }) => merchantName);
  expect(merchants).toEqual(merchants.toSorted());
  expect(new Set(merchants).size).toBeGreaterThan(1);
  for (const { currencies } of body) {
    expect(currencies.length).toBeGreaterThan(0);
    expect(['GBP', 'USD', 'EUR']).toEqual(expect.arrayContaining(currencies));
  }
});

test('leaves out merchants where the caller lacks a permission', async () => {
  const clerk = await actAsClerk(app);
  const own = (await clerk('GET', at(1111))).body;
  expect(own.length).toBeGreaterThan(0);
  await app.owner`update installation set currencies = '{PLN}' where installation_id = 5300001`;
  const left = (await clerk('GET', at(1111))).body.map(({ id }: { id: number }) => id);
  expect(left).toEqual(own.map(({ id }: { id: number }) => id).filter((id: number) => id !== 5300001));
  expect((await clerk('GET', at(1211))).status).toBe(403);
});

test('rejects users who may create links nowhere', async () => {
  const support = await actAs(app, 'support@harbour.example');
  expect((await support('GET', at(1100))).status).toBe(403);
});
