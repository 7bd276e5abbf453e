import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverNotifications } from '#features/outbound/notifications/server/deliver-notifications.ts';
import { expireSuspended } from '../server/jobs/expire-payments.ts';
import { replaySuspended } from '../server/jobs/replay-suspended.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import type { SandboxFault } from '#integrations/processors/sandbox/sandbox-processor.ts';
import type { ProcessorConnection, ProcessorOperation } from '#integrations/processors/adapter.ts';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import { startWithDecider } from './deciding-merchant.ts';
import {
  base,
  declinedCard,
  enrolledCard,
  goodCard,
  paid,
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
  const unfinished = await app.owner`
    select i.txn_id from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
    where t.txn_status not like 'SUSPENDED%' and (i.held_card is not null or i.replay_at is not null)`;
  expect(unfinished).toEqual([]);
  decider.stop();
  await closeMerchant(app);
});
beforeEach(() => {
  faultFor = () => undefined;
  app.clock.advance(2 * minuteMs);
});

/** Responds to the first callback like this, to later ones with PROCEED. */
const suspendOnce = (action: 'SUSPEND' | 'SUSPEND_REPLAY', redirect?: { url: string; frame?: string }) => {
  let callbackCount = 0;
  decider.respondWith((callback) => {
    if (callback !== 'preAuthCallback') return { action: 'PROCEED' };
    callbackCount += 1;
    return callbackCount === 1 ? { action, ...(redirect && { redirect }) } : { action: 'PROCEED' };
  });
};
const pay = (
  transaction = {},
  method: object = { card: goodCard },
  more: object = {},
  { kind = 'payment', headers = {} } = {},
) =>
  merchant(
    'POST',
    `${base}/${kind}`,
    payment(transaction, method as never, {
      ...decider.callbacks('preAuthCallback', 'postAuthCallback'),
      ...more,
    }),
    headers,
  );
const resume = (id: string, body: object = {}, headers = {}) =>
  merchant('POST', `${base}/${id}/resume`, body, headers);
const cancel = (id: string, headers = {}) => merchant('POST', `${base}/${id}/cancel`, {}, headers);
const readPayment = async (id: string) => (await merchant('GET', `${base}/${id}`)).body;
const codesOf = async (id: string) =>
  (await readPayment(id)).history.map(({ reasonCode }: { reasonCode: string }) => reasonCode) as string[];
const relsOf = (body: { link: { rel: string }[] }) => body.link.map(({ rel }) => rel);
const suspended = async (...order: Parameters<typeof pay>) => {
  suspendOnce('SUSPEND');
  const response = await pay(...order);
  expect([response.status, reason(response)], JSON.stringify(response.body)).toEqual([201, 'U101']);
  decider.received.length = 0;
  return transactionIdOf(response);
};

