import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { callbackUrl } from './session-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('lists skins that a session accepts', async () => {
  const { sessions } = clientOf(app);
  const skins = await sessions.listSkins();
  expect(skins).toMatchObject({ items: [{ id: '1', name: 'Standard', isDefault: true }, {}, {}, {}] });
  expect(skins.nextCursor).toBeNull();
  for (const { id } of skins.items) {
    const opened = await sessions.createPayment({
      session: { returnUrl: { url: callbackUrl }, skin: id },
      transaction: { money: { currency: 'GBP', amount: { fixed: '25.00' } } },
    });
    expect(opened.status).toBe('SUCCESS');
  }
});

test('rejects an installation of another company (V103)', async () => {
  const meridian = clientOf(app, { apiId: 'meridian-api', secret: 'meridian-api-key-demo' });
  await expect(meridian.sessions.listSkins()).rejects.toMatchObject({ status: 403, reasonCode: 'V103' });
});
