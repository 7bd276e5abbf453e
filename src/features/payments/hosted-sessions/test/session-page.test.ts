import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  openAs,
  payerAt,
  sessionOf,
  enrolled,
  asForm,
  formType,
  good,
  issuerResponse,
  statusOf,
  declined,
} from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

describe('beginSession', () => {
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

  test('brings merchant, amount, texts and session in the page, escaped', async () => {
    await app.owner`update organisation set name = 'Tea <script>x</script> & "Co"' where id = 1111`;
    const payer = await openAs(app, merchant, {
      ...sessionOf({
        money: { currency: 'EUR', amount: { fixed: '1250.50' } },
        description: 'Two </script><!-- cups',
      }),
      locale: 'de',
    });
    const { body } = await payer.send('GET', begin(payer.page));
    await app.owner`update organisation set name = 'Harbour Coffee' where id = 1111`;
    expect(body).toContain('<title>Tea &lt;script&gt;x&lt;/script&gt; &amp; &quot;Co&quot;</title>');
    expect(body).toContain('<p class="amount">1.250,50\u00a0€</p>');
    expect(body).toContain('<p class="description">Two &lt;/script&gt;&lt;!-- cups</p>');
    expect(body).toContain('Testmodus');
    // Only the page's own script and its data, which ends where it should.
    expect(body.match(/<script\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
    const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toMatchObject({
      language: 'de',
      texts: { card_number: 'Kartennummer' },
      view: { step: 'FORM', amount: '1250.50', description: 'Two </script><!-- cups' },
    });
    // A scanner of emails opens the page without starting the session.
    expect(await statusOf(merchant, payer)).toEqual(['CREATED', 'NOT_SUBMITTED']);
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
    const unknown = payerAt(app, `/hosted/k/begin/${'z'.repeat(32)}`);
    const { status, headers } = await unknown.send('GET', begin(unknown.page));
    expect(status).toBe(404);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

describe('startChallenge', () => {
  test('posts the browser to the issuer only', async () => {
    const payer = await openAs(
      app,
      merchant,
      sessionOf({ money: { currency: 'GBP', amount: { fixed: '44.33' } } }),
    );
    const challengeUrl = payer.page.replace('/session/', '/challenge/');
    const earlyResponse = await payer.send('GET', challengeUrl);
    expect([earlyResponse.status, earlyResponse.headers.location]).toEqual([
      303,
      payer.page.replace('/session/', '/begin/'),
    ]);
    await payer.submit(enrolled);
    const { status, body, headers } = await payer.send('GET', challengeUrl);
    expect(status).toBe(200);
    expect(body).toMatch(/<form method="post" action="http:\/\/localhost:8081\/hosted\/sandbox-acs"/);
    expect(body).toMatch(/<input type="hidden" name="creq" value="[\w-]+">/);
    expect(headers['content-security-policy']).toContain('form-action http://localhost:8081;');
  });
});

describe('finishChallenge', () => {
  const expensive = () => sessionOf({ money: { currency: 'GBP', amount: { fixed: '44.33' } } });

  test.each([
    ['Test_5132', enrolled, 'SUCCESS', null],
    ['Test_5133', { ...enrolled, pan: '9901000000005133' }, 'SUCCESS', null],
    ['give-up', enrolled, 'FAILED', 'authentication'],
  ])('%s: the payment ends with the issuer’s result', async (password, card, state, problem) => {
    const payer = await openAs(app, merchant, expensive());
    const { transactionId } = (await payer.submit(card)).body;
    const response = asForm(await issuerResponse(app, merchant, transactionId, password));
    const authenticatedUrl = payer.page.replace('/session/', '/authenticated/');
    const back = await payer.send('POST', authenticatedUrl, response, formType);
    expect([back.status, back.headers.location]).toEqual([
      303,
      payer.page.replace('/session/', '/returned/'),
    ]);
    expect((await payer.view()).body).toMatchObject({ transactionState: state, problem });
    // A repeated request changes nothing.
    expect((await payer.send('POST', authenticatedUrl, response, formType)).status).toBe(303);
    expect((await payer.view()).body).toMatchObject({ transactionState: state });
  });

  test('stays pending after an invalid response', async () => {
    const payer = await openAs(app, merchant, expensive());
    const { transactionId } = (await payer.submit(enrolled)).body;
    const authenticatedUrl = payer.page.replace('/session/', '/authenticated/');
    for (const body of ['', 'cres=rubbish', 'PaRes=e30'])
      await payer.send('POST', authenticatedUrl, body, formType);
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    await payer.send(
      'POST',
      authenticatedUrl,
      asForm(await issuerResponse(app, merchant, transactionId, 'give-up')),
      formType,
    );
    expect((await payer.view()).body.step).toBe('FORM');
    expect((await payer.submit(good)).body).toMatchObject({ transactionState: 'SUCCESS' });
  });
});

describe('returnFromChallenge', () => {
  test('leads to the payment page', async () => {
    const payer = await openAs(app, merchant);
    const { status, body, headers } = await payer.send('GET', payer.page.replace('/session/', '/returned/'));
    expect(status).toBe(200);
    expect(body).toContain(`href="${payer.page.replace('/session/', '/begin/')}"`);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    const unknown = payerAt(app, `/hosted/k/begin/${'z'.repeat(32)}`);
    expect((await unknown.send('GET', unknown.page.replace('/session/', '/returned/'))).status).toBe(404);
  });
});

describe('leaveSession', () => {
  test('ends the session of a payer who cancels', async () => {
    const payer = await openAs(app, merchant);
    expect((await payer.leave()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'CANCELLED']);
    expect((await payer.submit(good)).body.step).toBe('CLOSED');
  });

  test('cancels a payment at 3-D Secure, but not a declined one', async () => {
    const payer = await openAs(app, merchant);
    await payer.submit(declined);
    expect((await payer.leave()).body).toMatchObject({ step: 'RESULT', transactionState: 'FAILED' });
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'FAILED']);
    const order = sessionOf({ money: { currency: 'GBP', amount: { fixed: 60 } } });
    const suspended = await openAs(app, merchant, order);
    await suspended.submit(enrolled);
    expect((await suspended.leave()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
    // A payer who starts again is not a duplicate.
    const secondSession = await openAs(app, merchant, order);
    expect((await secondSession.submit(enrolled)).body.step).toBe('CHALLENGE');
  });

  test('leaves a paid session unchanged', async () => {
    const payer = await openAs(app, merchant);
    await payer.submit(good);
    expect((await payer.leave()).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
  });

  test('notifies the merchant that the payer left 3-D Secure', async () => {
    const callbacks = {
      transactionNotification: { url: 'https://shop.example/callback', format: 'REST_JSON' },
    };
    const payer = await openAs(
      app,
      merchant,
      sessionOf({ money: { currency: 'GBP', amount: { fixed: '40.00' } } }, callbacks),
    );
    expect((await payer.submit(enrolled)).body.step).toBe('CHALLENGE');
    await payer.leave();
    const queued = await app.owner`
      select n.kind, n.body::json #>> '{outcome,reasonCode}' as code from notification n
      join hosted_session s on s.txn_id = n.txn_id where s.session_id = ${payer.sessionId}`;
    expect(queued).toEqual([{ kind: 'TRANSACTION', code: 'C106' }]);
  });
});

describe('viewSession', () => {
  test('returns amount, merchant and allowed parents', async () => {
    const payer = await openAs(app, merchant, {
      ...sessionOf({}, { cancelUrl: { url: 'https://shop.harbour.example/no' } }),
      locale: 'pt-BR',
    });
    expect((await payer.view()).body).toMatchObject({
      step: 'FORM',
      kind: 'payments',
      merchantName: 'Harbour Coffee',
      isTest: true,
      language: 'pt_BR',
      skin: '2',
      currency: 'GBP',
      digits: 2,
      amount: '25.00',
      description: 'Two flat whites',
      asks: { cv2: true, address: 'NONE' },
      holderName: 'Ada Lovell',
      cancelUrl: expect.stringContaining('https://shop.harbour.example/no?sessionId='),
      parents: [
        'https://shop.harbour.example',
        'http://localhost:*',
        'http://127.0.0.1:*',
        'http://localhost:8081',
      ],
    });
  });

  test('requires both parts of the URL', async () => {
    const payer = await openAs(app, merchant);
    const otherSession = await openAs(app, merchant);
    const mixedPayer = payerAt(app, `/hosted/${otherSession.page.split('/')[2]}/begin/${payer.sessionId}`);
    const response = await mixedPayer.view();
    expect([response.status, response.body.reasonCode]).toEqual([404, 'exception.sessionState.noSession']);
    expect((await mixedPayer.leave()).status).toBe(404);
  });

  test('limits requests for unknown sessions', async () => {
    const unknown = payerAt(app, `/hosted/k/begin/${'z'.repeat(32)}`);
    let status = 404;
    for (let attempts = 0; attempts < 70 && status === 404; attempts += 1)
      status = (await unknown.view()).status;
    expect(status).toBe(429);
  });
});

describe('viewLogo', () => {
  const logo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7]);

  test('viewLogo is 404 for an installation without a logo', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    expect((await payer.view()).body.logoUrl).toBeNull();
    expect((await payer.send('GET', payer.page.replace('/session/', '/logo/'))).status).toBe(404);
  });

  test("sends the installation's logo as an image", async () => {
    await app.owner`update installation set logo = ${logo}, logo_type = 'image/png' where installation_id = 5300001`;
    const payer = await openAs(app, merchant, sessionOf());
    const { logoUrl } = (await payer.view()).body;
    const image = await app.gateway.inject({ method: 'GET', url: logoUrl });
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png']);
    expect(image.rawPayload).toEqual(logo);
  });

  test("uses the installation's skin for a session that names none", async () => {
    await app.owner`update installation set default_skin = '4' where installation_id = 5300001`;
    const payer = await openAs(app, merchant, sessionOf({}, { skin: undefined }));
    expect((await payer.view()).body.skin).toBe('4');
    const skins = (await merchant('GET', '/acceptor/rest/skins/5300001')).body.items;
    expect(skins.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([{ id: '4' }]);
  });
});
