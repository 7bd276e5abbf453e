import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settleProcessorEvents } from '../server/jobs/settle-processor-events.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import {
  type InvalidateResult,
  type ProcessorAdapter,
  type ProcessorEvent,
  type ProcessorOperation,
  type ProcessorResponse,
  type SendResult,
  contractVersion,
} from '#integrations/processors/adapter.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, expectBooksToBalance, payment, reason, transactionIdOf } from './payment-fixtures.ts';

/** A processor that reports by events: connection 301, by a route of the company. */
let app: TestApp;
let merchant: Send;
let answer: (operation: ProcessorOperation) => SendResult;
let lookup: ProcessorEvent[] = [];
let ending: InvalidateResult;
const sent: ProcessorOperation[] = [];

const approved: ProcessorResponse = {
  result: 'APPROVED',
  statusCode: '00',
  message: 'Authorised',
  authCode: '123456',
  gatewayReference: 'PSP1',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
  credential: 'shopper|token',
};
const pending: SendResult = { kind: 'pending' };
const lost: SendResult = { kind: 'no-response', why: 'timeout' };

const reporting: ProcessorAdapter = {
  contract: contractVersion,
  name: 'reporting',
  settings: [],
  accountFields: [],
  secrets: [],
  connect: ({ events }) => ({
    capabilities: {
      operations: {
        SALE: 'cancel-and-watch',
        AUTHORISE: 'cancel-and-watch',
        CAPTURE: 'replay',
        REFUND: 'replay',
        VOID: 'replay',
      },
      currencies: { GBP: 2, CVE: 0 },
    },
    send: async (operation) => {
      sent.push(operation);
      return answer(operation);
    },
    lookup: async ({ reference }) => {
      lookup = await events.find(reference);
      return { kind: 'unknown' };
    },
    invalidate: async () => ending,
    tokenize: async () => ({ kind: 'kept', credential: 'shopper|token' }),
    check: async () => [],
    readEvents: ({ headers, body }) =>
      headers['x-signature'] === 'ours'
        ? (JSON.parse(body.toString('utf8')) as ProcessorEvent[])
        : 'rejected',
  }),
};

