import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { deliverNotifications } from '#features/outbound/notifications/server/deliver-notifications.ts';
import { isGenuine } from '#features/outbound/notifications/test/callback-receiver.ts';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import type { SandboxFault } from '#integrations/processors/sandbox/sandbox-processor.ts';
import type { ProcessorOperation } from '#integrations/processors/adapter.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { hourMs, minuteMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs } from '#testing/act-as.ts';
import { schemaDifferences } from '#testing/check-documented.ts';
import type { TestApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import { type MerchantBehaviour, startWithDecider } from './deciding-merchant.ts';
import {
  base,
  declinedCard,
  enrolledCard,
  goodCard,
  payment,
  reason,
  transactionIdOf,
  closeMerchant,
  listOperations,
} from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
let decider: Awaited<ReturnType<typeof startWithDecider>>['decider'];
let faultFor: (operation: ProcessorOperation) => SandboxFault | undefined = () => undefined;
beforeAll(async () => {
  ({ app, decider, merchant } = await startWithDecider((operation) => faultFor(operation)));
});
afterAll(async () => {
  decider.stop();
  await closeMerchant(app);
});
beforeEach(() => {
  faultFor = () => undefined;
  decider.respondWith({ action: 'PROCEED' });
});

const bothCallbacks = () => decider.callbacks('preAuthCallback', 'postAuthCallback');
const pay = (
  transaction = {},
  method: object = { card: goodCard },
  more: object = bothCallbacks(),
  kind = 'payment',
) => merchant('POST', `${base}/${kind}`, payment(transaction, method as never, more as never));
const readState = async (response: TestResponse) => {
  const [row] =
    await app.owner`select state from processor_intent where txn_id = ${transactionIdOf(response)}`;
  return row?.state as string | undefined;
};

describe('a merchant with callbacks', () => {
  test('gets both callbacks, signed and without the card, and the payment succeeds', async () => {
    const response = await pay();
    expect([response.status, reason(response)]).toEqual([201, 'S100']);
    expect(decider.callbackNames()).toEqual(['preAuthCallback', 'postAuthCallback']);
    const { secret } = (await merchant('GET', '/acceptor/rest/notifications/5300001/secret')).body;
    expect(decider.received.every((message) => isGenuine(secret, message))).toBe(true);
    const [before, after] = decider.received.map(({ body }) => JSON.parse(body));
    expect(schemaDifferences('CallbackRequest', before)).toEqual([]);
    expect(schemaDifferences('CallbackRequest', after)).toEqual([]);
    expect(before).toMatchObject({
      availableActions: { action: ['PROCEED', 'CANCEL', 'SUSPEND', 'SUSPEND_REPLAY'] },
      installationId: 5_300_001,
      transaction: { transactionId: transactionIdOf(response), status: 'PENDING', amount: 25 },
      paymentMethod: { card: { maskedPan: '990000******0010' } },
    });
    expect(after.availableActions).toEqual({ action: ['PROCEED', 'CANCEL'] });
    expect(before.processing.authResponse).toBeUndefined();
    expect(after.processing.authResponse).toMatchObject({
      status: 'AUTHORISED',
      cv2Check: 'MATCHED',
    });
    expect(JSON.stringify(decider.received)).not.toContain(goodCard.pan);
    // The merchant's secret in the address is not stored in the log.
    expect(app.logged()).not.toContain('shops-own');
  });

  test('gets the callback in XML on request', async () => {
    const xml = { url: decider.url, format: 'REST_XML' };
    const response = await pay({}, undefined, { callbacks: { preAuthCallback: xml, postAuthCallback: xml } });
    expect(reason(response)).toBe('S100');
    expect(decider.received[0]?.body).toContain(
      '<preAuthCallbackRequest><availableActions><action>PROCEED</action>',
    );
    decider.respondWith({ action: 'CANCEL' });
    expect(reason(await pay({}, undefined, { callbacks: { preAuthCallback: xml } }))).toBe('C101');
  });

  test('gets no callback for follow-ups, after a decline or after a payout', async () => {
    const approved = await pay();
    decider.respondWith({ action: 'CANCEL' });
    expect(reason(await merchant('POST', `${base}/${transactionIdOf(approved)}/refund`, {}))).toBe('S100');
    expect(
      reason(
        await merchant('POST', `${base}/${transactionIdOf(approved)}/repeat`, {
          transaction: { recurring: true },
        }),
      ),
    ).toBe('S100');
    const after = decider.callbacks('postAuthCallback');
    expect(reason(await pay({}, { card: declinedCard }, after))).toBe('D100');
    expect(reason(await pay({}, undefined, after, 'payout'))).toBe('S100');
    expect(decider.received).toEqual([]);
    expect(reason(await pay({}, undefined, decider.callbacks('preAuthCallback'), 'payout'))).toBe('C101');
  });
});

const failures: [what: string, conduct: MerchantBehaviour, before: string, after: string][] = [
  ['rejects', { action: 'CANCEL' }, 'C101', 'C102'],
  ['returns something unknown', { action: 'WAIT' }, 'C104', 'C103'],
  ['responses with an error', { status: 500 }, 'C104', 'C103'],
  ['points elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'C104', 'C103'],
  ['responses nonsense', { status: 200, body: '{"callbackResponse": [' }, 'C104', 'C103'],
  ['responses nothing', { status: 200, body: '' }, 'C104', 'C103'],
  [
    'responses another question',
    { status: 200, body: '{"callbackResponse":{"action":"PROCEED"}}' },
    'C104',
    'C103',
  ],
  ['responses far too much', { status: 200, body: `${' '.repeat(20_000)}` }, 'A111', 'A110'],
  ['never answers', 'never answers', 'A111', 'A110'],
  ['hangs up', 'hangs up', 'A111', 'A110'],
];

describe('a merchant that', () => {
  test.each(failures)(
    '%s before the authorisation: the processor is not called',
    async (_title, behaviour, code) => {
      decider.respondWith(behaviour);
      const response = await pay({ merchantRef: 'before' }, undefined, decider.callbacks('preAuthCallback'));
      expect([response.status, reason(response)]).toEqual([400, code]);
      const status = code === 'A111' ? 'FAILED' : 'CANCELLED';
      expect(response.body.transaction).toMatchObject({ status, stage: 'COMPLETE', consumerSpend: 0 });
      expect(await listOperations(app, transactionIdOf(response))).toEqual([]);
      expect(await readState(response)).toBe('DONE');
      const payment = await merchant('GET', `${base}/${transactionIdOf(response)}`);
      expect(payment.body.history).toMatchObject([{ transactionStatus: status, reasonCode: code }]);
      expect(payment.body.link.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'transaction']);
      // A cancelled payment can be made again.
      decider.respondWith({ action: 'PROCEED' });
      expect(reason(await pay({ merchantRef: 'before' }))).toBe('S100');
      app.clock.advance(2 * minuteMs);
    },
  );

  test.each(failures)(
    '%s after the authorisation: the authorisation is released',
    async (_title, behaviour, _before, code) => {
      decider.respondWith(behaviour);
      const response = await pay(
        { deferred: code === 'C102' },
        undefined,
        decider.callbacks('postAuthCallback'),
      );
      expect([response.status, reason(response)]).toEqual([400, code]);
      const status = code === 'A110' ? 'FAILED' : 'CANCELLED';
      expect(response.body.transaction).toMatchObject({ status, consumerSpend: 0 });
      expect(response.body.processing.authResponse.status).toBe('REVERSED');
      expect(response.body.processing.decision).toBeUndefined();
      expect((await listOperations(app, transactionIdOf(response))).at(-1)).toBe('VOID');
      expect(reason(await merchant('POST', `${base}/${transactionIdOf(response)}/capture`, {}))).toMatch(
        /^V13[46]$/,
      );
    },
  );

  test.each(['SUSPEND', 'SUSPEND_REPLAY'])(
    'returns %s after the authorisation: the authorisation is released',
    async (action) => {
      decider.respondWith({ action });
      const response = await pay({}, undefined, decider.callbacks('postAuthCallback'));
      expect([reason(response), response.body.processing.authResponse.status]).toEqual(['C103', 'REVERSED']);
    },
  );

  test('has a private callback address: the payment is aborted', async () => {
    const before = app.services.webClient;
    app.services.webClient = safeWebClient({ isInsecureAllowed: false });
    const response = await pay({}, undefined, decider.callbacks('preAuthCallback'));
    app.services.webClient = before;
    expect(reason(response)).toBe('A111');
    expect(decider.received).toEqual([]);
  });

  test('rejects a verify: nothing is released and no card is stored', async () => {
    decider.respondWith({ action: 'CANCEL' });
    const customer = { merchantRef: 'no-verify', registered: true };
    const more = { customer, ...decider.callbacks('postAuthCallback') };
    const response = await pay({ amount: 0 }, undefined, more, 'verify');
    expect([reason(response), response.body.transaction.status]).toEqual(['C102', 'CANCELLED']);
    expect(await listOperations(app, transactionIdOf(response))).toEqual(['VERIFY']);
    const token: string = response.body.paymentMethod.card.cardToken;
    expect(reason(await pay({}, { cardToken: { token } }, {}))).toBe('A109');
  });

  test('is notified of the payment that it cancelled', async () => {
    decider.respondWith((callback) => ({ action: callback === 'preAuthCallback' ? 'CANCEL' : 'PROCEED' }));
    const more = decider.callbacks('preAuthCallback', 'transactionNotification');
    const response = await pay({}, undefined, more);
    decider.received.length = 0;
    await deliverNotifications.run(app.services);
    const notifiedCodes = decider.received.map(({ body }) => JSON.parse(body).outcome?.reasonCode);
    expect([reason(response), notifiedCodes]).toEqual(['C101', ['C101']]);
  });
});

test('a repeated request gets the first response, whatever the merchant decided', async () => {
  decider.respondWith({ action: 'CANCEL' });
  const payWithKey = (key: string) =>
    merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, bothCallbacks()), {
      'idempotency-key': key,
    });
  const [first, repeat] = [await payWithKey('asked'), await payWithKey('asked')];
  expect(repeat.body).toEqual(first.body);
  expect(decider.callbackNames()).toEqual(['preAuthCallback']);
});

