import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { grantTerminal } from './grant-terminal.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  await grantTerminal(app, 'coffee@harbour.example', 1111);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const listOf = (orgId: number) => `/proxy/sync/cm/installation/list/${orgId}/virtualterminal`;

test('lists the installations below an organisation, by merchant and name', async () => {
  const { status, body } = await admin('GET', listOf(1110));
  expect([status, body]).toEqual([
    200,
    [
      { id: 5300003, name: 'Harbour Books', merchantName: 'Harbour Books' },
      { id: 5300002, name: 'Harbour Coffee phone', merchantName: 'Harbour Coffee' },
      { id: 5300001, name: 'Harbour Coffee web', merchantName: 'Harbour Coffee' },
    ],
  ]);
});

test('lists only installations where the caller has the permission', async () => {
  const support = await actAs(app, 'support@harbour.example');
  expect((await support('GET', listOf(1100))).status).toBe(403);
  await grantTerminal(app, 'support@harbour.example', 1112);
  const granted = await actAs(app, 'support@harbour.example');
  expect((await granted('GET', listOf(1100))).body).toEqual([
    { id: 5300003, name: 'Harbour Books', merchantName: 'Harbour Books' },
  ]);
});

test('lists only the merchant’s own installations', async () => {
  const coffee = await actAs(app, 'coffee@harbour.example');
  const { body } = await coffee('GET', listOf(1111));
  expect((body as { id: number }[]).map(({ id }) => id)).toEqual([5300002, 5300001]);
  expect((await coffee('GET', listOf(1112))).status).toBe(403);
  expect((await coffee('GET', listOf(1211))).status).toBe(403);
});

test('lists those of the chosen organisation to a domain user', async () => {
  const domain = await actAs(app, 'domain@demo.example');
  const { body } = await domain('GET', listOf(1200));
  expect(body).toEqual([{ id: 5300006, name: 'Meridian Tours', merchantName: 'Meridian Tours' }]);
});
