import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAs, type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { hosted, openAs, sessionOf, good } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

describe('getWebOrigins', () => {
  const url = '/proxy/sync/cm/installation/5300001/weborigins';

  test('requires the permission to view risk controls', async () => {
    const analyst = await actAs(app, 'analyst@harbour.example');
    const { status, body } = await analyst('GET', url);
    expect(status).toBe(200);
    expect(body.webOrigins).toContain('https://shop.harbour.example');
    const clerk = await actAs(app, 'coffee@harbour.example');
    expect((await clerk('GET', url)).status).toBe(403);
  });
});

describe('saveWebOrigins', () => {
  const originsUrl = '/proxy/sync/cm/installation/5300001/weborigins';
  const readStoredOrigins = async (): Promise<string[]> => (await admin('GET', originsUrl)).body.webOrigins;
  const readAuditLines = () => app.owner<{ before: unknown; after: unknown }[]>`
    select before, after from audit_event where act = 'saveWebOrigins' and after is not null`;

  test('applies to the next payment page', async () => {
    const before = await readStoredOrigins();
    const otherOrigin = 'https://new.harbour.example';
    const saved = await admin('PUT', originsUrl, {
      webOrigins: [` ${otherOrigin.toUpperCase()}/`, otherOrigin],
      before,
    });
    expect(saved).toMatchObject({ status: 200, body: { webOrigins: [otherOrigin] } });
    const old = await merchant('POST', `${hosted}/payments`, sessionOf());
    expect(old.body.reasonCode).toBe('exception.config.url.not.valid');
    const payer = await openAs(app, merchant, sessionOf({}, { returnUrl: { url: `${otherOrigin}/thanks` } }));
    const { headers } = await payer.send('GET', payer.page.replace('/session/', '/begin/'));
    expect(headers['content-security-policy']).toContain(
      `frame-ancestors ${otherOrigin} http://localhost:8081;`,
    );
    expect(await readAuditLines()).toEqual([
      { before: { webOrigins: before }, after: { webOrigins: [otherOrigin] } },
    ]);

    // An unchanged list writes no audit event, and a concurrent change is rejected.
    expect(
      (await admin('PUT', originsUrl, { webOrigins: [otherOrigin], before: [otherOrigin] })).status,
    ).toBe(200);
    const conflict = await admin('PUT', originsUrl, { webOrigins: [], before });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'WEB_ORIGINS_CHANGED' } });
    expect(await readAuditLines()).toHaveLength(1);
    expect((await admin('PUT', originsUrl, { webOrigins: before, before: [otherOrigin] })).status).toBe(200);
  });

  test.each([
    'http://shop.example',
    'https://*.example',
    "https://shop.example; script-src 'unsafe-inline'",
    'https://shop.example/path',
  ])('rejects %s', async (origin) => {
    const before = await readStoredOrigins();
    const response = await admin('PUT', originsUrl, { webOrigins: ['https://good.example', origin], before });
    expect(response).toMatchObject({ status: 400, body: { message: 'body.webOrigins.1' } });
    expect(await readStoredOrigins()).toEqual(before);
  });

  test('rejects view-only users and more than twenty sites', async () => {
    const analyst = await actAs(app, 'support@harbour.example');
    const before = await readStoredOrigins();
    expect((await analyst('PUT', originsUrl, { webOrigins: [], before })).status).toBe(403);
    const many = Array.from({ length: 21 }, (_, number) => `https://shop${number}.example`);
    expect((await admin('PUT', originsUrl, { webOrigins: many, before })).status).toBe(400);
  });
});

describe('a deactivated organisation', () => {
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
    const response = await merchant('POST', '/smartlink/links/5300001/payment', {
      transaction: { money: { currency: 'GBP', amount: { fixed: '5.00' } } },
    });
    const { pathname } = new URL(response.body.smartLinkResponseDetail.link);
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
});
