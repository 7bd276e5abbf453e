import { describe, expect, test } from 'vitest';
import type { AdyenSimulator } from '../start-adyen-simulator.ts';
import { book, call, eventCodes, paymentRequest, startSimulator } from './fixtures.ts';

const browserInfo = {
  acceptHeader: 'text/html',
  userAgent: 'Mozilla/5.0',
  language: 'en',
  colorDepth: 24,
  screenHeight: 720,
  screenWidth: 1280,
  timeZoneOffset: 0,
  javaEnabled: false,
};

function nativeRequest(overrides: Record<string, unknown> = {}) {
  return paymentRequest({
    authenticationData: { authenticationOnly: true },
    browserInfo,
    channel: 'Web',
    origin: 'https://shop.example',
    threeDS2RequestData: { notificationURL: 'https://shop.example/challenge-return' },
    ...overrides,
  });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

function decode(token: string): Record<string, string> {
  return JSON.parse(Buffer.from(token, 'base64').toString()) as Record<string, string>;
}

/** Continues with the outcome of the browser's step. */
function continueWith(simulator: AdyenSimulator, paymentData: string, details: object, more: object = {}) {
  return call(simulator, '/v72/payments/details', {
    merchantAccount: undefined,
    paymentData,
    details,
    ...more,
  });
}

async function post(url: string, form: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  return response.text();
}

describe('authentication only', () => {
  test('identifies, challenges, finishes, then authorises without a card', async () => {
    const simulator = await startSimulator();
    const first = await call(simulator, '/v72/payments', nativeRequest());
    expect(first.body.resultCode).toBe('IdentifyShopper');
    const { paymentData, token } = first.body.action;
    const method = decode(token);
    const methodPage = await post(method.threeDSMethodURL ?? '', {
      threeDSMethodData: encode({
        threeDSServerTransID: method.threeDSServerTransID,
        threeDSMethodNotificationURL: 'https://shop.example/identified',
      }),
    });
    expect(methodPage).toContain('action="https://shop.example/identified"');

    const fingerprint = { 'threeds2.fingerprint': encode({ threeDSCompInd: 'Y' }) };
    const second = await continueWith(simulator, paymentData, fingerprint);
    expect(second.body.resultCode).toBe('ChallengeShopper');
    const challenge = decode(second.body.action.token);
    expect(challenge.threeDSNotificationURL).toBe('https://shop.example/challenge-return');
    const acsPage = await post(challenge.acsURL ?? '', {
      creq: encode({ acsTransID: challenge.acsTransID }),
    });
    expect(acsPage).toContain('Confirm');
    const returnPage = await post(`${challenge.acsURL}/answer`, {
      transaction: challenge.acsTransID ?? '',
      status: 'Y',
    });
    expect(returnPage).toContain('name="cres"');

    const result = { 'threeds2.challengeResult': encode({ transStatus: 'Y' }) };
    const third = await continueWith(simulator, paymentData, result);
    expect(third.body).toMatchObject({
      resultCode: 'AuthenticationFinished',
      threeDS2Result: { transStatus: 'Y', eci: '05', messageVersion: '2.2.0' },
    });
    expect(Buffer.from(third.body.threeDS2Result.authenticationValue ?? '', 'base64')).toHaveLength(20);
    expect(simulator.books()).toEqual([]);

    const last = await continueWith(simulator, paymentData, result, {
      authenticationData: { authenticationOnly: false },
    });
    expect(last.body).toMatchObject({
      resultCode: 'Authorised',
      additionalData: { liabilityShift: 'true', cvcResult: '1 Matches' },
    });
    expect(book(simulator)).toMatchObject({ authorised: 1234, approvals: 1 });
    expect(simulator.violations()).toEqual([]);
    const repeated = await continueWith(simulator, paymentData, result, {
      authenticationData: { authenticationOnly: false },
    });
    expect(repeated.status).toBe(422);
  });

  test('believes the issuer, not the browser', async () => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ hasMethod: false }));
    const { body } = await call(simulator, '/v72/payments', nativeRequest());
    expect(body.resultCode).toBe('ChallengeShopper');
    simulator.answerChallenge('T-1', 'N');
    const forged = { 'threeds2.challengeResult': encode({ transStatus: 'Y' }) };
    const finished = await continueWith(simulator, body.action.paymentData, forged);
    expect(finished.body.threeDS2Result).toMatchObject({ transStatus: 'N', eci: '07' });
    const refused = await continueWith(simulator, body.action.paymentData, forged, {
      authenticationData: { authenticationOnly: false },
    });
    expect(refused.body).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '11' });
    expect(simulator.books()).toEqual([]);
  });

  test.each([
    ['Y', '05'],
    ['A', '06'],
    ['U', '07'],
    ['R', '07'],
    ['N', '07'],
  ])('finishes a frictionless flow with %s', async (transStatus, eci) => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ hasMethod: false, flow: 'frictionless', transStatus }));
    const { body } = await call(simulator, '/v72/payments', nativeRequest());
    expect(body.resultCode).toBe('AuthenticationFinished');
    expect(body.threeDS2Result).toMatchObject({ transStatus, eci });
    expect(simulator.violations()).toEqual([]);
  });

  test('does not challenge who asks for no challenge', async () => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ hasMethod: false }));
    const threeDS2RequestData = { challengeIndicator: 'requestNoChallenge' };
    const { body } = await call(simulator, '/v72/payments', nativeRequest({ threeDS2RequestData }));
    expect(body.resultCode).toBe('AuthenticationFinished');
  });

  test('reports a cancelled challenge', async () => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ hasMethod: false }));
    const { body } = await call(simulator, '/v72/payments', nativeRequest());
    simulator.answerChallenge('T-1', 'cancel');
    const result = {
      threeDSResult: encode({ transStatus: 'N', authorisationToken: body.action.authorisationToken }),
    };
    const { body: finished } = await call(simulator, '/v72/payments/details', {
      merchantAccount: undefined,
      details: result,
    });
    expect(finished.threeDS2Result).toMatchObject({ transStatus: 'N', challengeCancel: '01' });
  });

  test('needs no authentication for a card that is not enrolled', async () => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ flow: 'not enrolled' }));
    const { body } = await call(simulator, '/v72/payments', nativeRequest());
    expect(body.resultCode).toBe('AuthenticationNotRequired');
    const paid = await continueWith(
      simulator,
      body.threeDSPaymentData,
      {},
      {
        authenticationData: { authenticationOnly: false },
      },
    );
    expect(paid.body.resultCode).toBe('Authorised');
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['payment data of another authentication', 'Ab02b4c0!NOPE', {}],
    ['a challenge result before the challenge', undefined, { 'threeds2.challengeResult': encode({}) }],
    ['nonsense', undefined, { 'threeds2.challengeResult': '%%%' }],
  ])('rejects %s', async (_title, paymentData, details) => {
    const simulator = await startSimulator();
    const { body } = await call(simulator, '/v72/payments', nativeRequest());
    const reply = await continueWith(simulator, paymentData ?? body.action.paymentData, details);
    expect([reply.status, reply.body.errorCode]).toEqual([422, '14_002']);
  });
});

