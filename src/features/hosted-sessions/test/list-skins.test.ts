import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('lists skins that a session accepts', async () => {
  const { status, body } = await merchant('GET', '/acceptor/rest/skins/5300001');
  expect(status).toBe(200);
  expect(body).toMatchObject({ items: [{ id: '1', name: 'Standard', isDefault: true }, {}, {}, {}] });
  expect(body.nextCursor).toBeNull();
  for (const { id } of body.items) {
    const opened = await merchant(
      'POST',
      '/hosted/rest/sessions/5300001/payments',
      sessionOf({}, { skin: id }),
    );
    expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  }
});

test('rejects an installation of another company (V103)', async () => {
  const { status, body } = await actAsMerchant(app, 'meridian-api')('GET', '/acceptor/rest/skins/5300001');
  expect([status, body.reasonCode]).toEqual([403, 'V103']);
});
