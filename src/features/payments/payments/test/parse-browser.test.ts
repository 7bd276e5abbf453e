import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import type { AuthenticationRequest, ThreeDSecure } from '#integrations/processors/three-d-secure.ts';
import { asConfigured } from '#testing/over-protocol.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, payment, reason } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
let received: AuthenticationRequest[] = [];
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  const server = app.sandbox.threeDSecure as ThreeDSecure;
  const begin = async (request: AuthenticationRequest) => {
    received.push(request);
    return server.begin(request);
  };
  app.services.processors = onlyProcessor(
    asConfigured({ ...app.sandbox, threeDSecure: { ...server, begin } }),
  );
});
afterAll(() => app.stop());

const browser = {
  acceptHeader: 'text/html',
  userAgent: 'Mozilla/5.0',
  ip: '192.0.2.7',
  language: 'en-GB',
  javaScriptEnabled: true,
  javaEnabled: false,
  colorDepth: 24,
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: -60,
};
const card = { pan: '9902000000007112', expiryDate: '1230', cv2: '123', cardHolderName: 'A Buyer' };
async function pay(threeDSecure: object, more: object = {}) {
  received = [];
  const order = payment({ amount: '12.00', do3DSecure: true }, { card }, { threeDSecure, ...more });
  return merchant('POST', `${base}/payment`, order);
}
const without = (name: string) => Object.fromEntries(Object.entries(browser).filter(([key]) => key !== name));

describe('the browser of a merchant’s customer', () => {
  test('goes to the 3-D Secure server, where no fingerprint can be made', async () => {
    const response = await pay({ browser });
    expect(received).toMatchObject([{ browser, channel: 'ECOM', source: { expiry: '1230' } }]);
    expect(received[0]).not.toHaveProperty('fingerprintUrl');
    // The sandbox's issuer challenges what it has not identified.
    expect(reason(response)).toBe('U100');
    expect(response.body.threeDSecure.creq).toEqual(expect.any(String));
  });

  test('may have no scripts, and numbers as text', async () => {
    const { acceptHeader, userAgent, language } = browser;
    await pay({ browser: { acceptHeader, userAgent, language, javaScriptEnabled: 'false' } });
    expect(received[0]?.browser).toMatchObject({ javaScriptEnabled: false, javaEnabled: false });
    await pay({ browser: { ...browser, screenWidth: '390' } });
    expect(received[0]?.browser?.screenWidth).toBe(390);
  });

  test.each(['acceptHeader', 'userAgent', 'language', 'colorDepth', 'screenHeight', 'timeZoneOffset'])(
    'is rejected without %s',
    async (name) => {
      const { status, body } = await pay({ browser: without(name) });
      expect([status, body.reasonCode ?? body.outcome?.reasonCode]).toEqual([400, 'V100']);
      expect(body.outcome ?? body).toMatchObject({
        field: `threeDSecure.browser.${name}`,
        detail: 'missing',
      });
      expect(received).toEqual([]);
    },
  );

  test.each([
    ['acceptHeader', 'text/html\u0007'],
    ['userAgent', 'Mozilla\nX-Header: 1'],
    ['ip', '192.0.2.700'],
    ['ip', 'localhost'],
    ['language', 'en GB'],
    ['language', 'e'],
    ['colorDepth', 30],
    ['colorDepth', '24.5'],
    ['screenHeight', 0],
    ['screenHeight', -844],
    ['screenWidth', 1e7],
    ['screenWidth', 'wide'],
    ['timeZoneOffset', 721],
    ['timeZoneOffset', -841],
    ['timeZoneOffset', '0x10000'],
  ])('is rejected with %s %j', async (name, value) => {
    const { status, body } = await pay({ browser: { ...browser, [name]: value } });
    expect([status, (body.outcome ?? body).field]).toEqual([400, `threeDSecure.browser.${name}`]);
    expect(received).toEqual([]);
  });

  test('is never stored', async () => {
    const { body } = await pay({ browser: { ...browser, userAgent: 'Canary/1.0' } });
    const rows = await app.owner`
      select 1 from txn where txn_id = ${body.transaction.transactionId} and detail::text like '%Canary%'`;
    expect(rows).toEqual([]);
  });
});

describe('an exemption', () => {
  test.each(['LOW_VALUE', 'RISK_ANALYSIS', 'CORPORATE', 'TRUSTED'])('%s is requested', async (exemption) => {
    const { body } = await pay({ browser, exemption });
    expect(received[0]?.exemption).toBe(exemption);
    expect(body.exemption).toEqual({ type: exemption, requestedBy: 'MERCHANT' });
  });

  test('that does not exist is rejected', async () => {
    const { status, body } = await pay({ exemption: 'BECAUSE' });
    expect([status, (body.outcome ?? body).field]).toEqual([400, 'threeDSecure.exemption']);
  });

  test('gives way to a challenge that the merchant demands', async () => {
    const strongCustomerAuthentication = { challengeRequested: 'CHALLENGE_MANDATED' };
    const { body } = await pay({ browser, exemption: 'LOW_VALUE' }, { strongCustomerAuthentication });
    expect(received[0]?.challenge).toBe('CHALLENGE_MANDATED');
    expect(reason({ body } as never)).toBe('U100');
  });
});