describe('authentication with the payment', () => {
  test('authorises a native challenge at once', async () => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ hasMethod: false }));
    const authenticationData = { threeDSRequestData: { nativeThreeDS: 'preferred' } };
    const { body } = await call(simulator, '/v72/payments', nativeRequest({ authenticationData }));
    simulator.answerChallenge('T-1', 'Y');
    const done = await continueWith(simulator, body.action.paymentData, {
      threeDSResult: encode({ transStatus: 'Y' }),
    });
    expect(done.body.resultCode).toBe('Authorised');
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION true']);
  });

  test('returns from a redirect', async () => {
    const simulator = await startSimulator();
    const authenticationData = { attemptAuthentication: 'always' };
    const { body } = await call(simulator, '/v72/payments', nativeRequest({ authenticationData }));
    expect(body.resultCode).toBe('RedirectShopper');
    expect(await (await fetch(body.action.url)).text()).toContain('Confirm');
    const transaction = new URL(body.action.url).searchParams.get('transaction') ?? '';
    const response = await fetch(`${simulator.url}/simulator/redirect/answer`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ transaction, status: 'Y' }),
    });
    const redirectResult = new URL(response.headers.get('location') ?? '').searchParams.get('redirectResult');
    const paid = await call(simulator, '/v72/payments/details', {
      merchantAccount: undefined,
      details: { redirectResult },
    });
    expect(paid.body.resultCode).toBe('Authorised');
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['shifts liability', { cavv: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', directoryResponse: 'Y' }, 'true'],
    ['shifts nothing without a value', { directoryResponse: 'Y' }, 'false'],
  ])('a proof of another server %s', async (_title, proof, liabilityShift) => {
    const simulator = await startSimulator();
    const mpiData = {
      eci: '05',
      threeDSVersion: '2.2.0',
      dsTransID: 'f3a6e4c8-2b1d-4f5e-8c7a-9d0b1e2f3a4b',
      ...proof,
    };
    const { body } = await call(simulator, '/v72/payments', paymentRequest({ mpiData }));
    expect(body.additionalData).toMatchObject({ liabilityShift, eci: '05' });
    expect(simulator.violations()).toEqual([]);
  });
});
