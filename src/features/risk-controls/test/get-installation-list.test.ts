import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('lists the installations below an organisation by their merchant', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const answer = await admin('GET', '/proxy/sync/cm/installation/list/org/1110');
  expect(answer.body).toEqual({
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
