import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import type { AdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import type { TestApp } from '#testing/start-app.ts';
import { removeDefaultRoute, startWithAdyen } from '#testing/start-with-adyen.ts';
import { type Payer, asForm, formType, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
let simulator: AdyenSimulator;
beforeAll(async () => {
  ({ app, simulator } = await startWithAdyen({
    connectionId: 310,
    flags: ['--processor-timeout-ms', '2000'],
  }));
  merchant = actAsMerchant(app);
  await removeDefaultRoute(app);
});
afterEach(() => {
  simulator.setAuthentication(null);
  simulator.setFault(null);
});
afterAll(async () => {
  expect(simulator.violations()).toEqual([]);
  expect(simulator.reusedKeys()).toEqual([]);
  await expectBooksToBalance(app);
  await app.stop();
  await simulator.close();
});

const card = { pan: '4111111111111111', expiryDate: '0330', cv2: '737', cardHolderName: 'A Buyer' };
const browser = {
  language: 'en-GB',
  colorDepth: 24,
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: 0,
};
const at = (payer: Payer, page: string) => payer.page.replace('/session/', `/${page}/`);
const field = (name: string, html: unknown) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(String(html))?.[1] ?? '';

async function submit() {
  const payer = await openAs(app, merchant, sessionOf());
  const { body } = await payer.submit(card, { browser });
  return { payer, body, txnId: String(body.transactionId) };
}
const read = (txnId: string) => merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
async function identified(payer: Payer, completed = 'Y') {
  const document = await payer.send('GET', at(payer, 'fingerprint'));
  const form = asForm({ state: field('state', document.body), completed });
  return payer.send('POST', at(payer, 'identified'), form, formType);
}
/** What the payer's browser brings back from the issuer's page. */
async function answer(payer: Payer, status: string): Promise<string> {
  const challenge = await payer.send('GET', at(payer, 'challenge'));
  const { acsTransID } = JSON.parse(Buffer.from(field('creq', challenge.body), 'base64url').toString());
  const page = await fetch(`${simulator.url}/simulator/acs/answer`, {
    method: 'POST',
    body: new URLSearchParams({ transaction: acsTransID, status }),
  });
  const html = await page.text();
  expect(html).toContain(`action="${app.services.config.checkoutUrl}${at(payer, 'authenticated')}"`);
  return field('cres', html);
}
const returned = (payer: Payer, cres: string) =>
  payer.send('POST', at(payer, 'authenticated'), asForm({ cres }), formType);
const approvals = (txnId: string) =>
  simulator.books().find(({ reference }) => reference === txnId)?.approvals ?? 0;

describe('3-D Secure at Adyen', () => {
  test('identifies, challenges, authenticates and then charges once, with the proof', async () => {
    const { payer, body, txnId } = await submit();
    expect(body.step).toBe('CHALLENGE');
    const document = await payer.send('GET', at(payer, 'fingerprint'));
    expect(document.headers['content-security-policy']).toContain(`frame-src 'self' ${simulator.url}`);
    const data = JSON.parse(Buffer.from(field('threeDSMethodData', document.body), 'base64url').toString());
    expect(data.threeDSMethodNotificationURL).toContain(at(payer, 'method'));
    expect((await identified(payer)).headers.location).toBe(at(payer, 'challenge'));
    expect(approvals(txnId)).toBe(0);
    await returned(payer, await answer(payer, 'Y'));
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect((await read(txnId)).body.threeDSecure).toMatchObject({
      status: 'AUTHENTICATED',
      eci: '05',
      avv: expect.any(String),
      dsTransactionId: expect.any(String),
      frictionless: false,
    });
    expect(approvals(txnId)).toBe(1);
    const paid = simulator.requests().findLast(({ path }) => path === '/v72/payments');
    const sent = JSON.parse(paid?.body ?? '{}');
    expect(sent).toMatchObject({
      shopperInteraction: 'Ecommerce',
      mpiData: { eci: '05', directoryResponse: 'C', authenticationResponse: 'Y', cavv: expect.any(String) },
    });
    expect(sent.paymentMethod.number).toBeUndefined();
  });

  test('charges without a challenge what the issuer authenticates at once', async () => {
    simulator.setAuthentication(() => ({ flow: 'frictionless', hasMethod: false }));
    const { payer, body, txnId } = await submit();
    expect(body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
    expect((await read(txnId)).body.threeDSecure).toMatchObject({
      status: 'AUTHENTICATED',
      frictionless: true,
    });
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test.each([
    ['Y', 'AUTHENTICATED', 'SUCCESS'],
    ['A', 'ATTEMPTED', 'SUCCESS'],
    ['I', 'NOT_ATTEMPTED', 'SUCCESS'],
    ['U', 'UNAVAILABLE', 'SUCCESS'],
    ['N', 'FAILED', 'FAILED'],
    ['R', 'REJECTED', 'FAILED'],
  ])('transStatus %s is %s: %s', async (transStatus, status, result) => {
    simulator.setAuthentication(() => ({ flow: 'frictionless', transStatus }));
    const { payer, txnId } = await submit();
    await identified(payer, 'N');
    expect((await statusOf(merchant, payer))[1]).toBe(result);
    const { threeDSecure } = (await read(txnId)).body;
    expect(threeDSecure.status).toBe(status);
    expect(threeDSecure.avv !== undefined).toBe(['Y', 'A'].includes(transStatus));
    expect(approvals(txnId)).toBe(result === 'SUCCESS' ? 1 : 0);
  });

  test.each(['N', 'cancel'])('ends the payment after a challenge that ends with %s', async (how) => {
    const { payer, txnId } = await submit();
    await identified(payer);
    await returned(payer, await answer(payer, how));
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'FAILED']);
    expect(approvals(txnId)).toBe(0);
  });

  test('proceeds with a card that is not enrolled', async () => {
    simulator.setAuthentication(() => ({ flow: 'not enrolled' }));
    const { payer, txnId } = await submit();
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect((await read(txnId)).body.threeDSecure.status).toBe('NOT_ENROLLED');
  });

  test('accepts no forged response, and none of another challenge', async () => {
    const { payer, txnId } = await submit();
    await identified(payer);
    const other = await submit();
    await identified(other.payer);
    const foreign = await answer(other.payer, 'Y');
    const forged = Buffer.from('{"transStatus":"Y"}').toString('base64url');
    for (const cres of [foreign, forged, 'x']) await returned(payer, cres);
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    expect(approvals(txnId)).toBe(0);
    // What the browser changes in the issuer's response counts for nothing.
    const failed = JSON.parse(Buffer.from(await answer(payer, 'N'), 'base64url').toString());
    const claimed = Buffer.from(JSON.stringify({ ...failed, transStatus: 'Y' })).toString('base64url');
    await returned(payer, claimed);
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'FAILED']);
    expect(approvals(txnId)).toBe(0);
  });

  test('keeps waiting while Adyen is silent, and goes on with the first answer', async () => {
    const { payer, txnId } = await submit();
    const lose = () =>
      simulator.setFault(({ path }) =>
        path.endsWith('/details') ? { kind: 'lost-answer', processed: true } : undefined,
      );
    lose();
    await identified(payer);
    expect((await payer.view()).body).toMatchObject({ step: 'CHALLENGE' });
    simulator.setFault(null);
    await identified(payer);
    const cres = await answer(payer, 'Y');
    lose();
    await returned(payer, cres);
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    expect(approvals(txnId)).toBe(0);
    simulator.setFault(null);
    await returned(payer, cres);
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect(approvals(txnId)).toBe(1);
  });

  test('is unavailable while Adyen is down before anything was asked, and nothing is charged twice', async () => {
    simulator.setFault(({ body }) => (body.includes('authenticationOnly') ? { kind: 'silence' } : undefined));
    const { payer, txnId } = await submit();
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect((await read(txnId)).body.threeDSecure.status).toBe('UNAVAILABLE');
    expect(approvals(txnId)).toBe(1);
  });
});

test('an issuer that declines without a challenge gets one attempt with one', async () => {
  simulator.setAuthentication(({ threeDS2RequestData }) =>
    threeDS2RequestData?.threeDSRequestorChallengeInd === '04'
      ? { flow: 'challenge', hasMethod: false }
      : { flow: 'frictionless', hasMethod: false },
  );
  const payer = await openAs(app, merchant, sessionOf());
  const demanding = { ...card, cardHolderName: 'AUTHENTICATION_REQUIRED' };
  const { body } = await payer.submit(demanding, { browser });
  expect(body).toMatchObject({ step: 'CHALLENGE', attemptsLeft: 3 });
  const sent = () =>
    simulator
      .requests()
      .filter(({ path, body: text }) => path === '/v72/payments' && text.includes('mpiData')).length;
  const before = sent();
  await returned(payer, await answer(payer, 'Y'));
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  expect(sent() - before).toBe(1);
});

test('charges once whatever is lost, repeated or late on the way', async () => {
  const random = new SeededRandom(5);
  const kinds = ['lost-request', 'lost-answer', 'server-error', 'html', 'cut-json'] as const;
  const disturb = (share: number) =>
    simulator.setFault(({ path, body }) => {
      const isAuthentication = path.endsWith('/details') || body.includes('authenticationOnly');
      if (!isAuthentication || random.next() >= share) return undefined;
      return { kind: kinds[random.below(kinds.length)] ?? 'html', processed: random.next() < 0.5 };
    });
  /** What the payer's tabs do next: the fingerprint or the challenge, in two tabs at once. */
  const step = async (payer: Payer): Promise<boolean> => {
    if ((await payer.view()).body.step !== 'CHALLENGE') return false;
    const issuer = await payer.send('GET', at(payer, 'challenge'));
    if (issuer.status === 303) await Promise.all([identified(payer), identified(payer)]);
    else {
      const cres = await answer(payer, 'Y');
      await Promise.all([returned(payer, cres), returned(payer, cres)]);
    }
    return true;
  };
  for (let index = 0; index < 15; index += 1) {
    disturb(0.4);
    const { payer, txnId } = await submit();
    for (let tries = 0; tries < 3; tries += 1) await step(payer);
    disturb(0);
    while (await step(payer));
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect(approvals(txnId)).toBe(1);
  }
});

describe('a merchant that redirects its customer itself', () => {
  const order = (more: object) => ({
    transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM', do3DSecure: true },
    paymentMethod: { card },
    returnUrl: 'https://shop.harbour.example/done',
    ...more,
  });
  const api = '/acceptor/rest/transactions/5300001/payment';

  test('has its browser authenticated without a fingerprint', async () => {
    const acceptHeader = '*/*';
    const sent = { ...browser, acceptHeader, userAgent: 'Mozilla/5.0', ip: '192.0.2.7' };
    const { body } = await merchant('POST', api, order({ threeDSecure: { browser: sent } }));
    expect(body.outcome.reasonCode).toBe('U100');
    expect(body.threeDSecure.acsUrl).toBe(`${simulator.url}/simulator/acs`);
    const details = simulator.requests().findLast(({ path }) => path.endsWith('/details'));
    const { 'threeds2.fingerprint': fingerprint } = JSON.parse(details?.body ?? '{}').details;
    expect(JSON.parse(Buffer.from(fingerprint, 'base64url').toString()).threeDSCompInd).toBe('U');
  });

  test('gets the first response to a repeated resume', async () => {
    simulator.setAuthentication(() => ({ flow: 'challenge', hasMethod: false }));
    const sent = { ...browser, acceptHeader: '*/*', userAgent: 'Mozilla/5.0' };
    const { body } = await merchant('POST', api, order({ threeDSecure: { browser: sent } }));
    const { acsTransID } = JSON.parse(Buffer.from(body.threeDSecure.creq, 'base64url').toString());
    const page = await fetch(`${simulator.url}/simulator/acs/answer`, {
      method: 'POST',
      body: new URLSearchParams({ transaction: acsTransID, status: 'Y' }),
    });
    const threeDSecureResponse = { cres: field('cres', await page.text()) };
    const txnId: string = body.transaction.transactionId;
    const resume = () =>
      merchant(
        'POST',
        `/acceptor/rest/transactions/5300001/${txnId}/resume`,
        { threeDSecureResponse },
        {
          'idempotency-key': 'resume-1',
        },
      );
    const first = await resume();
    expect(first.body.outcome.reasonCode).toBe('S100');
    expect((await resume()).body).toEqual(first.body);
    expect(approvals(txnId)).toBe(1);
  });

  test('without a browser is not authenticated, and Adyen is not asked', async () => {
    const before = simulator.requests().length;
    const { body } = await merchant('POST', api, order({}));
    expect(body.outcome.reasonCode).toBe('S100');
    expect(body.threeDSecure).toMatchObject({ status: 'UNAVAILABLE' });
    expect(simulator.requests().length - before).toBe(1);
  });
});
