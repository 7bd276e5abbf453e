import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('returns the 249 countries to every signed-in user', async () => {
  const support = await actAs(app, 'support@harbour.example');
  const { status, body } = await support('GET', '/proxy/sync/cm/refdata/countries');
  expect(status).toBe(200);
  expect(body).toHaveLength(249);
  expect(body).toContainEqual({ alpha2Code: 'GB', alpha3Code: 'GBR', countryName: 'United Kingdom' });
  expect(new Set(body.map((one: { alpha3Code: string }) => one.alpha3Code)).size).toBe(249);
});
