import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAsMerchant, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { payment } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  listAudit,
  buildLink,
  createLink,
  openAsPayer,
  actAsClerk,
  batchAt,
  listAt,
} from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('createPaymentLink', () => {
  const create = (body: object, installation = 5300001) =>
    merchant('POST', `/smartlink/links/${installation}/payment`, body);

  test('returns the link in the merchant API’s format', async () => {
    const expires = new Date(app.clock.now().getTime() + 86_400_000).toISOString().replace('Z', '+00:00');
    const { status, body } = await create({
      ...buildLink(
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
    expect(await listAudit(app, 'createPaymentLink')).toMatchObject([{ outcome: 'allowed' }]);
  });

  test('ignores the batch size and the text rules of the form', async () => {
    const created = await create(buildLink({}, { description: 'Käse & Wein' }, { batchSize: 500 }));
    expect(created.status).toBe(201);
    const rows = await app.owner`select 1 from smart_link where request::text like '%Käse & Wein%'`;
    expect(rows).toHaveLength(1);
  });

  test('rejects a session that would fail only for the customer', async () => {
    const otherSite = { returnUrl: { url: 'https://evil.example/' } };
    expect((await create({ ...buildLink(), session: otherSite })).body).toMatchObject({
      status: 'FAILED',
      reasonCode: 'exception.config.url.not.valid',
    });
    expect((await create(buildLink({}, { commerceType: 'SMOKE' }))).body).toMatchObject({ status: 'FAILED' });
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
    const response = await create(buildLink({ onDeadLink }));
    expect([response.status, response.body.status === 'SUCCESS']).toEqual([status, status === 201]);
  });

  test('rejects installations of other API keys', async () => {
    expect(await create(buildLink(), 5300006)).toMatchObject({ status: 403, body: { reasonCode: 'V103' } });
  });

  test.each([
    ['V129', buildLink({}, { money: { currency: 'GBP', amount: { fixed: '' } } })],
    ['V100', buildLink({}, { money: { currency: 'GBP', amount: { min: '9.00', max: '8.00' } } })],
    ['V100', { ...buildLink(), locale: 'xx' }],
  ])('rejects an empty amount, crossed bounds or an unknown language: %s', async (code, body) => {
    const response = await merchant('POST', '/smartlink/links/5300001/payment', body);
    expect([response.status, response.body.reasonCode]).toEqual([400, code]);
  });
});

describe('createPayoutLink', () => {
  beforeAll(async () => {
    await merchant('POST', '/acceptor/rest/transactions/5300001/payment', payment({}, { card: good }));
  });

  const create = (body: object) => merchant('POST', '/smartlink/links/5300001/payout', body);

  test('opens a page where a payee enters a card once', async () => {
    const { body } = await create(buildLink({}, { merchantReference: 'OUT-1' }));
    const { link } = body.smartLinkResponseDetail;
    const payee = await openAsPayer(app, { code: link.slice(-11) });
    expect((await payee.view()).body).toMatchObject({ kind: 'payouts', amount: '25.00' });
    expect((await payee.submit(good)).body).toMatchObject({ transactionState: 'SUCCESS' });
    const read = await merchant('GET', '/acceptor/rest/transactions/5300001/byRef?merchantRef=OUT-1');
    expect(read.body[0].transaction).toMatchObject({ type: 'PAYOUT', amount: 25 });
  });

  test('requires an amount', async () => {
    const { status, body } = await create(buildLink({}, { money: { currency: 'GBP', amount: {} } }));
    expect([status, body.reasonCode]).toEqual([400, 'V129']);
  });
});

describe('createSmartLinkBatch', () => {
  let clerk: Send;
  beforeAll(async () => {
    clerk = await actAsClerk(app);
  });

  const count = async () => (await app.owner`select count(*)::integer as n from smart_link`)[0]?.n;

  test('creates the requested number of links, valid for seven days', async () => {
    const created = await clerk(
      'POST',
      batchAt(5300001),
      buildLink({}, {}, { batchSize: 100, locale: 'zh_TW' }),
    );
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
    const rows = await app.owner`
      select distinct batch_id, expires_at, amount_minor, link_usage from smart_link
      where link_id = any (${links.map(({ linkId }: { linkId: string }) => linkId)}::uuid[])`;
    expect(rows).toMatchObject([{ amountMinor: 2500, linkUsage: 'SINGLE' }]);
    expect(rows[0]?.expiresAt.getTime() - app.clock.now().getTime()).toBe(7 * 86_400_000);
    const [line] = await listAudit(app, 'createSmartLinkBatch');
    expect(line).toMatchObject({ outcome: 'allowed', detail: { amount: '25.00', currency: 'GBP' } });
    // The audit has the ids of the links, not their secret codes.
    const code = links[0].link.slice(-11);
    expect(JSON.stringify(line)).toContain(links[0].linkId);
    expect(JSON.stringify(line)).not.toContain(code);
  });

  test('lets the customer enter an absent amount', async () => {
    app.clock.advance(1000);
    const created = await clerk('POST', batchAt(5300001), buildLink({}, { money: { currency: 'EUR' } }));
    const { linkId } = created.body.smartLinkResponseDetail.links[0];
    const page = await clerk('GET', listAt(1111));
    const found = page.body.links.find((link: { linkId: string }) => link.linkId === linkId);
    expect(found).toMatchObject({ amount: null, currency: 'EUR', status: 'ACTIVATED', usage: 'SINGLE' });
  });

  const in5Years = '2031-12-31T00:00:00Z';
  test.each([
    ['smartLink.expires', buildLink({ expires: '2020-01-01T00:00:00Z' }), 'V100'],
    ['smartLink.expires', buildLink({ expires: in5Years }), 'V100'],
    ['smartLink.expires', buildLink({ expires: 'soon' }), 'V100'],
    ['smartLink.usage', buildLink({ usage: 'TWICE' }), 'V100'],
    ['batchSize', buildLink({}, {}, { batchSize: 0 }), 'V100'],
    ['batchSize', buildLink({}, {}, { batchSize: 101 }), 'V100'],
    ['merchantReference', buildLink({}, { merchantReference: 'a@b' }), 'V100'],
    ['description', buildLink({}, { description: '<b>' }), 'V100'],
    ['emailAddress', buildLink({}, {}, { customer: { details: { emailAddress: 'unknown' } } }), 'V100'],
    ['telephone', buildLink({}, {}, { customer: { details: { telephone: '1234567' } } }), 'V100'],
    ['', buildLink({}, { money: undefined }), 'V126'],
    ['', buildLink({}, { money: { currency: 'PLN' } }), 'A102'],
    ['', buildLink({}, { money: { currency: 'GBP', amount: { fixed: '1.001' } } }), 'V131'],
    ['', buildLink({}, { money: { currency: 'GBP', amount: { fixed: '-1' } } }), 'V130'],
    ['', buildLink({}, { money: { currency: 'GBP', amount: { fixed: '0' } } }), 'V100'],
  ])('rejects %s', async (label, body, reasonCode) => {
    const before = await count();
    const refused = await clerk('POST', batchAt(5300001), body);
    expect([refused.status, refused.body]).toMatchObject([400, { status: 'FAILED', reasonCode }]);
    expect(refused.body.reasonMessage).toContain(label);
    expect(await count()).toBe(before);
  });

  test('stores no card number typed into a text', async () => {
    await clerk('POST', batchAt(5300001), buildLink({}, { description: 'card 9902000000000018' }));
    const rows = await app.owner`select 1 from smart_link where request::text like '%9902000000000018%'`;
    expect(rows).toHaveLength(0);
  });

  test('rejects an installation of another merchant', async () => {
    expect((await clerk('POST', batchAt(5300006), buildLink())).status).toBe(403);
    const merchant = actAsMerchant(app);
    const created = await merchant(
      'POST',
      '/smartlink/links/5300001/batch',
      buildLink({}, {}, { batchSize: 2 }),
    );
    expect(created.body.smartLinkResponseDetail.links).toHaveLength(2);
  });
});

describe('listEmailPayInstallations', () => {
  const installationsUrl = (organisation: number) =>
    `/proxy/sync/cm/installation/list/${organisation}/emailpay`;

  test('lists installations by merchant with the currencies of links', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const { body } = await admin('GET', installationsUrl(1100));
    expect(body.map(({ id }: { id: number }) => id)).toContain(5300001);
    expect(body.map(({ id }: { id: number }) => id)).not.toContain(5300006);
    const merchants = body.map(({ merchantName }: { merchantName: string }) => merchantName);
    expect(merchants).toEqual(merchants.toSorted());
    expect(new Set(merchants).size).toBeGreaterThan(1);
    for (const { currencies } of body) {
      expect(currencies.length).toBeGreaterThan(0);
      expect(['GBP', 'USD', 'EUR']).toEqual(expect.arrayContaining(currencies));
    }
  });

  test('leaves out merchants where the caller lacks a permission', async () => {
    const clerk = await actAsClerk(app);
    const ownInstallations = (await clerk('GET', installationsUrl(1111))).body;
    expect(ownInstallations.length).toBeGreaterThan(0);
    await app.owner`update installation set currencies = '{PLN}' where installation_id = 5300001`;
    const remainingIds = (await clerk('GET', installationsUrl(1111))).body.map(
      ({ id }: { id: number }) => id,
    );
    expect(remainingIds).toEqual(
      ownInstallations.map(({ id }: { id: number }) => id).filter((id: number) => id !== 5300001),
    );
    expect((await clerk('GET', installationsUrl(1211))).status).toBe(403);
  });

  test('rejects users who may create links nowhere', async () => {
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('GET', installationsUrl(1100))).status).toBe(403);
  });
});

