import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('names custom fields as the merchant sends them', async () => {
  const send = await actAs(app, 'analyst@harbour.example');
  const { body } = await send('GET', '/proxy/sync/rms/customFields/1110');
  expect(body).toContainEqual({
    descriptiveName: 'basket_items',
    dataType: 'integer',
    index: 1,
    caseSensitiveOption: false,
  });
  expect(JSON.stringify(body)).not.toContain('departure');
});

test('leaves out a field that is only for reports', async () => {
  await app.owner`update custom_field set in_rules = false where stored_name = 'custom_string_1'`;
  const send = await actAs(app, 'analyst@harbour.example');
  expect(JSON.stringify((await send('GET', '/proxy/sync/rms/customFields/1110')).body)).not.toContain(
    'loyalty_tier',
  );
});
