import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSuspended } from '../server/jobs/expire-payments.ts';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { type TestResponse, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  base,
  enrolledCard,
  expectBooksToBalance,
  expectProcessorToAgree,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
let issuer: Database;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  issuer = openDatabase(app.databaseUrl, { as: 'owner', max: 2 });
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await issuer.end();
  await app.stop();
});

const version1Card = { ...enrolledCard, pan: '9901000000005133' };
const visa = { ...enrolledCard, pan: '9902000000005132' };

/** A payment that waits, and the merchant's customer at the issuer's page. */
async function suspended(card: { pan: string } = visa, transaction = {}, more = {}) {
  const body = payment({ amount: '40.00', do3DSecure: true, ...transaction }, { card }, more);
  const response = await merchant('POST', `${base}/payment`, body);
  expect(reason(response)).toBe('U100');
  const challenge = readChallengeId(response.body.threeDSecure) ?? '';
  const version = response.body.threeDSecure.version as 1 | 2;
  const id = response.body.transaction.transactionId as string;
  const answerAtIssuer = async (password: string) => {
    const outcome = (await completeChallenge(issuer, challenge, password))?.outcome ?? 'Y';
    const { cres, PaRes: pares } = challengeResponse(version, challenge, outcome);
    return { threeDSecureResponse: cres === undefined ? { pares } : { cres } };
  };
  return {
    id,
    answer: response,
    resume: (body: unknown, headers = {}) => resume(id, body, headers),
    answers: answerAtIssuer,
  };
}
const resume = (id: string, body: unknown, headers = {}): Promise<TestResponse> =>
  merchant('POST', `${base}/${id}/resume`, body, headers);

