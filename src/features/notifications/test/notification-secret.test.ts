import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { actAsMerchant, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getNotificationSecret', () => {
  test('is stable for each installation, and every read is audited', async () => {
    const merchant = actAsMerchant(app);
    const secretOf = async (id: number): Promise<string> =>
      (await merchant('GET', `/acceptor/rest/notifications/${id}/secret`)).body.secret;
    const secret = await secretOf(5300001);
    expect(secret).toMatch(/^ns_[\w-]{43}$/);
    expect(await secretOf(5300001)).toBe(secret);
    expect(await secretOf(5300002)).not.toBe(secret);
    expect(await app.owner`select 1 from audit_event where act = 'getNotificationSecret'`).toHaveLength(3);
    expect(app.logged()).not.toContain(secret);
  });
});

describe('getSecretStatus', () => {
  test('returns when the secret was renewed, never the secret', async () => {
    const analyst = await actAs(app, 'analyst@harbour.example');
    const place = '/proxy/sync/cm/installation/5300001/notificationsecret';
    expect(await analyst('GET', place)).toMatchObject({
      status: 200,
      body: { version: 0, rotatedAt: null, previousValidUntil: null },
    });
    expect((await analyst('GET', place.replace('5300001', '5400001'))).status).toBe(403);
  });
});
