import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { type SandboxFault, sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import type { ProcessorOperation } from '#integrations/processors/adapter.ts';
import { hourMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceSandbox, useProcessor } from '#testing/use-processor.ts';
import { base, closeMerchant, enrolledCard, goodCard, paid, payment, reason } from './payment-fixtures.ts';

let faultFor: (operation: ProcessorOperation) => SandboxFault | undefined = () => undefined;
const app: TestApp = await startApp();
replaceSandbox(
  app,
  sandboxProcessor({
    sql: app.owner,
    now: () => app.clock.now(),
    faultFor: (operation) => faultFor(operation),
  }),
);
const merchant: Send = actAsMerchant(app);
let admin: Send;
afterAll(() => closeMerchant(app));

const controlsPath = '/proxy/sync/cm/installation/5300001/riskcontrols';
const noRequirements = openControls.cv2AvsRequirements;
const saveControls = async (changes: object): Promise<void> => {
  expect((await admin('PUT', controlsPath, { ...openControls, ...changes })).status).toBe(200);
};
const pay = (...fields: Parameters<typeof payment>): Promise<TestResponse> =>
  merchant('POST', `${base}/payment`, payment(...fields));
const wrongCv2 = { card: { ...goodCard, cv2: '000' } };
const bySource = {
  decisionResult: 'BLOCK',
  decisionSource: 'RISK_CONTROLS',
  decisionReason: 'DECIDED_BY_RISK_CONTROLS',
};

beforeEach(async () => {
  faultFor = () => undefined;
  app.clock.advance(48 * hourMs);
  admin = await actAs(app, 'admin@harbour.example');
  await saveControls({});
});

describe('3-D Secure', () => {
  test('is called for every ECOM payment once it is on', async () => {
    await saveControls({ threeDSecure: true, liabilityShift: 'NONE' });
    const response = await pay({ amount: '20.00' }, { card: enrolledCard });
    expect(response.body.threeDSecure).toMatchObject({ status: 'AUTHENTICATED' });
    const byPhone = await pay({ amount: '20.00', commerceType: 'MOTO' }, { card: enrolledCard });
    expect(byPhone.status).toBe(201);
    expect(byPhone.body.threeDSecure).toBeUndefined();
  });

  test('is not called when a merchant charges a stored card in the portal', async () => {
    const customer = { merchantRef: 'kept-3ds', registered: true };
    const first = await pay({ amount: '5.00' }, { card: enrolledCard }, { customer });
    const token: string = first.body.paymentMethod.card.cardToken;
    await saveControls({ threeDSecure: true, liabilityShift: 'FULL' });
    const repeatOrder = payment({ amount: '20.33' }, { cardToken: { token } }, { customer });
    const response = await admin('POST', '/proxy/sync/ta/transactions/5300001/payment', repeatOrder);
    expect([response.status, reason(response)]).toEqual([201, 'S100']);
    expect(response.body.threeDSecure).toBeUndefined();
    const byMerchant = await pay({ amount: '21.33' }, { cardToken: { token } }, { customer });
    expect(reason(byMerchant)).toBe('U100');
  });

  test('declines by the liability shift, visibly in response, search and details', async () => {
    await saveControls({ threeDSecure: true, liabilityShift: 'FULL' });
    const response = await pay({});
    expect([response.status, reason(response)]).toEqual([400, 'A113']);
    expect(response.body.processing.decision).toEqual(bySource);
    expect(response.body.transaction).toMatchObject({ status: 'FAILED', stage: 'THREE_D_SECURE' });
    const id: string = response.body.transaction.transactionId;
    const details = await admin('GET', `/proxy/sync/tqs/transaction/${id}`);
    expect(details.body.decisionDetails).toEqual({ decisionReason: 'DECIDED_BY_RISK_CONTROLS' });
    expect(details.body.riskStop).toEqual({
      control: 'THREE_D_SECURE',
      liabilityShift: 'FULL',
      status: 'NOT_ENROLLED',
    });
    const searched = await admin('POST', '/proxy/sync/tqs/reporting/internal/search', {
      startFrom: 1,
      limit: 1,
      fields: [
        { field: 'txn_status' },
        { field: 'txn_id', filter: { operation: 'EQUALS', value: [id] } },
        { field: 'OPTIMIZE360_OUTCOME', filter: { operation: 'EQUALS', value: ['BLOCK'] } },
      ],
    });
    expect(searched.body.data).toEqual([['FAILED', id, 'BLOCK']]);
    // The processor was not called.
    expect(await app.owner`select 1 from sandbox.operation where reference = ${id}`).toHaveLength(0);
    await saveControls({ threeDSecure: true, liabilityShift: 'PARTIAL' });
    expect((await pay({})).status).toBe(201);
  });
});

test.each([
  ['NONE', 'S100'],
  ['PARTIAL', 'A113'],
  ['FULL', 'A113'],
])('a scheme without 3-D Secure: %s returns %s', async (liabilityShift, code) => {
  await saveControls({ threeDSecure: true, liabilityShift });
  const response = await pay({}, { card: { ...goodCard, pan: '3530111333300000' } });
  expect(reason(response)).toBe(code);
  expect(response.body.threeDSecure).toMatchObject({
    status: 'UNAVAILABLE',
    versionsAttempted: [{ version: 2, availability: 'SCHEME_NOT_SUPPORTED' }],
  });
});

describe('a payment whose checks fail', () => {
  beforeEach(() =>
    saveControls({ cv2AvsRequirements: { ...noRequirements, cv2MatchRequirement: 'MATCHED' } }),
  );

  test.each([{}, { deferred: true }])('is authorised, released and declined: %j', async (more) => {
    const response = await pay(more, wrongCv2);
    expect([response.status, reason(response)]).toEqual([400, 'A116']);
    expect(response.body.transaction).toMatchObject({ status: 'FAILED', consumerSpend: 0 });
    expect(response.body.processing.decision).toEqual(bySource);
    const [row] = await app.owner`
      select optimize360_outcome from txn where txn_id = ${response.body.transaction.transactionId as string}`;
    expect(row).toEqual({ optimize360Outcome: 'BLOCK' });
    expect(response.body.processing.authResponse).toMatchObject({
      status: 'REVERSED',
      cv2Check: 'NOT_MATCHED',
    });
    const id: string = response.body.transaction.transactionId;
    expect((await admin('GET', `/proxy/sync/tqs/transaction/${id}`)).body.riskStop).toEqual({
      control: 'CV2',
      requirement: 'MATCHED',
      result: 'NOT_MATCHED',
    });
    const voided = await app.owner`select kind from sandbox.operation where related = ${id}`;
    expect(voided).toEqual([{ kind: 'VOID' }]);
    expect(reason(await merchant('POST', `${base}/${id}/refund`, {}))).toMatch(/^V13[46]$/);
    expect((await pay(more)).status).toBe(201);
  });

  test('keeps no card for later when a verify fails them, and has nothing to release', async () => {
    const customer = { merchantRef: 'wrong-cv2', registered: true };
    const response = await merchant('POST', `${base}/verify`, payment({ amount: 0 }, wrongCv2, { customer }));
    expect(reason(response)).toBe('A116');
    const id: string = response.body.transaction.transactionId;
    expect(await app.owner`select 1 from sandbox.operation where related = ${id}`).toHaveLength(0);
    const token: string = response.body.paymentMethod.card.cardToken;
    expect(reason(await pay({}, { cardToken: { token } }))).toBe('A109');
  });

  test.each<[string, SandboxFault, RegExp]>([
    ['never arrives', { kind: 'never-receive' }, /^U200$/],
    ['arrives and is not answered', { kind: 'lose-response' }, /^A116$/],
  ])('is released in the end when the reversal %s', async (_title, error, logged) => {
    faultFor = ({ reference }) => (reference.endsWith('-R1') ? error : undefined);
    const response = await pay({}, wrongCv2, { customer: { merchantRef: _title.replaceAll(' ', '-') } });
    expect(reason(response)).toMatch(logged);
    const id: string = response.body.transaction.transactionId;
    app.clock.advance(hourMs);
    await reconcilePayments.run(app.services);
    const refreshed = await merchant('GET', `${base}/${id}`);
    expect(refreshed.body.transaction.status).toBe('FAILED');
    expect(refreshed.body.processing.authResponse.status).toBe('REVERSED');
    const [openIntent] = await app.owner`select state from processor_intent where txn_id = ${id}`;
    expect(openIntent?.state).toBe('DONE');
  });

  test('is checked by the sweeper too, with the controls of its start', async () => {
    faultFor = ({ kind }) => (kind === 'SALE' ? { kind: 'lose-response' } : undefined);
    const response = await pay({}, wrongCv2);
    const id: string = response.body.transaction.transactionId;
    faultFor = () => undefined;
    await saveControls({});
    app.clock.advance(hourMs);
    await reconcilePayments.run(app.services);
    const refreshed = await merchant('GET', `${base}/${id}`);
    expect(refreshed.body.processing.authResponse.status).toBe('REVERSED');
  });

  test('fails with X202 when the processor refuses the release', async () => {
    const processor = app.sandbox;
    const refusingControls = {
      ...processor,
      send: async (operation: ProcessorOperation) => {
        const sent = await processor.send(operation);
        if (operation.kind !== 'VOID' || sent.kind !== 'response') return sent;
        await app.owner`delete from sandbox.operation where reference = ${operation.reference}`;
        return { ...sent, response: { ...sent.response, result: 'DECLINED' as const } };
      },
    };
    useProcessor(app, refusingControls);
    const response = await pay({}, wrongCv2).finally(() => {
      useProcessor(app, processor);
    });
    expect(reason(response)).toBe('X202');
    expect(response.body.processing.authResponse.status).toBe('REVERSE_FAILED');
    await app.owner`delete from sandbox.operation where reference = ${response.body.transaction.transactionId}`;
  });
});

describe('velocity', () => {
  const rule = (type: string, velocity = 2, timePeriod = 1) => ({
    type,
    disabled: false,
    velocity,
    timePeriod,
  });
  const from = (ip: string) => ({ customer: { ip } });
  const otherCard = { card: { ...goodCard, pan: '9902000000000018' } };

  test.each([
    [
      'CARD',
      [
        ['192.0.2.1', goodCard],
        ['192.0.2.2', goodCard],
      ],
      ['192.0.2.3', goodCard],
      ['192.0.2.1', otherCard.card],
    ],
    [
      'IP',
      [
        ['192.0.2.1', goodCard],
        ['192.0.2.1', otherCard.card],
      ],
      ['192.0.2.1', goodCard],
      ['192.0.2.9', goodCard],
    ],
    [
      'CARD_AND_IP',
      [
        ['192.0.2.1', goodCard],
        ['192.0.2.1', goodCard],
      ],
      ['192.0.2.1', goodCard],
      ['192.0.2.1', otherCard.card],
    ],
  ] as const)(
    'by %s declines the attempt after the last allowed one',
    async (type, allowed, exceeding, other) => {
      await saveControls({ velocityRules: [rule(type)] });
      const attempt = ([ip, card]: readonly [string, object]) => pay({}, { card }, from(ip));
      for (const order of allowed) expect((await attempt(order)).status).toBe(201);
      const declined = await attempt(exceeding);
      expect([declined.status, reason(declined)]).toEqual([400, 'A116']);
      expect(declined.body.processing.decision).toEqual(bySource);
      expect(declined.body.transaction.stage).toBe('FRAUD_RULES');
      const details = await admin(
        'GET',
        `/proxy/sync/tqs/transaction/${declined.body.transaction.transactionId}`,
      );
      expect(details.body.riskStop).toEqual({ control: 'VELOCITY', type, limit: 2, hours: 1, counted: 2 });
      expect((await attempt(other)).status).toBe(201);
      // Declined ones count too, and the window slides.
      app.clock.advance(hourMs - 1000);
      expect(reason(await attempt(exceeding))).toMatch(/A116|S100/);
      app.clock.advance(hourMs);
      expect((await attempt(exceeding)).status).toBe(201);
    },
  );

  test('counts two that arrive at once', async () => {
    await saveControls({ velocityRules: [rule('CARD', 3), rule('IP', 3), rule('CARD_AND_IP', 3)] });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => pay({}, undefined, from('192.0.2.77'))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  test('accepts exactly the limit of concurrent payments, whatever their clocks', async () => {
    await saveControls({ velocityRules: [rule('CARD', 3)] });
    const { clock } = app.services;
    const start = clock.now().getTime();
    let readCount = 0;
    // The later a request comes, the earlier it believes it is.
    app.services.clock = { now: () => new Date(start - (readCount += 1)) };
    const responses = await Promise.all(Array.from({ length: 16 }, () => pay())).finally(() => {
      app.services.clock = clock;
    });
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(responses.map(reason))).toEqual(new Set(['S100', 'A116']));
  });

  test('a timeout gives 503, sends nothing to the processor and counts the retry once', async () => {
    await saveControls({ velocityRules: [rule('CARD', 1)] });
    const release = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const lockHolder = app.owner.begin(async (sql) => {
      await sql`lock table txn in access exclusive mode`;
      isHeld.resolve();
      await release.promise;
    });
    await isHeld.promise;
    const sent = async () => (await app.owner`select 1 from sandbox.operation`).length;
    const before = await sent();
    const key = { 'idempotency-key': 'cut-off' };
    const pendingPayment = merchant('POST', `${base}/payment`, payment(), key);
    await expect
      .poll(
        () => app.owner`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    expect([(await pendingPayment).status, await sent()]).toEqual([503, before]);
    release.resolve();
    await lockHolder;
    expect(reason(await merchant('POST', `${base}/payment`, payment(), key))).toBe('S100');
    expect(reason(await pay())).toBe('A116');
  });

  test('does nothing when it is disabled, nor to another installation', async () => {
    await saveControls({ velocityRules: [{ ...rule('CARD', 1), disabled: true }] });
    await paid(merchant);
    await paid(merchant);
    await saveControls({ velocityRules: [rule('CARD', 1)] });
    expect(reason(await pay())).toBe('A116');
    const otherPayment = await merchant('POST', base.replace('5300001', '5300003') + '/payment', payment());
    expect(otherPayment.status).toBe(201);
  });

  test('is overridden by a card holder who was authenticated', async () => {
    const controls = { threeDSecure: true, liabilityShift: 'NONE', velocityRules: [rule('CARD', 1)] };
    await saveControls({ ...controls, overrideRiskControlsWith3DS: true });
    const paySmallAmount = () => pay({ amount: '5.00' }, { card: enrolledCard });
    expect([(await paySmallAmount()).status, (await paySmallAmount()).status]).toEqual([201, 201]);
    await saveControls({ ...controls, overrideRiskControlsWith3DS: false });
    expect(reason(await paySmallAmount())).toBe('A116');
  });
});