test.each([
  [visa, 'Test_5132', '05', 2],
  [version1Card, 'Test_5133', '02', 1],
])('resumes after the right password, with the proof of it', async (card, password, eci, version) => {
  const suspendedPayment = await suspended(card, { deferred: version === 1 });
  expect(suspendedPayment.answer.body.link.map((link: { rel: string }) => link.rel)).toContain('resume');
  const resumed = await suspendedPayment.resume(await suspendedPayment.answers(password));
  expect([resumed.status, reason(resumed)]).toEqual([201, 'S100']);
  expect(resumed.body.transaction).toMatchObject({ transactionId: suspendedPayment.id, status: 'SUCCESS' });
  expect(resumed.body.threeDSecure).toMatchObject({
    status: 'AUTHENTICATED',
    authenticationStatus: 'AUTHENTICATED',
    enrolmentIndicator: 'Y',
    eci,
    version,
    avv: expect.any(String),
  });
  expect(resumed.body.threeDSecure).not.toHaveProperty('acsUrl');
  const refreshed = await merchant('GET', `${base}/${suspendedPayment.id}`);
  expect(refreshed.body.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual([
    'U100',
    'S100',
  ]);
});

test('ends with A114 after a failed authentication, and moves nothing', async () => {
  const suspendedPayment = await suspended(visa, { merchantRef: 'FAILS' });
  const resumed = await suspendedPayment.resume(await suspendedPayment.answers('give-up'));
  expect([resumed.status, reason(resumed)]).toEqual([400, 'A114']);
  expect(resumed.body.transaction).toMatchObject({ status: 'FAILED', stage: 'THREE_D_SECURE' });
  expect(await app.owner`select 1 from processor_intent where txn_id = ${suspendedPayment.id}`).toHaveLength(
    0,
  );
  // Tried again at once, it is no duplicate.
  await suspended(visa, { merchantRef: 'FAILS' });
});

test('rejects a missing or foreign response, and a payment that does not wait', async () => {
  const suspendedPayment = await suspended();
  const otherPayment = await suspended();
  const foreign = await otherPayment.answers('Test_5132');
  for (const body of [{}, { threeDSecureResponse: { cres: 'rubbish' } }, foreign]) {
    expect(reason(await suspendedPayment.resume(body))).toBe('V108');
  }
  // It still waits.
  expect(reason(await suspendedPayment.resume(await suspendedPayment.answers('Test_5132')))).toBe('S100');
  expect(reason(await suspendedPayment.resume(await suspendedPayment.answers('Test_5132')))).toBe('V107');
  expect(reason(await resume(await paid(merchant), foreign))).toBe('V107');
});

test('is too late after 25 minutes', async () => {
  const suspendedPayment = await suspended();
  app.clock.advance(25 * 60_000);
  await expireSuspended.run(app.services);
  expect(reason(await suspendedPayment.resume(await suspendedPayment.answers('Test_5132')))).toBe('V106');
});

test('ends with A115 when the customer has removed the card meanwhile', async () => {
  const customer = { merchantRef: 'changes-mind', registered: true };
  const firstPayment = await merchant(
    'POST',
    `${base}/verify`,
    payment({ amount: 0 }, { card: visa }, { customer }),
  );
  const token: string = firstPayment.body.paymentMethod.card.cardToken;
  const customerId: string = firstPayment.body.customer.id;
  const order = payment({ amount: '40.00', do3DSecure: true }, { cardToken: { token } }, { customer });
  const suspendedPayment = await merchant('POST', `${base}/payment`, order);
  expect(reason(suspendedPayment)).toBe('U100');
  const challenge = readChallengeId(suspendedPayment.body.threeDSecure) ?? '';
  const outcome = (await completeChallenge(issuer, challenge, 'Test_5132'))?.outcome ?? 'Y';
  const { cres } = challengeResponse(2, challenge, outcome);
  await merchant('POST', `/acceptor/rest/customers/5300001/${customerId}/paymentMethod/${token}/remove`);
  const id: string = suspendedPayment.body.transaction.transactionId;
  const resumed = await resume(id, { threeDSecureResponse: { cres } });
  expect([resumed.status, reason(resumed)]).toEqual([400, 'A115']);
  expect(await app.owner`select 1 from processor_intent where txn_id = ${id}`).toHaveLength(0);
});

test('charges once for repeated and concurrent resumes', async () => {
  const suspendedPayment = await suspended();
  const body = await suspendedPayment.answers('Test_5132');
  const responses = await Promise.all(Array.from({ length: 6 }, () => suspendedPayment.resume(body)));
  expect(responses.map(reason).filter((code) => code === 'S100')).toHaveLength(1);
  expect(responses.map(reason).filter((code) => code === 'V107')).toHaveLength(5);
  const keyedPayment = await suspended();
  const cres = await keyedPayment.answers('Test_5132');
  const resumed = await keyedPayment.resume(cres, { 'idempotency-key': 'again' });
  const second = await keyedPayment.resume(cres, { 'idempotency-key': 'again' });
  expect(second.body).toEqual(resumed.body);
  expect(reason(second)).toBe('S100');
});

test('is held against the risk controls once its challenge is over', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const controls = {
    threeDSecure: true,
    liabilityShift: 'FULL',
    overrideRiskControlsWith3DS: false,
    cv2AvsRequirements: {
      addressMatchRequirement: 'NONE',
      postcodeMatchRequirement: 'NONE',
      cv2MatchRequirement: 'MATCHED',
    },
    velocityRules: [],
  };
  const saveControls = async (changes: object) =>
    expect(
      (await admin('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', { ...controls, ...changes }))
        .status,
    ).toBe(200);
  await saveControls({});
  const resumeWith = async (card: { pan: string; cv2?: string }, password = 'Test_5132') => {
    app.clock.advance(2 * 60_000);
    const suspendedPayment = await suspended(card);
    return suspendedPayment.resume(await suspendedPayment.answers(password));
  };
  // The CV2 was checked when the card was tokenized: its result is returned once and stored nowhere.
  const correct = await resumeWith({ ...visa, cv2: '123' });
  expect([reason(correct), correct.body.processing.authResponse.cv2Check]).toEqual(['S100', 'MATCHED']);
  const incorrect = await resumeWith({ ...visa, cv2: '000' });
  expect(reason(incorrect)).toBe('A116');
  expect(incorrect.body.processing).toMatchObject({
    authResponse: { status: 'REVERSED' },
    decision: { decisionReason: 'DECIDED_BY_RISK_CONTROLS' },
  });
  // With the override, an authenticated card holder passes, and velocity waits for the result.
  const rule = { type: 'CARD', disabled: false, velocity: 1, timePeriod: 24 };
  await saveControls({ overrideRiskControlsWith3DS: true, velocityRules: [rule] });
  expect(reason(await resumeWith({ ...visa, cv2: '000' }))).toBe('S100');
  const failed = await resumeWith(visa, 'give-up');
  expect(reason(failed)).toBe('A114');
  expect(failed.body.processing.decision).toMatchObject({ decisionSource: 'RISK_CONTROLS' });
});

