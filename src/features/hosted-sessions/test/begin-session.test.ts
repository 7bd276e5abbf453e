import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { openAs, payerAt, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const begin = (page: string) => page.replace('/session/', '/begin/');

test('returns a page that only the merchant’s sites may embed', async () => {
  const payer = await openAs(app, merchant, { ...sessionOf(), locale: 'zh_TW' });
  const { status, body, headers } = await payer.send('GET', begin(payer.page));
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(body).toContain('<html lang="zh-TW" class="skin-2">');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain(
    'frame-ancestors https://shop.harbour.example http://localhost:* http://127.0.0.1:* http://localhost:8081;',
  );
  expect(policy).not.toContain('unsafe');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('may be embedded by the portal when the portal opened it', async () => {
  const clerk = await actAs(app, 'coffee@harbour.example');
  const returnUrl = { url: 'http://localhost:8080/virtual-terminal/transaction-redirect' };
  const { redirectUrl } = (
    await clerk('POST', '/proxy/sync/hf/sessions/5300001/payments', sessionOf({}, { returnUrl }))
  ).body;
  const payer = payerAt(app, redirectUrl);
  const { headers } = await payer.send('GET', begin(payer.page));
  expect(headers['content-security-policy']).toContain(' http://localhost:8080;');
});

test('shows an unknown session outside frames only', async () => {
  const nobody = payerAt(app, `/hosted/k/begin/${'z'.repeat(32)}`);
  const { status, headers } = await nobody.send('GET', begin(nobody.page));
  expect(status).toBe(404);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});
