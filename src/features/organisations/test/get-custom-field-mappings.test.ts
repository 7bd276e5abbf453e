import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const url = '/proxy/sync/cm/customFields/customFieldMappings';

test("returns the company's custom fields for a merchant", async () => {
  const send = await actAs(app, 'coffee@harbour.example');
  const { body } = await send('GET', `${url}/1111`);
  expect(body).toContainEqual({ storedName: 'custom_string_1', displayName: 'Loyalty tier' });
  expect(JSON.stringify(body)).not.toContain('Booking class');
});

test('leaves out a field that is only for rules', async () => {
  await app.owner`update custom_field set in_reporting = false where stored_name = 'custom_long_string_1'`;
  const send = await actAs(app, 'coffee@harbour.example');
  expect(JSON.stringify((await send('GET', `${url}/1111`)).body)).not.toContain('Gift message');
});

test('returns none above companies and rejects other companies', async () => {
  const domain = await actAs(app, 'domain@demo.example');
  expect((await domain('GET', `${url}/1000`)).body).toEqual([]);
  const coffee = await actAs(app, 'coffee@harbour.example');
  expect((await coffee('GET', `${url}/1200`)).status).toBe(403);
});