describe('SUSPEND', () => {
  test('leaves the payment pending, with the card at the processor only', async () => {
    suspendOnce('SUSPEND');
    const response = await pay();
    expect([response.status, reason(response), response.body.outcome.status]).toEqual([
      201,
      'U101',
      'PENDING',
    ]);
    expect(response.body.transaction).toMatchObject({
      status: 'PENDING',
      stage: 'AUTHORISATION',
      consumerSpend: 0,
    });
    expect(relsOf(response.body)).toEqual(['self', 'transaction', 'resume', 'cancel']);
    expect(await listOperations(app, transactionIdOf(response))).toEqual([]);
    const [row] = await app.owner`
      select t.txn_status as status, i.state, i.held_card as held, c.credential
      from txn t join processor_intent i on i.txn_id = t.txn_id join card_token c on c.token = t.card_token
      where t.txn_id = ${transactionIdOf(response)}`;
    expect(row).toEqual({
      status: 'SUSPENDED',
      state: 'DONE',
      held: expect.stringMatching(/^CR_/),
      credential: null,
    });
  });

  test('is resumed without repeating the first callback', async () => {
    const id = await suspended({ deferred: true });
    const resumed = await resume(id);
    expect([resumed.status, reason(resumed), resumed.body.transaction.type]).toEqual([
      201,
      'S100',
      'PREAUTH',
    ]);
    expect(resumed.body.processing.authResponse).toMatchObject({ status: 'AUTHORISED', cv2Check: 'MATCHED' });
    expect(decider.callbackNames()).toEqual(['postAuthCallback']);
    expect(await listOperations(app, id)).toEqual(['AUTHORISE']);
    expect(await codesOf(id)).toEqual(['U101', 'S100']);
    expect(relsOf(resumed.body)).not.toContain('resume');
    expect(reason(await merchant('POST', `${base}/${id}/capture`, {}))).toBe('S100');
  });

  test.each([
    ['declined by the processor', declinedCard, {}, 'D100'],
    ['unreachable', goodCard, { amount: '25.91' }, 'X203'],
  ])('ends when the resumed payment is %s', async (_title, card, transaction, code) => {
    const id = await suspended({ merchantRef: `ends ${code}`, ...transaction }, { card });
    expect(reason(await resume(id))).toBe(code);
    expect((await readPayment(id)).transaction.status).toBe('FAILED');
    expect(reason(await resume(id))).toBe('V107');
  });

  test('is charged once by resumes that come twice or at the same moment', async () => {
    const id = await suspended();
    const responses = await Promise.all(Array.from({ length: 6 }, () => resume(id)));
    expect(responses.map(reason).toSorted()).toEqual(['S100', 'V107', 'V107', 'V107', 'V107', 'V107']);
    expect(await listOperations(app, id)).toEqual(['SALE']);
    const otherId = await suspended();
    const key = { 'idempotency-key': `resume ${otherId}` };
    const first = await resume(otherId, {}, key);
    const replayed = await resume(otherId, {}, key);
    expect([reason(first), replayed.body]).toEqual(['S100', first.body]);
    expect(reason(await resume(otherId, {}, { 'idempotency-key': `other ${otherId}` }))).toBe('V107');
    expect(await listOperations(app, otherId)).toEqual(['SALE']);
  });

  test('refuses an authentication response where none is expected', async () => {
    const id = await suspended();
    const response = await resume(id, { threeDSecureResponse: { cres: 'anything' } });
    expect([response.status, response.body.outcome]).toMatchObject([
      400,
      { reasonCode: 'V108', field: 'threeDSecureResponse' },
    ]);
    expect(reason(await resume(id))).toBe('S100');
  });

  test('expires after 25 minutes', async () => {
    const id = await suspended();
    app.clock.advance(25 * minuteMs - 1);
    await expireSuspended.run(app.services);
    expect((await readPayment(id)).transaction.status).toBe('PENDING');
    app.clock.advance(1);
    // Before the worker has written it.
    expect(reason(await resume(id))).toBe('V106');
    await Promise.all([expireSuspended.run(app.services), expireSuspended.run(app.services)]);
    expect((await readPayment(id)).transaction.status).toBe('EXPIRED');
    expect(await codesOf(id)).toEqual(['U101', 'T100']);
    expect(reason(await resume(id))).toBe('V106');
    expect(await listOperations(app, id)).toEqual([]);
  });

  test('is cancelled by the merchant without a transaction of its own', async () => {
    const id = await suspended({ merchantRef: 'cancelled' });
    const key = { 'idempotency-key': `cancel ${id}` };
    const response = await cancel(id, key);
    expect([response.status, response.body.outcome]).toMatchObject([
      201,
      { status: 'SUCCESS', reasonCode: 'C107' },
    ]);
    expect(response.body.transaction).toMatchObject({ transactionId: id, status: 'CANCELLED' });
    expect((await cancel(id, key)).body).toEqual(response.body);
    expect(await codesOf(id)).toEqual(['U101', 'C105']);
    expect([reason(await resume(id)), reason(await cancel(id))]).toEqual(['V107', 'V134']);
    expect(await listOperations(app, id)).toEqual([]);
    // The same order again is no duplicate.
    decider.respondWith({ action: 'PROCEED' });
    expect(reason(await pay({ merchantRef: 'cancelled' }))).toBe('S100');
  });

  test('is either resumed or cancelled when both come at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await suspended();
      const [resumed, cancelled] = await Promise.all([resume(id), cancel(id)]);
      const codes = [reason(resumed), reason(cancelled)];
      expect([
        ['S100', 'V134'],
        ['V107', 'C107'],
      ]).toContainEqual(codes);
      const { status } = (await readPayment(id)).transaction;
      expect(status).toBe(codes[0] === 'S100' ? 'SUCCESS' : 'CANCELLED');
    }
  });

  test('can be cancelled in the portal', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const id = await suspended();
    const suspendedView = (await admin('GET', `/proxy/sync/tqs/transaction/${id}`)).body;
    expect(suspendedView).toMatchObject({
      transactionStatus: 'SUSPENDED',
      reasonCode: 'U101',
      cancelInformation: { permitted: true, availableToProcess: true },
      refundInformation: { permitted: false },
    });
    const cancelled = await admin('POST', `/proxy/sync/ta/transactions/5300001/${id}/cancel`, {});
    expect([cancelled.status, reason(cancelled)]).toEqual([201, 'C107']);
    const cancelledView = (await admin('GET', `/proxy/sync/tqs/transaction/${id}`)).body;
    expect(cancelledView).toMatchObject({
      transactionStatus: 'CANCELLED',
      cancelInformation: { permitted: false },
    });
  });

  test('takes no refund while it waits', async () => {
    const id = await suspended();
    expect(reason(await merchant('POST', `${base}/${id}/refund`, {}))).toBe('V135');
  });

  test('repeats its response under the key of the payment', async () => {
    suspendOnce('SUSPEND');
    const payOnce = () => pay({}, undefined, {}, { headers: { 'idempotency-key': 'suspended payment' } });
    const [first, replayed] = [await payOnce(), await payOnce()];
    expect([reason(first), replayed.body]).toEqual(['U101', first.body]);
    expect(decider.callbackNames()).toEqual(['preAuthCallback']);
  });

  test('notifies the merchant of the end only', async () => {
    const names = ['preAuthCallback', 'transactionNotification'];
    const id = await suspended({}, undefined, decider.callbacks(...names));
    await deliverNotifications.run(app.services);
    expect(decider.received).toEqual([]);
    await cancel(id);
    await deliverNotifications.run(app.services);
    const [notification] = decider.received.map(({ body }) => JSON.parse(body));
    expect([notification.eventType, notification.outcome]).toMatchObject([
      'PAYMENT_CANCELLED',
      { status: 'FAILED', reasonCode: 'C105' },
    ]);
  });

  test.each(['verify', 'payout'])('suspends a %s as well', async (kind) => {
    await paid(merchant);
    const amount = kind === 'verify' ? 0 : '5.00';
    const id = await suspended({ amount }, undefined, {}, { kind });
    expect(reason(await resume(id))).toBe('S100');
    expect(await listOperations(app, id)).toEqual([kind.toUpperCase()]);
  });

  test('suspends a payment by card token', async () => {
    const customer = { merchantRef: 'by-token', registered: true };
    decider.respondWith({ action: 'PROCEED' });
    const token = (await pay({}, undefined, { customer })).body.paymentMethod.card.cardToken as string;
    const id = await suspended({}, { cardToken: { token } });
    expect(reason(await resume(id))).toBe('S100');
  });

  test('ends with A115 when the card was removed', async () => {
    const customer = { merchantRef: 'removes', registered: true };
    suspendOnce('SUSPEND');
    const response = await pay({}, undefined, { customer });
    const token: string = response.body.paymentMethod.card.cardToken;
    const customerPath = `/acceptor/rest/customers/5300001/${response.body.customer.id}`;
    await merchant('POST', `${customerPath}/paymentMethod/${token}/remove`);
    const resumed = await resume(transactionIdOf(response));
    expect([resumed.status, reason(resumed), resumed.body.transaction.status]).toEqual([
      400,
      'A115',
      'FAILED',
    ]);
    expect(await listOperations(app, transactionIdOf(response))).toEqual([]);
  });

  test('keeps no card of a payment that the merchant refuses', async () => {
    decider.respondWith({ action: 'CANCEL' });
    const customer = { merchantRef: 'refused', registered: true };
    const response = await pay({ amount: 0 }, undefined, { customer }, { kind: 'verify' });
    const token: string = response.body.paymentMethod.card.cardToken;
    expect([reason(response), reason(await pay({}, { cardToken: { token } }))]).toEqual(['C101', 'A109']);
  });

  test.each<[string, Pick<ProcessorConnection, 'tokenize'>]>([
    ['cannot hold the card', { tokenize: async () => ({ kind: 'no-response', why: 'timeout' }) }],
    ['keeps cards with payments only', { tokenize: undefined }],
  ])('fails with X203 when the processor %s', async (_what, change) => {
    useProcessor(app, { ...app.sandbox, ...change });
    decider.respondWith({ action: 'PROCEED' });
    const response = await pay();
    useProcessor(app, app.sandbox);
    expect([reason(response), decider.callbackNames()]).toEqual(['X203', []]);
  });

  test('is held against the risk controls of the day it was ordered', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const controlsPath = '/proxy/sync/cm/installation/5300001/riskcontrols';
    const cv2AvsRequirements = { ...openControls.cv2AvsRequirements, cv2MatchRequirement: 'MATCHED' };
    await admin('PUT', controlsPath, { ...openControls, cv2AvsRequirements });
    const id = await suspended({}, { card: { ...goodCard, cv2: '000' } });
    await admin('PUT', controlsPath, openControls);
    const resumed = await resume(id);
    expect([reason(resumed), await listOperations(app, id)]).toEqual(['A116', ['SALE', 'VOID']]);
  });

  test('follows a challenge, whose proof goes to the processor', async () => {
    suspendOnce('SUSPEND');
    const challenged = await pay({ amount: '40.00', do3DSecure: true }, { card: enrolledCard });
    const id = transactionIdOf(challenged);
    const challenge = readChallengeId(challenged.body.threeDSecure) ?? '';
    const outcome = (await completeChallenge(app.owner, challenge, 'Test_5159'))?.outcome ?? 'Y';
    const { cres, PaRes: pares } = challengeResponse(
      challenged.body.threeDSecure.version,
      challenge,
      outcome,
    );
    // No response of the issuer where one is expected.
    expect(reason(await resume(id))).toBe('V108');
    expect(reason(await resume(id, { threeDSecureResponse: { cres, pares } }))).toBe('U101');
    const operations: ProcessorOperation[] = [];
    faultFor = (operation) => void operations.push(operation);
    expect(reason(await resume(id))).toBe('S100');
    expect(operations).toMatchObject([{ kind: 'SALE', threeDSecure: { eci: '02' } }]);
    expect(await codesOf(id)).toEqual(['U100', 'U101', 'S100']);
  });

  test('sends the payer to a registered site only', async () => {
    const url = 'https://shop.harbour.example/check?a=1';
    suspendOnce('SUSPEND', { url, frame: 'TOP' });
    const response = await pay();
    expect(response.body.redirect).toEqual({ url, frame: 'TOP' });
    const resumed = await resume(transactionIdOf(response));
    expect([reason(resumed), resumed.body.redirect]).toEqual(['S100', undefined]);
    suspendOnce('SUSPEND', { url: 'https://evil.example/check' });
    const otherPayment = await pay();
    expect([reason(otherPayment), otherPayment.body.redirect]).toEqual(['U101', undefined]);
  });
});

