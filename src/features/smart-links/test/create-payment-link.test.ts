import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { auditOf, linkOf } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const create = (body: object, installation = 5300001) =>
  merchant('POST', `/smartlink/links/${installation}/payment`, body);

test('returns the link in the merchant API’s format', async () => {
  const expires = new Date(app.clock.now().getTime() + 86_400_000).toISOString().replace('Z', '+00:00');
  const { status, body } = await create({
    ...linkOf(
      { expires, usage: undefined, onDeadLink: 'https://shop.harbour.example/over' },
      { commerceType: 'ECOM' },
    ),
    features: { newAccountPayoutEnabled: true },
  });
  expect([status, body]).toEqual([
    201,
    {
      smartLinkResponseDetail: {
        expires,
        usage: 'SINGLE',
        status: 'ACTIVATED',
        link: expect.stringMatching(/\/a\/[\w-]{11}$/),
        linkId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      status: 'SUCCESS',
      reasonCode: 'S100',
      reasonMessage: 'SmartLink created',
    },
  ]);
  expect(await auditOf(app, 'createPaymentLink')).toMatchObject([{ outcome: 'allowed' }]);
});

test('ignores the batch size and the text rules of the form', async () => {
  const created = await create(linkOf({}, { description: 'Käse & Wein' }, { batchSize: 500 }));
  expect(created.status).toBe(201);
  const rows = await app.owner`select 1 from smart_link where request::text like '%Käse & Wein%'`;
  expect(rows).toHaveLength(1);
});

test('rejects what would fail only for the customer', async () => {
  const elsewhere = { returnUrl: { url: 'https://evil.example/' } };
  expect((await create({ ...linkOf(), session: elsewhere })).body).toMatchObject({
    status: 'FAILED',
    reasonCode: 'exception.config.url.not.valid',
  });
  expect((await create(linkOf({}, { commerceType: 'SMOKE' }))).body).toMatchObject({ status: 'FAILED' });
});

test.each([
  ['https://shop.harbour.example/over?campaign=1', 201],
  [{ url: 'https://shop.harbour.example/over' }, 201],
  ['', 201],
  [null, 201],
  [{}, 201],
  [[], 201],
  [17, 400],
  ['https://evil.example/', 400],
  ['https://shop.harbour.example.evil.example/', 400],
  ['https://shop.harbour.example@evil.example/', 400],
  ['//shop.harbour.example/over', 400],
  ['javascript:alert(1)', 400],
  [{ url: 'https://evil.example/' }, 400],
  [`https://shop.harbour.example/${'x'.repeat(2000)}`, 400],
])('redirects ended links to the merchant’s sites only: %j gives %d', async (onDeadLink, status) => {
  const response = await create(linkOf({ onDeadLink }));
  expect([response.status, response.body.status === 'SUCCESS']).toEqual([status, status === 201]);
});

test('rejects installations of other API keys', async () => {
  expect(await create(linkOf(), 5300006)).toMatchObject({ status: 403, body: { reasonCode: 'V103' } });
});

test.each([
  ['V129', linkOf({}, { money: { currency: 'GBP', amount: { fixed: '' } } })],
  ['V100', linkOf({}, { money: { currency: 'GBP', amount: { min: '9.00', max: '8.00' } } })],
  ['V100', { ...linkOf(), locale: 'xx' }],
])('rejects an empty amount, crossed bounds or an unknown language: %s', async (code, body) => {
  const response = await merchant('POST', '/smartlink/links/5300001/payment', body);
  expect([response.status, response.body.reasonCode]).toEqual([400, code]);
});