describe('the page after the payment', () => {
  let clerk: Send;
  beforeAll(async () => {
    clerk = await actAsClerk(app);
    await app.owner`update installation set currencies = '{GBP}' where installation_id = 5300001`;
  });

  const after = (smartLink: object, more: object = {}) =>
    buildLink(smartLink as Record<string, unknown>, {}, more as Record<string, unknown>);
  const redirect = (url: string) => ({
    session: { returnUrl: { url } },
    features: { showResultsPage: true },
  });

  test('has the thank-you text once the link is paid', async () => {
    const link = await createLink(merchant, after({ thankYou: 'See you soon <b>' }));
    const payer = await openAsPayer(app, link);
    const view = (await payer.submit(good)).body;
    expect(view).toMatchObject({ step: 'RESULT', thankYou: 'See you soon <b>', showResult: true });
  });

  test('leads to a registered site only', async () => {
    await app.owner`
      update installation set web_origins = '{https://shop.example}' where installation_id = 5300001`;
    const link = await createLink(merchant, after({}, redirect('https://shop.example/thanks')));
    const view = (await (await openAsPayer(app, link)).submit(good)).body;
    expect([view.leadsToMerchant, new URL(view.returnUrl).origin]).toEqual([true, 'https://shop.example']);
    for (const url of [
      'https://evil.example/',
      'javascript:alert(1)',
      'https://shop.example@evil.example/',
    ]) {
      const refused = await clerk('POST', batchAt(5300001), after({}, redirect(url)));
      expect([url, refused.status, refused.body.field]).toEqual([url, 400, 'session.returnUrl.url']);
    }
    const shown = (await clerk('GET', '/proxy/sync/cm/installation/list/1111/emailpay')).body;
    expect(shown.find(({ id }: { id: number }) => id === 5_300_001).webOrigins).toEqual([
      'https://shop.example',
    ]);
  });

  test('rejects signs of the thank-you text in the form', async () => {
    const refused = await clerk('POST', batchAt(5300001), after({ thankYou: '<b>' }));
    expect([refused.status, refused.body.field]).toEqual([400, 'smartLink.thankYou']);
  });
});
