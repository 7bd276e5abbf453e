import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { enrolled, openAs, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('posts the browser to the issuer only', async () => {
  const payer = await openAs(
    app,
    merchant,
    sessionOf({ money: { currency: 'GBP', amount: { fixed: '44.33' } } }),
  );
  const place = payer.page.replace('/session/', '/challenge/');
  const early = await payer.send('GET', place);
  expect([early.status, early.headers.location]).toEqual([303, payer.page.replace('/session/', '/begin/')]);
  await payer.submit(enrolled);
  const { status, body, headers } = await payer.send('GET', place);
  expect(status).toBe(200);
  expect(body).toMatch(/<form method="post" action="http:\/\/localhost:8081\/hosted\/sandbox-acs"/);
  expect(body).toMatch(/<input type="hidden" name="creq" value="[\w-]+">/);
  expect(headers['content-security-policy']).toContain('form-action http://localhost:8081;');
});