test('returns V105 for a transaction that is unknown', async () => {
  const response = await merchant('POST', `${base}/10999999999/resume`, {});
  expect([response.status, reason(response)]).toEqual([404, 'V105']);
});

const merchantPage = 'https://shop.harbour.example/3ds';

/** The customer's browser at the issuer's page: posts the form, then the password; returns the last form. */
async function throughIssuer(threeDSecure: Record<string, string>, formChanges: Record<string, string> = {}) {
  const post = (url: string, fields: Record<string, string>) =>
    app.gateway.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const inputs = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
  const names = ['creq', 'PaReq', 'MD', 'TermUrl', 'threeDSSessionData'];
  const form = Object.fromEntries(Object.entries(threeDSecure).filter(([name]) => names.includes(name)));
  const passwordPage = await post('/hosted/sandbox-acs', { ...form, ...formChanges });
  const password = /Sandbox: (Test_\d{4})/.exec(passwordPage.body)?.[1] ?? '';
  const resultPage = await post('/hosted/sandbox-acs/answer', { ...inputs(passwordPage.body), password });
  return {
    action: /action="(https?:[^"]*)"/.exec(resultPage.body)?.[1],
    fields: inputs(resultPage.body),
    page: resultPage.body,
  };
}

const startAtMerchant = (pan: string, returnUrl?: string) =>
  merchant(
    'POST',
    `${base}/payment`,
    payment({ amount: '40.00', do3DSecure: true }, { card: { ...visa, pan } }, { returnUrl }),
  );

test.each([
  ['2', visa.pan],
  ['1', version1Card.pan],
])('brings the response of version %s to the returnUrl, for resume', async (version, pan) => {
  const suspended = await startAtMerchant(pan, merchantPage);
  const { transactionId } = suspended.body.transaction;
  const { action, fields } = await throughIssuer(suspended.body.threeDSecure);
  expect(action).toBe(merchantPage);
  const { cres, PaRes: pares, MD, threeDSSessionData = '' } = fields;
  expect(version === '1' ? MD : Buffer.from(threeDSSessionData, 'base64url').toString()).toBe(transactionId);
  const response = version === '1' ? { pares } : { cres };
  const resumed = await merchant('POST', `${base}/${transactionId}/resume`, {
    threeDSecureResponse: response,
  });
  expect([resumed.status, reason(resumed)]).toEqual([201, 'S100']);
});

test('takes a TermUrl and an MD of the posted form, on the sites of the merchant only', async () => {
  const { body } = await startAtMerchant(version1Card.pan);
  const ownSite = await throughIssuer(body.threeDSecure, { TermUrl: `${merchantPage}?a=1`, MD: 'order-7' });
  expect([ownSite.action, ownSite.fields.MD]).toEqual([`${merchantPage}?a=1`, 'order-7']);
  const otherPayment = await startAtMerchant(version1Card.pan);
  const foreignSite = await throughIssuer(otherPayment.body.threeDSecure, {
    TermUrl: 'https://evil.example/',
  });
  expect(foreignSite.action).toBeUndefined();
  expect(foreignSite.page).toContain('resume');
});

test('refuses a returnUrl that is on no registered site', async () => {
  const response = await startAtMerchant(visa.pan, 'https://evil.example/');
  expect([reason(response), response.body.outcome.field]).toEqual(['V100', 'returnUrl']);
});