test('makes the callbacks after 3-D Secure and after the risk controls', async () => {
  const suspended = await pay({ amount: '40.00', do3DSecure: true }, { card: enrolledCard });
  expect([reason(suspended), decider.callbackNames()]).toEqual(['U100', []]);
  const challenge = readChallengeId(suspended.body.threeDSecure) ?? '';
  const outcome = (await completeChallenge(app.owner, challenge, 'Test_5159'))?.outcome ?? 'Y';
  const { cres, PaRes: pares } = challengeResponse(suspended.body.threeDSecure.version, challenge, outcome);
  const resumed = await merchant('POST', `${base}/${transactionIdOf(suspended)}/resume`, {
    threeDSecureResponse: { cres, pares },
  });
  expect([reason(resumed), decider.callbackNames()]).toEqual([
    'S100',
    ['preAuthCallback', 'postAuthCallback'],
  ]);

  decider.respondWith({ action: 'PROCEED' });
  const admin = await actAs(app, 'admin@harbour.example');
  const controlsPath = '/proxy/sync/cm/installation/5300001/riskcontrols';
  const cv2AvsRequirements = { ...openControls.cv2AvsRequirements, cv2MatchRequirement: 'MATCHED' };
  await admin('PUT', controlsPath, { ...openControls, cv2AvsRequirements });
  const refused = await pay({}, { card: { ...goodCard, cv2: '000' } });
  await admin('PUT', controlsPath, openControls);
  expect([reason(refused), decider.callbackNames()]).toEqual(['A116', ['preAuthCallback']]);
});