beforeAll(async () => {
  app = await startApp({ adapters: [reporting] });
  merchant = actAsMerchant(app);
  await app.owner`
    insert into processor_connection (connection_id, adapter, name, mode, acquirer, state, event_key, created_at, updated_at)
    values (301, 'reporting', 'Second', 'TEST', 'Northern Acquiring', 'ACTIVE', 'key-301', now(), now()),
           (302, 'reporting', 'Third', 'TEST', 'Northern Acquiring', 'ACTIVE', 'key-302', now(), now())`;
  await app.owner`
    insert into processor_route (route_id, organisation_id, position, connection_id, created_at)
    values (301, 1100, 1, 301, now())`;
});
beforeEach(() => {
  answer = () => ({ kind: 'response', response: approved });
  ending = { kind: 'requested' };
  sent.length = 0;
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

let number = 0;
const event = (more: Partial<ProcessorEvent> & { kind: ProcessorEvent['kind'] }): ProcessorEvent => {
  number += 1;
  return { eventId: `event-${number}`, ...more } as ProcessorEvent;
};
const post = (events: unknown, { key = 'key-301', signature = 'ours' } = {}) =>
  app.gateway.inject({
    method: 'POST',
    url: `/processor/${key}/events`,
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    payload: JSON.stringify(events),
  });
/** Posts and settles. */
const receive = async (...events: ProcessorEvent[]) => {
  const response = await post(events);
  expect([response.statusCode, response.body]).toEqual([200, '[accepted]']);
  await settleProcessorEvents.run(app.services);
};
const result = (
  reference: string,
  more: Partial<ProcessorResponse> = {},
  amountMinor = 2500,
): ProcessorEvent =>
  event({ kind: 'result', reference, response: { ...approved, ...more }, amountMinor, currency: 'GBP' });
const readCode = async (id: string) =>
  (await app.owner`select reason_code from txn where txn_id = ${id}`)[0]?.reasonCode;
const states = async (id: string) =>
  (await app.owner`select state from processor_event where reference = ${id} order by event_number`).map(
    ({ state }) => state,
  );
const pay = async (more: Record<string, unknown> = {}) => {
  number += 1;
  return merchant('POST', `${base}/payment`, payment({ merchantRef: `event-order-${number}`, ...more }));
};
const refund = (id: string, transaction: Record<string, unknown> = {}) =>
  merchant('POST', `${base}/${id}/refund`, { transaction });

describe('an event', () => {
  test('settles an operation that waits for its result, however often it comes', async () => {
    const paid = transactionIdOf(await pay());
    answer = () => pending;
    const waiting = await refund(paid);
    const id = transactionIdOf(waiting);
    expect(reason(waiting)).toBe('U200');
    const done = result(id);
    await receive(done);
    await receive(done, done);
    expect(await readCode(id)).toBe('S100');
    expect(await states(id)).toEqual(['DONE']);
    expect((await refund(paid)).status).toBe(400);
  });

  test('settles a payment whose response was lost, and the processor gets it once', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    await receive(result(id));
    expect([await readCode(id), sent.length]).toEqual(['S100', 1]);
  });

  test('is found by the look-up of the worker', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    await post([event({ kind: 'invalidation', reference: id, success: false })]);
    app.clock.advance(minuteMs);
    await reconcilePayments.run(app.services);
    expect(lookup).toMatchObject([{ kind: 'invalidation', reference: id }]);
    await receive(event({ kind: 'invalidation', reference: id, success: true }));
    expect(await readCode(id)).toBe('X203');
  });

  test('that is not signed is refused and not stored', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    expect((await post([result(id)], { signature: 'theirs' })).statusCode).toBe(401);
    expect((await post([result(id)], { key: 'unknown' })).statusCode).toBe(404);
    expect(await states(id)).toEqual([]);
    await receive(result(id));
  });

  test('of another connection changes nothing', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    expect((await post([result(id)], { key: 'key-302' })).statusCode).toBe(200);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await settleProcessorEvents.run(app.services);
      app.clock.advance(10 * minuteMs);
    }
    expect([await readCode(id), await states(id)]).toEqual(['U200', ['IGNORED']]);
    await receive(result(id));
    expect(await readCode(id)).toBe('S100');
  });

  test('with another amount is not settled, and the operator is informed', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    await receive(result(id, {}, 2400));
    expect([await readCode(id), await states(id)]).toEqual(['U200', ['HELD']]);
    const mails =
      await app.owner`select 1 from mail_outbox where template = 'processorReport' and contents ->> 'transactionId' = ${id}`;
    expect(mails).toHaveLength(1);
    await receive(event({ kind: 'invalidation', reference: id, success: true }));
  });
});

describe('a late approval', () => {
  test('is released, reported and leaves the payment failed', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    await receive(event({ kind: 'invalidation', reference: id, success: false }));
    ending = { kind: 'forbidden', watched: true };
    app.clock.advance(20 * minuteMs);
    await reconcilePayments.run(app.services);
    expect(await readCode(id)).toBe('X203');
    // The first try of the release is lost, the second one is taken.
    const releases: SendResult[] = [lost, pending];
    answer = () => releases.shift() ?? pending;
    sent.length = 0;
    await receive(result(id));
    app.clock.advance(5 * minuteMs);
    await settleProcessorEvents.run(app.services);
    await settleProcessorEvents.run(app.services);
    expect(await readCode(id)).toBe('X203');
    expect(sent.map(({ reference, kind, related }) => [reference, kind, related?.gatewayReference])).toEqual([
      [`${id}-L1`, 'VOID', 'PSP1'],
      [`${id}-L1`, 'VOID', 'PSP1'],
    ]);
    expect(await states(id)).toEqual(['DONE', 'DONE']);
    expect(await app.owner`select 1 from ledger_entry where txn_id = ${id}`).toHaveLength(0);
  });
});