describe('SUSPEND_REPLAY', () => {
  const replays = async () => {
    app.clock.advance(minuteMs);
    await replaySuspended.run(app.services);
  };
  const paySuspended = async (...order: Parameters<typeof pay>) => {
    suspendOnce('SUSPEND_REPLAY');
    const response = await pay(...order);
    expect([response.status, reason(response)]).toEqual([201, 'U102']);
    decider.received.length = 0;
    return transactionIdOf(response);
  };
  const callbackIds = () => decider.received.map(({ headers }) => headers['x-countinghouse-callback']);

  test('gets a second callback after a minute and is approved', async () => {
    const id = await paySuspended();
    const response = await readPayment(id);
    expect([response.transaction.status, relsOf(response)]).toEqual([
      'PENDING',
      ['self', 'transaction', 'cancel'],
    ]);
    app.clock.advance(minuteMs - 1);
    await replaySuspended.run(app.services);
    expect(decider.received).toEqual([]);
    app.clock.advance(1);
    await replaySuspended.run(app.services);
    expect(callbackIds()).toEqual([`${id}.1-preAuthCallback`, `${id}-postAuthCallback`]);
    expect(await codesOf(id)).toEqual(['U102', 'S100']);
    expect(await listOperations(app, id)).toEqual(['SALE']);
    await replays();
    expect(decider.received).toHaveLength(2);
  });

  test('is cancelled by a later response', async () => {
    const id = await paySuspended();
    decider.respondWith({ action: 'CANCEL' });
    await replays();
    expect(await codesOf(id)).toEqual(['U102', 'C101']);
    expect(await listOperations(app, id)).toEqual([]);
  });

  test('is suspended by a later response, and then resumed', async () => {
    const id = await paySuspended();
    expect(reason(await resume(id))).toBe('V107');
    decider.respondWith((callback) => ({ action: callback === 'preAuthCallback' ? 'SUSPEND' : 'PROCEED' }));
    await replays();
    await replays();
    expect(decider.callbackNames()).toEqual(['preAuthCallback']);
    expect(reason(await resume(id))).toBe('S100');
    expect(await codesOf(id)).toEqual(['U102', 'U101', 'S100']);
  });

  test.each([[{ action: 'SUSPEND_REPLAY' }], [{ status: 500 }], [{ action: 'WAIT' }], ['hangs up' as const]])(
    'calls back every minute while the merchant returns %j, until it expires',
    async (behaviour) => {
      const id = await paySuspended();
      decider.respondWith(behaviour);
      for (let replay = 1; replay < 25; replay += 1) {
        await replays();
        // A second round finds nothing due.
        await replaySuspended.run(app.services);
        expect(decider.received).toHaveLength(replay);
      }
      expect(new Set(callbackIds()).size).toBe(24);
      decider.respondWith({ action: 'PROCEED' });
      await replays();
      expect(decider.received).toEqual([]);
      await expireSuspended.run(app.services);
      expect(await codesOf(id)).toEqual(['U102', 'T100']);
      await replays();
      expect([decider.received, await listOperations(app, id)]).toEqual([[], []]);
    },
  );

  test('gets one callback a turn from two workers', async () => {
    const ids = [await paySuspended(), await paySuspended(), await paySuspended()];
    app.clock.advance(minuteMs);
    await Promise.all([1, 2, 3, 4].map(() => replaySuspended.run(app.services)));
    expect(decider.callbackNames().filter((callback) => callback === 'preAuthCallback')).toHaveLength(3);
    for (const id of ids) expect(await listOperations(app, id)).toEqual(['SALE']);
  });

  test('gets the callback of a turn again after the worker died', async () => {
    const id = await paySuspended();
    const { webClient } = app.services;
    let onCallback = () => {};
    const callbackSent = new Promise<void>((resolve) => (onCallback = resolve));
    app.services.webClient = {
      send: () => {
        onCallback();
        return new Promise(() => {});
      },
    };
    app.clock.advance(minuteMs);
    void replaySuspended.run(app.services);
    await callbackSent;
    app.services.webClient = webClient;
    await replays();
    expect(decider.received).toEqual([]);
    app.clock.advance(minuteMs);
    await Promise.all([reconcilePayments.run(app.services), reconcilePayments.run(app.services)]);
    expect((await readPayment(id)).transaction.status).toBe('PENDING');
    await Promise.all([replaySuspended.run(app.services), replaySuspended.run(app.services)]);
    expect(callbackIds()).toEqual([`${id}.1-preAuthCallback`, `${id}-postAuthCallback`]);
    expect(await codesOf(id)).toEqual(['U102', 'S100']);
  });

  test('expires although the worker died in its last question', async () => {
    const id = await paySuspended();
    await app.owner`
      update processor_intent set state = 'ASKING_BEFORE', replay_at = null where txn_id = ${id}`;
    app.clock.advance(25 * minuteMs);
    await expireSuspended.run(app.services);
    expect((await readPayment(id)).transaction.status).toBe('PENDING');
    await reconcilePayments.run(app.services);
    await replaySuspended.run(app.services);
    await expireSuspended.run(app.services);
    expect([await codesOf(id), decider.received]).toEqual([['U102', 'T100'], []]);
  });

  test('is cancelled while the merchant thinks, whose consent then changes nothing', async () => {
    const id = await paySuspended();
    const { webClient } = app.services;
    let consent = () => {};
    app.services.webClient = {
      send: () =>
        new Promise((resolve) => {
          const body = JSON.stringify({
            callbackResponse: { preAuthCallbackResponse: { action: 'PROCEED' } },
          });
          consent = () => resolve({ kind: 'response', status: 200, body });
        }),
    };
    app.clock.advance(minuteMs);
    const running = replaySuspended.run(app.services);
    await expect
      .poll(() => app.owner`select 1 from processor_intent where txn_id = ${id} and state = 'ASKING_BEFORE'`)
      .toHaveLength(1);
    expect(reason(await cancel(id))).toBe('C107');
    consent();
    app.services.webClient = webClient;
    await running;
    expect([await codesOf(id), await listOperations(app, id)]).toEqual([['U102', 'C105'], []]);
  });

  test('ends once when the sweeper, a cancellation and a response meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await paySuspended();
      app.clock.advance(minuteMs);
      const [, cancelled] = await Promise.all([
        replaySuspended.run(app.services),
        cancel(id),
        reconcilePayments.run(app.services),
        expireSuspended.run(app.services),
      ]);
      const { status } = (await readPayment(id)).transaction;
      expect([reason(cancelled), status]).toEqual(
        // L100: the settlement held the payment for longer than the cancellation waits.
        reason(cancelled) === 'C107'
          ? ['C107', 'CANCELLED']
          : [expect.stringMatching(/^(?:V134|L100)$/), 'SUCCESS'],
      );
      expect(await listOperations(app, id)).toEqual(status === 'SUCCESS' ? ['SALE'] : []);
    }
  });

  test('is settled once when the processor loses its response to a replayed payment', async () => {
    const id = await paySuspended();
    useProcessor(app, {
      ...app.sandbox,
      send: async (operation) => {
        await app.sandbox.send(operation);
        return { kind: 'no-response', why: 'timeout' };
      },
      lookup: async () => ({ kind: 'no-response', why: 'timeout' }),
    });
    await replays();
    useProcessor(app, app.sandbox);
    expect((await readPayment(id)).transaction.status).toBe('PENDING');
    expect(reason(await cancel(id))).toBe('V134');
    app.clock.advance(hourMs);
    await expireSuspended.run(app.services);
    await reconcilePayments.run(app.services);
    expect([await codesOf(id), await listOperations(app, id)]).toEqual([['U102', 'S100'], ['SALE']]);
  });
});
