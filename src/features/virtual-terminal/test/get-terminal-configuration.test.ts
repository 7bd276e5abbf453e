import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { grantTerminal } from './grant-terminal.ts';

let app: TestApp;
let operator: Send;
beforeAll(async () => {
  app = await startApp();
  await grantTerminal(app, 'coffee@harbour.example', 1111);
  operator = await actAs(app, 'coffee@harbour.example');
});
afterAll(() => app.stop());

const of = (id: number) => `/proxy/sync/cm/installation/${id}/virtualterminal`;

test('returns the terminal options of an installation', async () => {
  const { status, body } = await operator('GET', of(5300002));
  expect([status, body]).toMatchObject([
    200,
    {
      installation: {
        id: 5300002,
        name: 'Harbour Coffee phone',
        merchantName: 'Harbour Coffee',
        installationDetails: { sendEmailReceipts: true },
      },
      mcc: '5812',
      currencies: ['GBP'],
      supportsRecurring: true,
      supportsInstalments: false,
    },
  ]);
  expect(body.features).toContain('QUEUE');
});

test('returns other options for another installation', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  expect((await admin('GET', of(5300005))).body).toMatchObject({
    mcc: '6012',
    installation: { installationDetails: { sendEmailReceipts: false } },
  });
  expect((await admin('GET', of(5300004))).body).toMatchObject({
    supportsRecurring: false,
    supportsInstalments: false,
  });
});

test('rejects foreign and unknown installations', async () => {
  expect((await operator('GET', of(5300003))).status).toBe(403);
  expect((await operator('GET', of(5300099))).status).toBe(403);
});
