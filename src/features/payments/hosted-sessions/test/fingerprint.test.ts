import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import {
  expectBooksToBalance,
  expectProcessorToAgree,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import type { AuthenticationRequest, ThreeDSecure } from '#integrations/processors/three-d-secure.ts';
import { asConfigured } from '#testing/over-protocol.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type Payer,
  asForm,
  formType,
  good,
  issuerResponse,
  openAs,
  sessionOf,
  statusOf,
} from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await app.stop();
});

const identifying = { ...good, pan: '9902000000007112' };
const browser = {
  language: 'en-GB',
  colorDepth: 30,
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: -60,
};
const amount = (fixed: string, session = {}) =>
  sessionOf({ money: { currency: 'GBP', amount: { fixed } } }, session);
const at = (payer: Payer, page: string) => payer.page.replace('/session/', `/${page}/`);

/** A payment whose issuer has to identify the browser, with the state that its document has. */
async function suspended(fixed = '12.00', session = {}) {
  const payer = await openAs(app, merchant, amount(fixed, session));
  const submitted = await payer.submit(identifying, { browser });
  expect(submitted.body).toMatchObject({ step: 'CHALLENGE', transactionState: 'PENDING' });
  return { payer, state: await readState(payer), txnId: submitted.body.transactionId as string };
}
async function readState(payer: Payer): Promise<string> {
  const document = await payer.send('GET', at(payer, 'fingerprint'));
  expect(document.status).toBe(200);
  return /name="state" value="([^"]+)"/.exec(String(document.body))?.[1] ?? '';
}
const finish = (payer: Payer, state: string, completed = 'Y') =>
  payer.send('POST', at(payer, 'identified'), asForm({ state, completed }), formType);
const answerAtIssuer = async (payer: Payer, txnId: string, password: string) =>
  payer.send(
    'POST',
    at(payer, 'authenticated'),
    asForm(await issuerResponse(app, merchant, txnId, password)),
    formType,
  );

/** 3-D Secure with some of its steps replaced, until `run` has ended. */
async function withSteps<T>(steps: Partial<ThreeDSecure>, run: () => Promise<T>): Promise<T> {
  const { processors } = app.services;
  const threeDSecure = { ...app.sandbox.threeDSecure, ...steps } as ThreeDSecure;
  app.services.processors = onlyProcessor(asConfigured({ ...app.sandbox, threeDSecure }));
  try {
    return await run();
  } finally {
    app.services.processors = processors;
  }
}

describe('startFingerprint', () => {
  test('allows the page of the issuer in a frame of this document only', async () => {
    const { payer } = await suspended();
    const challenge = await payer.send('GET', at(payer, 'challenge'));
    expect([challenge.status, challenge.headers.location]).toEqual([303, at(payer, 'fingerprint')]);
    const document = await payer.send('GET', at(payer, 'fingerprint'));
    const origin = new URL(app.services.config.checkoutUrl).origin;
    expect(document.headers['content-security-policy']).toContain(`form-action 'self' ${origin};`);
    expect(document.headers['content-security-policy']).toContain(`frame-src 'self' ${origin};`);
    expect(document.body).toContain('/hosted/sandbox-acs/method" target="method"');
    const page = await payer.send('GET', at(payer, 'begin'));
    expect(page.headers['content-security-policy']).toContain(`form-action 'self';`);
    expect(page.headers['content-security-policy']).not.toContain('frame-src');
  });

  test('has the skin of the installation', async () => {
    await app.owner`update installation set default_skin = '3' where installation_id = 5300001`;
    const { payer } = await suspended('12.00', { skin: undefined });
    const document = await payer.send('GET', at(payer, 'fingerprint'));
    await app.owner`update installation set default_skin = '1' where installation_id = 5300001`;
    expect(document.body).toContain('class="skin-3"');
  });

  test('leads to the page where no fingerprint is due', async () => {
    const payer = await openAs(app, merchant);
    const document = await payer.send('GET', at(payer, 'fingerprint'));
    expect([document.status, document.headers.location]).toEqual([303, at(payer, 'begin')]);
  });
});

test('receiveFingerprint reports to our own document, in frames of registered sites', async () => {
  const { payer } = await suspended();
  const reply = await payer.send('POST', at(payer, 'method'), asForm({ threeDSMethodData: 'e30' }), formType);
  expect(reply.status).toBe(200);
  expect(reply.headers['content-security-policy']).toContain("'self'; require-trusted-types-for");
  expect(reply.body).not.toContain('state');
});