describe('an approval of a payment that is being cancelled', () => {
  test('counts only once the cancellation has failed', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    app.clock.advance(minuteMs);
    await reconcilePayments.run(app.services);
    await receive(result(id));
    expect(await readCode(id)).toBe('U200');
    await receive(event({ kind: 'invalidation', reference: id, success: false }));
    app.clock.advance(10 * minuteMs);
    await settleProcessorEvents.run(app.services);
    expect(await readCode(id)).toBe('S100');
  });

  test('moves nothing when the cancellation succeeds, in any order', async () => {
    answer = () => lost;
    const id = transactionIdOf(await pay());
    app.clock.advance(minuteMs);
    await reconcilePayments.run(app.services);
    sent.length = 0;
    await receive(result(id), event({ kind: 'invalidation', reference: id, success: true }));
    app.clock.advance(10 * minuteMs);
    await settleProcessorEvents.run(app.services);
    expect([await readCode(id), sent, await states(id)]).toEqual(['X203', [], ['DONE', 'DONE']]);
  });
});

describe('a correction', () => {
  test('of a refund makes it failed, and it can be made again', async () => {
    const paid = transactionIdOf(await pay());
    const first = transactionIdOf(await refund(paid));
    expect((await refund(paid)).status).toBe(400);
    const correction = event({ kind: 'correction', reference: first, reason: 'the account is closed' });
    await receive(correction);
    await receive(correction);
    const [row] = await app.owner`
      select txn_status, reason_code, amount_minor, authoriser_status, authoriser_message from txn where txn_id = ${first}`;
    expect(row).toEqual({
      txnStatus: 'FAILED',
      reasonCode: 'D100',
      amountMinor: 0,
      authoriserStatus: 'REVERSED',
      authoriserMessage: 'the account is closed',
    });
    const ledger =
      await app.owner`select kind, amount_minor from ledger_entry where txn_id = ${first} order by kind`;
    expect(ledger).toEqual([
      { kind: 'REFUND', amountMinor: 2500 },
      { kind: 'REFUND_REVERSAL', amountMinor: 2500 },
    ]);
    expect(reason(await refund(paid))).toBe('S100');
  });

  test('of a capture gives the charge its state before', async () => {
    const authorised = transactionIdOf(await pay({ deferred: true }));
    const captured = transactionIdOf(await merchant('POST', `${base}/${authorised}/capture`, {}));
    await receive(event({ kind: 'correction', reference: captured, reason: 'expired' }));
    const [charge] = await app.owner`
      select captured_minor, captured_by from payment where root_id = ${authorised}`;
    expect(charge).toEqual({ capturedMinor: 0, capturedBy: null });
    expect((await refund(authorised)).status).toBe(400);
  });

  test('that comes before its result is its result, and the later success changes nothing', async () => {
    const paid = transactionIdOf(await pay());
    answer = () => pending;
    const id = transactionIdOf(await refund(paid));
    await receive(event({ kind: 'correction', reference: id, reason: 'refused' }));
    expect(await readCode(id)).toBe('D100');
    await receive(result(id));
    expect(await readCode(id)).toBe('D100');
    answer = () => ({ kind: 'response', response: approved });
    expect(reason(await refund(paid))).toBe('S100');
  });

  test('of a capture that was refunded is held for the operator', async () => {
    const paid = transactionIdOf(await pay());
    expect(reason(await refund(paid))).toBe('S100');
    await receive(event({ kind: 'correction', reference: paid, reason: 'charged back' }));
    for (let attempt = 0; attempt < 10; attempt += 1) {
      app.clock.advance(120 * minuteMs);
      await settleProcessorEvents.run(app.services);
    }
    expect([await readCode(paid), await states(paid)]).toEqual(['S100', ['HELD']]);
    const mails = await app.owner`
      select 1 from mail_outbox where template = 'processorReport' and contents ->> 'transactionId' = ${paid}`;
    expect(mails).toHaveLength(1);
  });
});

test('an amount that the processor cannot have is refused with its field', async () => {
  await app.owner`update installation set currencies = currencies || '{CVE}' where installation_id = 5300001`;
  expect(reason(await pay({ currency: 'CVE', amount: '25.50' }))).toBe('V131');
  expect(reason(await pay({ currency: 'CVE', amount: '25.00' }))).toBe('S100');
  expect(reason(await pay({ currency: 'EUR' }))).toBe('S100');
});
