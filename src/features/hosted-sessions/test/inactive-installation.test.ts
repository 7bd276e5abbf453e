import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { good, hosted, openAs, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const setActive = (isActive: boolean) =>
  app.owner`update organisation set active = ${isActive} where id = 1110`;

test('opens no session while an organisation above is deactivated', async () => {
  await setActive(false);
  const refused = await merchant('POST', `${hosted}/payments`, sessionOf());
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('A139');
  await setActive(true);
  expect((await merchant('POST', `${hosted}/payments`, sessionOf())).status).toBe(201);
});

test('takes no payment on a page that was opened before', async () => {
  const payer = await openAs(app, merchant, sessionOf());
  await setActive(false);
  const submitted = await payer.submit(good);
  expect(submitted.status).toBe(200);
  expect(submitted.body.transactionState).not.toBe('SUCCESS');
  const [paid] = await app.owner<{ count: number }[]>`
    select count(*) as count from hosted_session where session_id = ${payer.sessionId} and txn_id is not null`;
  expect(paid?.count).toBe(0);
  await setActive(true);
  expect((await payer.submit(good)).body.transactionState).toBe('SUCCESS');
});

test('a link of a deactivated organisation looks like an ended one', async () => {
  const made = await merchant('POST', '/smartlink/links/5300001/payment', {
    transaction: { money: { currency: 'GBP', amount: { fixed: '5.00' } } },
  });
  const { pathname } = new URL(made.body.smartLinkResponseDetail.link);
  await setActive(false);
  expect((await app.gateway.inject({ method: 'GET', url: pathname })).statusCode).toBe(404);
  await setActive(true);
  expect((await app.gateway.inject({ method: 'GET', url: pathname })).statusCode).toBe(303);
});

test.each(['emailpay', 'virtualterminal'])('offers no deactivated installation: %s', async (list) => {
  const admin = await actAs(app, 'admin@harbour.example');
  const names = async () => {
    const { body } = await admin('GET', `/proxy/sync/cm/installation/list/1100/${list}`);
    return body.map(({ name }: { name: string }) => name);
  };
  expect(await names()).toContain('Harbour Coffee web');
  await setActive(false);
  expect(await names()).not.toContain('Harbour Coffee web');
  expect(await names()).toContain('Harbour Hotels');
  await setActive(true);
});