describe('finishFingerprint', () => {
  test('charges a payment that the issuer authenticates without the card holder', async () => {
    const { payer, state, txnId } = await suspended();
    const done = await finish(payer, state);
    expect([done.status, done.headers.location]).toEqual([303, at(payer, 'returned')]);
    const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
    expect(read.body.threeDSecure).toMatchObject({ status: 'AUTHENTICATED', eci: '05', frictionless: true });
    for (const name of ['state', 'fingerprint']) expect(read.body.threeDSecure).not.toHaveProperty(name);
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test.each([
    ['45.00', 'Y'],
    ['12.00', 'N'],
  ])('leads to the challenge: %s, identified %s', async (fixed, completed) => {
    const { payer, state, txnId } = await suspended(fixed);
    const done = await finish(payer, state, completed);
    expect(done.headers.location).toBe(at(payer, 'challenge'));
    const challenge = await payer.send('GET', at(payer, 'challenge'));
    expect(challenge.body).toContain('name="creq"');
    await answerAtIssuer(payer, txnId, 'Test_7112');
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test('ends a payment that the card holder does not confirm', async () => {
    const { payer, state, txnId } = await suspended('45.00');
    await finish(payer, state);
    await answerAtIssuer(payer, txnId, 'give-up');
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'FAILED']);
  });

  test('charges once for two tabs, and for a repetition', async () => {
    const { payer, state, txnId } = await suspended();
    const replies = await Promise.all(
      ['Y', 'N', 'Y', 'N'].map((completed) => finish(payer, state, completed)),
    );
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    await finish(payer, state);
    const view = await payer.view();
    if (view.body.step === 'CHALLENGE') await answerAtIssuer(payer, txnId, 'Test_7112');
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    const submitted = await app.owner`
      select 1 from audit_event where object_id = ${txnId} and act = 'resume' and outcome = 'SUBMITTED'`;
    expect(submitted).toHaveLength(1);
  });

  test('accepts no state of another session, and no forged one', async () => {
    const { payer, state } = await suspended();
    const other = await suspended();
    const forged = Buffer.from(state, 'base64url');
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    for (const wrong of [other.state, forged.toString('base64url'), '', 'e30'])
      expect((await finish(payer, wrong)).headers.location).toBe(at(payer, 'returned'));
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    await finish(payer, state);
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test('accepts a state for 25 minutes, and the payment ends then', async () => {
    const { payer, state } = await suspended();
    app.clock.advance(25 * 60_000);
    await finish(payer, state);
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    await expireSuspended.run(app.services);
    await finish(payer, state);
    expect((await statusOf(merchant, payer))[1]).toBe('EXPIRED');
  });

  test('changes nothing when the browser comes back after the payer has left', async () => {
    const { payer, state } = await suspended();
    await payer.leave();
    expect((await finish(payer, state)).status).toBe(303);
    expect((await statusOf(merchant, payer))[1]).toBe('CANCELLED');
  });

  test('guesses no result while the 3-D Secure server is silent', async () => {
    const { payer, state, txnId } = await suspended('45.00');
    let calls = 0;
    const silent = async () => {
      calls += 1;
      return { kind: 'no-response' } as const;
    };
    await withSteps({ continue: silent }, () => finish(payer, state));
    expect((await payer.view()).body).toMatchObject({ step: 'CHALLENGE' });
    // The payer continues, and the server is back.
    await finish(payer, await readState(payer));
    await withSteps({ complete: silent }, () => answerAtIssuer(payer, txnId, 'Test_7112'));
    expect((await payer.view()).body).toMatchObject({ step: 'CHALLENGE' });
    expect(calls).toBe(2);
    expect(await app.owner`select 1 from processor_intent where txn_id = ${txnId}`).toEqual([]);
    await answerAtIssuer(payer, txnId, 'Test_7112');
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });
});

describe('an issuer that declines without a challenge', () => {
  const demanding = { ...good, pan: '9902000000007211' };
  const attemptsOf = (payer: Payer) => app.owner<{ status: string; code: string | null }[]>`
    select t.txn_status as status, t.authoriser_code as code
    from hosted_session_attempt a join txn t on t.txn_id = a.txn_id
    where a.session_id = ${payer.sessionId} order by a.attempt`;

  test('gets one new attempt with a challenge', async () => {
    const payer = await openAs(app, merchant, amount('12.00'));
    const { body } = await payer.submit(demanding, { browser });
    expect(body).toMatchObject({ step: 'CHALLENGE', transactionState: 'PENDING', attemptsLeft: 3 });
    await answerAtIssuer(payer, body.transactionId, 'Test_7211');
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect(await attemptsOf(payer)).toEqual([
      { status: 'FAILED', code: '1A' },
      { status: 'SUCCESS', code: '00' },
    ]);
    const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${body.transactionId}`);
    expect(read.body.threeDSecure).toMatchObject({ status: 'AUTHENTICATED', liabilityShift: true });
  });

  test('gets nothing a second time that is not authenticated', async () => {
    const payer = await openAs(app, merchant, amount('12.00'));
    const { threeDSecure } = app.sandbox;
    const begin = async (request: AuthenticationRequest) => {
      const begun = await (threeDSecure as ThreeDSecure).begin({ ...request, challenge: undefined });
      if (request.challenge === undefined) return begun;
      return { kind: 'proceed', fields: { ...begun.fields, status: 'UNAVAILABLE' } } as const;
    };
    const { body } = await withSteps({ begin }, () => payer.submit(demanding, { browser }));
    expect(body).toMatchObject({ step: 'FORM', problem: 'authentication' });
    expect(await attemptsOf(payer)).toEqual([
      { status: 'FAILED', code: '1A' },
      { status: 'FAILED', code: null },
    ]);
  });
});

test('liability follows the authorisation where its processor names an ECI', async () => {
  const eci = async (response: string | undefined, exemption?: string) => {
    const sandbox = app.sandbox;
    const { processors } = app.services;
    const send: typeof sandbox.send = async (operation) => {
      const sent = await sandbox.send(operation);
      return sent.kind === 'response' ? { ...sent, response: { ...sent.response, eci: response } } : sent;
    };
    app.services.processors = onlyProcessor(asConfigured({ ...sandbox, send }));
    const body = {
      transaction: { currency: 'GBP', amount: '10.00', commerceType: 'ECOM', do3DSecure: true },
      paymentMethod: { card: { ...good, pan: '9902000000005132' } },
      threeDSecure: { exemption },
    };
    const paid = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', body);
    app.services.processors = processors;
    return paid.body;
  };
  expect((await eci(undefined)).threeDSecure).toMatchObject({ eci: '05', liabilityShift: true });
  expect((await eci('07')).threeDSecure).toMatchObject({ eci: '05', liabilityShift: false });
  expect((await eci('x')).threeDSecure).toMatchObject({ liabilityShift: true });
  const exempt = await eci(undefined, 'LOW_VALUE');
  expect(exempt.threeDSecure).toMatchObject({ status: 'NOT_ATTEMPTED', liabilityShift: false });
  expect(exempt.exemption).toEqual({ type: 'LOW_VALUE', requestedBy: 'MERCHANT' });
});

describe('the browser of the payer', () => {
  /** What the 3-D Secure server has received of the browser. */
  async function received(sent: object): Promise<AuthenticationRequest['browser']> {
    const requests: AuthenticationRequest[] = [];
    const { threeDSecure } = app.sandbox;
    const begin = async (request: AuthenticationRequest) => {
      requests.push(request);
      return (threeDSecure as ThreeDSecure).begin(request);
    };
    const payer = await openAs(app, merchant);
    const submitted = await withSteps({ begin }, () => payer.submit(good, { browser: sent }));
    expect(submitted.body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
    return requests[0]?.browser;
  }

  test('has what its script has read and what our request has', async () => {
    expect(await received(browser)).toEqual({
      acceptHeader: '*/*',
      userAgent: 'lightMyRequest',
      ip: '127.0.0.1',
      language: 'en-GB',
      javaScriptEnabled: true,
      javaEnabled: false,
      colorDepth: 24,
      screenHeight: 844,
      screenWidth: 390,
      timeZoneOffset: -60,
    });
  });

  test.each([
    { screenWidth: -1 },
    { screenHeight: 1e9 },
    { timeZoneOffset: 5000 },
    { timeZoneOffset: 'noon' },
    { language: '<script>' },
    { language: ['en'] },
    { colorDepth: 0 },
    { language: 'x'.repeat(99) },
  ])('is left out where it is absurd, and refuses no payment: %j', async (absurd) => {
    expect(await received({ ...browser, ...absurd })).toBeUndefined();
  });
});