describe('a crash around a callback', () => {
  const reconcile = async () => {
    app.clock.advance(hourMs);
    await reconcilePayments.run(app.services);
  };
  /** The gateway dies while it waits for the merchant: the response is lost. */
  const killedDuring = async (callback: string): Promise<string> => {
    const before = app.services.webClient;
    let onCallback = () => {};
    const callbackSent = new Promise<void>((resolve) => (onCallback = resolve));
    app.services.webClient = {
      send: async (request) => {
        if (!request.headers?.['x-countinghouse-callback']?.endsWith(callback)) return before.send(request);
        onCallback();
        return new Promise(() => {});
      },
    };
    void pay();
    await callbackSent;
    app.services.webClient = before;
    const [row] = await app.owner<
      { id: string }[]
    >`select max(txn_id)::text as id from processor_intent where state <> 'DONE'`;
    return row?.id ?? '';
  };
  const readPayment = (id: string) => merchant('GET', `${base}/${id}`);
  const readLastCode = async (id: string) => (await readPayment(id)).body.history.at(-1).reasonCode as string;

  test('before the authorisation moves no money and makes no second callback', async () => {
    const id = await killedDuring('preAuthCallback');
    await reconcile();
    expect(await readLastCode(id)).toBe('A111');
    expect(decider.received).toEqual([]);
    expect(await app.owner`select 1 from sandbox.operation where reference = ${id}`).toHaveLength(0);
  });

  test.each([
    [{ action: 'PROCEED' }, 'S100', 'SUCCESS'],
    [{ action: 'CANCEL' }, 'C102', 'CANCELLED'],
    ['never answers', 'A110', 'FAILED'],
  ] as [MerchantBehaviour, string, string][])(
    'after it: the sweeper repeats the callback and gets %j',
    async (behaviour, code, status) => {
      const id = await killedDuring('postAuthCallback');
      decider.respondWith(behaviour);
      await reconcile();
      expect([await readLastCode(id), (await readPayment(id)).body.transaction.status]).toEqual([
        code,
        status,
      ]);
      expect(decider.callbackNames()).toEqual(['postAuthCallback']);
      await reconcile();
      expect(decider.callbackNames()).toEqual(['postAuthCallback']);
    },
  );

  test('during the authorisation: the merchant still gets the callback', async () => {
    faultFor = ({ kind }) => (kind === 'SALE' ? { kind: 'lose-response' } : undefined);
    const lookup = app.sandbox.lookup;
    useProcessor(app, {
      ...app.sandbox,
      lookup: async () => ({ kind: 'no-response', why: 'timeout' }),
    });
    const response = await pay({}, undefined, decider.callbacks('postAuthCallback'));
    expect(reason(response)).toBe('U200');
    useProcessor(app, { ...app.sandbox, lookup });
    decider.respondWith({ action: 'CANCEL' });
    await reconcile();
    expect([
      await readLastCode(transactionIdOf(response)),
      await listOperations(app, transactionIdOf(response)),
    ]).toEqual(['C102', ['SALE', 'VOID']]);
  });

  test('during the release: the release is completed with its reason', async () => {
    decider.respondWith({ action: 'CANCEL' });
    faultFor = ({ kind }) => (kind === 'VOID' ? { kind: 'never-receive' } : undefined);
    const response = await pay({}, undefined, decider.callbacks('postAuthCallback'));
    expect(reason(response)).toBe('U200');
    faultFor = () => undefined;
    await reconcile();
    await reconcile();
    expect([
      await readLastCode(transactionIdOf(response)),
      (await listOperations(app, transactionIdOf(response))).filter((kind) => kind === 'VOID').length,
    ]).toEqual(['C102', 1]);
  });

  test('and a late acceptance finds that the payment has ended', async () => {
    const before = app.services.webClient;
    let consent = () => {};
    app.services.webClient = {
      send: () =>
        new Promise((resolve) => {
          const body = JSON.stringify({
            callbackResponse: { postAuthCallbackResponse: { action: 'PROCEED' } },
          });
          consent = () => resolve({ kind: 'response', status: 200, body });
        }),
    };
    const pendingPayment = pay({}, undefined, decider.callbacks('postAuthCallback'));
    await expect
      .poll(() => app.owner`select 1 from processor_intent where state = 'ASKING_AFTER'`)
      .toHaveLength(1);
    app.services.webClient = before;
    decider.respondWith({ action: 'CANCEL' });
    await reconcile();
    consent();
    const response = await pendingPayment;
    expect([reason(response), (await listOperations(app, transactionIdOf(response))).at(-1)]).toEqual([
      'C102',
      'VOID',
    ]);
  });
});
