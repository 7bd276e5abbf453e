import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('returns every limit and switch before sign-in', async () => {
  const { body, headers } = await signedOutClient(app).send('GET', '/config');
  expect(body).toMatchObject({
    serverBaseUrl: 'http://localhost:8080',
    serverUrl: 'http://localhost:8081',
    transactionExportLimit: 50_000,
    tqsDataSourceDwEnabled: 'true',
    passwordMinLength: 12,
    passwordMaxLength: 64,
    smartLinkMaxBatchSize: 100,
  });
  expect(headers['cache-control']).toBe('no-store');
});

test('selects real time when reports are off', async () => {
  const config = { ...app.services.config, reports: false };
  const other = await startApp({ databaseUrl: app.databaseUrl, services: { config } });
  const { body } = await signedOutClient(other).send('GET', '/config');
  expect(body.tqsDataSourceDwEnabled).toBe('false');
  await other.stop();
});
