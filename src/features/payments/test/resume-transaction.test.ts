import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSuspended } from '../server/jobs/expire-payments.ts';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { challengeResponse, challengeNamed } from '#integrations/sandbox-three-d-secure/challenge-message.ts';
import { answerChallenge } from '#integrations/sandbox-three-d-secure/sandbox-challenge-store.ts';
import { type Answer, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
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

const first = { ...enrolledCard, pan: '9901000000005133' };
const visa = { ...enrolledCard, pan: '9902000000005132' };

/** A payment that waits, and the merchant's customer at the issuer's page. */
async function suspended(card: { pan: string } = visa, transaction = {}, more = {}) {
  const body = payment({ amount: '40.00', do3DSecure: true, ...transaction }, { card }, more);
  const answer = await merchant('POST', `${base}/payment`, body);
  expect(reason(answer)).toBe('U100');
  const challenge = challengeNamed(answer.body.threeDSecure) ?? '';
  const version = answer.body.threeDSecure.version as 1 | 2;
  const id = answer.body.transaction.transactionId as string;
  const answers = async (password: string) => {
    const outcome = (await answerChallenge(issuer, challenge, password))?.outcome ?? 'Y';
    const { cres, PaRes: pares } = challengeResponse(version, challenge, outcome);
    return { threeDSecureResponse: cres === undefined ? { pares } : { cres } };
  };
  return { id, answer, resume: (body: unknown, headers = {}) => resume(id, body, headers), answers };
}
const resume = (id: string, body: unknown, headers = {}): Promise<Answer> =>
  merchant('POST', `${base}/${id}/resume`, body, headers);

test.each([
  [visa, 'Test_5132', '05', 2],
  [first, 'Test_5133', '02', 1],
])('resumes after the right password, with the proof of it', async (card, password, eci, version) => {
  const waiting = await suspended(card, { deferred: version === 1 });
  expect(waiting.answer.body.link.map((link: { rel: string }) => link.rel)).toContain('resume');
  const done = await waiting.resume(await waiting.answers(password));
  expect([done.status, reason(done)]).toEqual([201, 'S100']);
  expect(done.body.transaction).toMatchObject({ transactionId: waiting.id, status: 'SUCCESS' });
  expect(done.body.threeDSecure).toMatchObject({
    status: 'AUTHENTICATED',
    authenticationStatus: 'AUTHENTICATED',
    enrolmentIndicator: 'Y',
    eci,
    version,
    avv: expect.any(String),
  });
  expect(done.body.threeDSecure).not.toHaveProperty('acsUrl');
  const read = await merchant('GET', `${base}/${waiting.id}`);
  expect(read.body.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual(['U100', 'S100']);
});

test('ends with A114 after a failed authentication, and moves nothing', async () => {
  const waiting = await suspended(visa, { merchantRef: 'FAILS' });
  const done = await waiting.resume(await waiting.answers('give-up'));
  expect([done.status, reason(done)]).toEqual([400, 'A114']);
  expect(done.body.transaction).toMatchObject({ status: 'FAILED', stage: 'THREE_D_SECURE' });
  expect(await app.owner`select 1 from processor_intent where txn_id = ${waiting.id}`).toHaveLength(0);
  // Tried again at once, it is no duplicate.
  await suspended(visa, { merchantRef: 'FAILS' });
});

test('rejects a missing or foreign response, and a payment that does not wait', async () => {
  const waiting = await suspended();
  const other = await suspended();
  const foreign = await other.answers('Test_5132');
  for (const body of [{}, { threeDSecureResponse: { cres: 'rubbish' } }, foreign]) {
    expect(reason(await waiting.resume(body))).toBe('V108');
  }
  // It still waits.
  expect(reason(await waiting.resume(await waiting.answers('Test_5132')))).toBe('S100');
  expect(reason(await waiting.resume(await waiting.answers('Test_5132')))).toBe('V107');
  expect(reason(await resume(await paid(merchant), foreign))).toBe('V107');
});

test('is too late after 25 minutes', async () => {
  const waiting = await suspended();
  app.clock.advance(25 * 60_000);
  await expireSuspended.run(app.services);
  expect(reason(await waiting.resume(await waiting.answers('Test_5132')))).toBe('V106');
});

test('ends with A115 when the customer has removed the card meanwhile', async () => {
  const customer = { merchantRef: 'changes-mind', registered: true };
  const first = await merchant(
    'POST',
    `${base}/verify`,
    payment({ amount: 0 }, { card: visa }, { customer }),
  );
  const token: string = first.body.paymentMethod.card.cardToken;
  const customerId: string = first.body.customer.id;
  const order = payment({ amount: '40.00', do3DSecure: true }, { cardToken: { token } }, { customer });
  const waiting = await merchant('POST', `${base}/payment`, order);
  expect(reason(waiting)).toBe('U100');
  const challenge = challengeNamed(waiting.body.threeDSecure) ?? '';
  const outcome = (await answerChallenge(issuer, challenge, 'Test_5132'))?.outcome ?? 'Y';
  const { cres } = challengeResponse(2, challenge, outcome);
  await merchant('POST', `/acceptor/rest/customers/5300001/${customerId}/paymentMethod/${token}/remove`);
  const id: string = waiting.body.transaction.transactionId;
  const done = await resume(id, { threeDSecureResponse: { cres } });
  expect([done.status, reason(done)]).toEqual([400, 'A115']);
  expect(await app.owner`select 1 from processor_intent where txn_id = ${id}`).toHaveLength(0);
});

test('charges once for repeated and concurrent resumes', async () => {
  const waiting = await suspended();
  const body = await waiting.answers('Test_5132');
  const answers = await Promise.all(Array.from({ length: 6 }, () => waiting.resume(body)));
  expect(answers.map(reason).filter((code) => code === 'S100')).toHaveLength(1);
  expect(answers.map(reason).filter((code) => code === 'V107')).toHaveLength(5);
  const keyed = await suspended();
  const cres = await keyed.answers('Test_5132');
  const done = await keyed.resume(cres, { 'idempotency-key': 'again' });
  const second = await keyed.resume(cres, { 'idempotency-key': 'again' });
  expect(second.body).toEqual(done.body);
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
  const ctx = async (part: object) =>
    expect(
      (await admin('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', { ...controls, ...part }))
        .status,
    ).toBe(200);
  await ctx({});
  const ended = async (card: { pan: string; cv2?: string }, password = 'Test_5132') => {
    app.clock.advance(2 * 60_000);
    const waiting = await suspended(card);
    return waiting.resume(await waiting.answers(password));
  };
  // The CV2 was checked when the card was tokenized: its result is returned once and stored nowhere.
  const right = await ended({ ...visa, cv2: '123' });
  expect([reason(right), right.body.processing.authResponse.cv2Check]).toEqual(['S100', 'MATCHED']);
  const wrong = await ended({ ...visa, cv2: '000' });
  expect(reason(wrong)).toBe('A116');
  expect(wrong.body.processing).toMatchObject({
    authResponse: { status: 'REVERSED' },
    decision: { decisionReason: 'DECIDED_BY_RISK_CONTROLS' },
  });
  // With the override, an authenticated card holder passes, and velocity waits for the result.
  const rule = { type: 'CARD', disabled: false, velocity: 1, timePeriod: 24 };
  await ctx({ overrideRiskControlsWith3DS: true, velocityRules: [rule] });
  expect(reason(await ended({ ...visa, cv2: '000' }))).toBe('S100');
  const failed = await ended(visa, 'give-up');
  expect(reason(failed)).toBe('A114');
  expect(failed.body.processing.decision).toMatchObject({ decisionSource: 'RISK_CONTROLS' });
});

test('returns V105 for a transaction that is unknown', async () => {
  const answer = await merchant('POST', `${base}/10999999999/resume`, {});
  expect([answer.status, reason(answer)]).toEqual([404, 'V105']);
});

const merchantPage = 'https://shop.harbour.example/3ds';

/** The customer's browser at the issuer's page: posts the form, then the password; returns the last form. */
async function throughIssuer(threeDSecure: Record<string, string>, posted: Record<string, string> = {}) {
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
  const question = await post('/hosted/sandbox-acs', { ...form, ...posted });
  const password = /Sandbox: (Test_\d{4})/.exec(question.body)?.[1] ?? '';
  const end = await post('/hosted/sandbox-acs/answer', { ...inputs(question.body), password });
  return { action: /action="(https?:[^"]*)"/.exec(end.body)?.[1], fields: inputs(end.body), page: end.body };
}

const startAtMerchant = (pan: string, returnUrl?: string) =>
  merchant(
    'POST',
    `${base}/payment`,
    payment({ amount: '40.00', do3DSecure: true }, { card: { ...visa, pan } }, { returnUrl }),
  );

test.each([
  ['2', visa.pan],
  ['1', first.pan],
])('brings the response of version %s to the returnUrl, for resume', async (version, pan) => {
  const answer = await startAtMerchant(pan, merchantPage);
  const { transactionId } = answer.body.transaction;
  const { action, fields } = await throughIssuer(answer.body.threeDSecure);
  expect(action).toBe(merchantPage);
  const { cres, PaRes: pares, MD, threeDSSessionData = '' } = fields;
  expect(version === '1' ? MD : Buffer.from(threeDSSessionData, 'base64url').toString()).toBe(transactionId);
  const response = version === '1' ? { pares } : { cres };
  const done = await merchant('POST', `${base}/${transactionId}/resume`, {
    threeDSecureResponse: response,
  });
  expect([done.status, reason(done)]).toEqual([201, 'S100']);
});

test('takes a TermUrl and an MD of the posted form, on the sites of the merchant only', async () => {
  const { body } = await startAtMerchant(first.pan);
  const own = await throughIssuer(body.threeDSecure, { TermUrl: `${merchantPage}?a=1`, MD: 'order-7' });
  expect([own.action, own.fields.MD]).toEqual([`${merchantPage}?a=1`, 'order-7']);
  const other = await startAtMerchant(first.pan);
  const strange = await throughIssuer(other.body.threeDSecure, { TermUrl: 'https://evil.example/' });
  expect(strange.action).toBeUndefined();
  expect(strange.page).toContain('resume');
});

test('refuses a returnUrl that is on no registered site', async () => {
  const answer = await startAtMerchant(visa.pan, 'https://evil.example/');
  expect([reason(answer), answer.body.outcome.field]).toEqual(['V100', 'returnUrl']);
});
