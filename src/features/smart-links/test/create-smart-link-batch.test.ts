import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { actAsClerk, auditOf, batchAt, linkOf, listAt } from './link-fixtures.ts';

let app: TestApp;
let clerk: Send;
beforeAll(async () => {
  app = await startApp();
  clerk = await actAsClerk(app);
});
afterAll(() => app.stop());

const count = async () => (await app.owner`select count(*)::integer as n from smart_link`)[0]?.n;

test('creates the requested number of links, valid for seven days', async () => {
  const created = await clerk('POST', batchAt(5300001), linkOf({}, {}, { batchSize: 100, locale: 'zh_TW' }));
  expect([created.status, created.body]).toMatchObject([
    201,
    { status: 'SUCCESS', reasonCode: 'S100', reasonMessage: 'SmartLink created' },
  ]);
  const { links } = created.body.smartLinkResponseDetail;
  expect(links).toHaveLength(100);
  expect(new Set(links.map(({ link }: { link: string }) => link)).size).toBe(100);
  expect(links[0]).toEqual({
    linkId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    link: expect.stringMatching(/^http:\/\/localhost:8081\/a\/[\w-]{11}$/),
  });
  const rows =
    await app.owner`select distinct batch_id, expires_at, amount_minor, link_usage from smart_link`;
  expect(rows).toMatchObject([{ amountMinor: 2500, linkUsage: 'SINGLE' }]);
  expect(rows[0]?.expiresAt.getTime() - app.clock.now().getTime()).toBe(7 * 86_400_000);
  const [line] = await auditOf(app, 'createSmartLinkBatch');
  expect(line).toMatchObject({ outcome: 'allowed', detail: { amount: '25.00', currency: 'GBP' } });
  // The audit has the ids of the links, not their secret codes.
  const code = links[0].link.slice(-11);
  expect(JSON.stringify(line)).toContain(links[0].linkId);
  expect(JSON.stringify(line)).not.toContain(code);
});

test('lets the customer enter an absent amount', async () => {
  app.clock.advance(1000);
  const created = await clerk('POST', batchAt(5300001), linkOf({}, { money: { currency: 'EUR' } }));
  const { linkId } = created.body.smartLinkResponseDetail.links[0];
  const page = await clerk('GET', listAt(1111));
  const found = page.body.links.find((one: { linkId: string }) => one.linkId === linkId);
  expect(found).toMatchObject({ amount: null, currency: 'EUR', status: 'ACTIVATED', usage: 'SINGLE' });
});

const in5Years = '2031-12-31T00:00:00Z';
test.each([
  ['smartLink.expires', linkOf({ expires: '2020-01-01T00:00:00Z' }), 'V100'],
  ['smartLink.expires', linkOf({ expires: in5Years }), 'V100'],
  ['smartLink.expires', linkOf({ expires: 'soon' }), 'V100'],
  ['smartLink.usage', linkOf({ usage: 'TWICE' }), 'V100'],
  ['batchSize', linkOf({}, {}, { batchSize: 0 }), 'V100'],
  ['batchSize', linkOf({}, {}, { batchSize: 101 }), 'V100'],
  ['merchantReference', linkOf({}, { merchantReference: 'a@b' }), 'V100'],
  ['description', linkOf({}, { description: '<b>' }), 'V100'],
  ['emailAddress', linkOf({}, {}, { customer: { details: { emailAddress: 'nobody' } } }), 'V100'],
  ['telephone', linkOf({}, {}, { customer: { details: { telephone: '1234567' } } }), 'V100'],
  ['', linkOf({}, { money: undefined }), 'V126'],
  ['', linkOf({}, { money: { currency: 'PLN' } }), 'A102'],
  ['', linkOf({}, { money: { currency: 'GBP', amount: { fixed: '1.001' } } }), 'V131'],
  ['', linkOf({}, { money: { currency: 'GBP', amount: { fixed: '-1' } } }), 'V130'],
  ['', linkOf({}, { money: { currency: 'GBP', amount: { fixed: '0' } } }), 'V100'],
])('rejects %s', async (what, body, reasonCode) => {
  const before = await count();
  const refused = await clerk('POST', batchAt(5300001), body);
  expect([refused.status, refused.body]).toMatchObject([400, { status: 'FAILED', reasonCode }]);
  expect(refused.body.reasonMessage).toContain(what);
  expect(await count()).toBe(before);
});

test('stores no card number typed into a text', async () => {
  await clerk('POST', batchAt(5300001), linkOf({}, { description: 'card 9902000000000018' }));
  const rows = await app.owner`select 1 from smart_link where request::text like '%9902000000000018%'`;
  expect(rows).toHaveLength(0);
});

test('rejects an installation of another merchant', async () => {
  expect((await clerk('POST', batchAt(5300006), linkOf())).status).toBe(403);
  const merchant = actAsMerchant(app);
  const created = await merchant('POST', '/smartlink/links/5300001/batch', linkOf({}, {}, { batchSize: 2 }));
  expect(created.body.smartLinkResponseDetail.links).toHaveLength(2);
});
