import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actAsMerchant, type Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type ProcessorAdapter,
  type ProcessorConnection,
  type SendResult,
  contractVersion,
} from '#integrations/processors/adapter.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { base, payment, reason, transactionIdOf } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';

/** Connection 301 is this adapter's; connection 1 is the sandbox. */
let app: TestApp;
let merchant: Send;
/** What connection 301 responds with; undefined: what the sandbox does. */
let answer: SendResult | undefined;
let tokens: 'kept' | 'refused' = 'kept';
const sent: string[] = [];

const faulty: ProcessorAdapter = {
  contract: contractVersion,
  name: 'faulty',
  settings: [],
  accountFields: [],
  secrets: [],
  connect: () => {
    const through = (): ProcessorConnection => app.sandbox;
    return {
      capabilities: app.sandbox.capabilities,
      send: async (operation) => {
        sent.push(operation.reference);
        return answer ?? through().send(operation);
      },
      lookup: (operation) => through().lookup(operation),
      invalidate: (operation) => through().invalidate(operation),
      tokenize: async (card, owner) =>
        (tokens === 'kept' ? await through().tokenize?.(card, owner) : undefined) ?? {
          kind: 'not-sent',
          why: 'connection',
        },
      check: () => through().check(),
    };
  },
};

beforeAll(async () => {
  app = await startApp({ adapters: [faulty] });
  merchant = actAsMerchant(app);
  await app.owner`
    insert into processor_connection (connection_id, adapter, name, mode, acquirer, state, event_key, created_at, updated_at)
    values (301, 'faulty', 'Second', 'TEST', 'Northern Acquiring', 'ACTIVE', 'second', now(), now())`;
  await app.owner`
    insert into processor_route (route_id, organisation_id, position, connection_id, created_at)
    values (301, 1100, 1, 301, now())`;
});
beforeEach(async () => {
  answer = undefined;
  tokens = 'kept';
  sent.length = 0;
  await app.owner`delete from processor_breaker`;
});
afterAll(() => app.stop());

const storedRoute = async (id: string) =>
  (
    await app.owner`
      select t.connection_id, t.acquirer, t.detail -> 'routing' ->> 'why' as why, i.connection_id as intent
      from txn t left join processor_intent i on i.txn_id = t.txn_id where t.txn_id = ${id}`
  )[0];

const pay = (more: Record<string, unknown> = {}) => merchant('POST', `${base}/payment`, payment(more));

describe('a payment', () => {
  test('goes to the route of its organisation and stores it', async () => {
    const response = await pay();
    expect(reason(response)).toBe('S100');
    expect(sent).toEqual([transactionIdOf(response)]);
    expect(await storedRoute(transactionIdOf(response))).toMatchObject({
      connectionId: 301,
      why: 'RULE',
      intent: 301,
    });
  });

  test('goes to the next route when nothing could be sent', async () => {
    answer = { kind: 'not-sent', why: 'connection' };
    const response = await pay();
    expect(reason(response)).toBe('S100');
    expect(await storedRoute(transactionIdOf(response))).toEqual({
      connectionId: 1,
      acquirer: 'Example Acquirer',
      why: 'FAILOVER',
      intent: 1,
    });
  });

  test('is refunded where it was paid, whatever the routes are by then', async () => {
    answer = { kind: 'not-sent', why: 'connection' };
    const paid = await pay();
    answer = undefined;
    sent.length = 0;
    const refund = await merchant('POST', `${base}/${transactionIdOf(paid)}/refund`, {});
    expect([reason(refund), sent]).toEqual(['S100', []]);
    const again = await pay();
    const second = await merchant('POST', `${base}/${transactionIdOf(again)}/refund`, {});
    expect([reason(second), sent]).toEqual(['S100', [transactionIdOf(again), transactionIdOf(second)]]);
  });

  test.each([
    ['no response came', { kind: 'no-response', why: 'timeout' }],
    ['the result is pending', { kind: 'pending' }],
  ] as const)('never goes to another processor when %s', async (_name, result) => {
    answer = result;
    const response = await pay();
    const id = transactionIdOf(response);
    expect(reason(response)).toBe('U200');
    expect(await storedRoute(id)).toMatchObject({ connectionId: 301, intent: 301 });
    answer = undefined;
    app.clock.advance(10 * minuteMs);
    await reconcilePayments.run(app.services);
    const [settled] = await app.owner`select reason_code from txn where txn_id = ${id}`;
    expect(settled).toEqual({ reasonCode: 'X203' });
    expect(sent).toEqual([id]);
  });

  test('with a stored card never goes to another processor', async () => {
    const first = await pay();
    const repeat = { transaction: { recurring: true } };
    answer = { kind: 'not-sent', why: 'connection' };
    const failed = await merchant('POST', `${base}/${transactionIdOf(first)}/repeat`, repeat);
    expect([reason(failed), failed.body.processing.authResponse.statusCode]).toEqual(['X203', '96']);
    expect(await storedRoute(transactionIdOf(failed))).toMatchObject({ connectionId: 301 });
  });

  test('fails with X203 and 96 when no route is left', async () => {
    answer = { kind: 'not-sent', why: 'connection' };
    await app.owner`update processor_connection set state = 'DRAINING' where connection_id = 1`;
    const response = await pay();
    await app.owner`update processor_connection set state = 'ACTIVE' where connection_id = 1`;
    expect([reason(response), response.body.processing.authResponse.statusCode]).toEqual(['X203', '96']);
  });
});

describe('the breaker', () => {
  const states = () => app.owner`select connection_id, wait_seconds, reason from processor_breaker`;

  test('opens after five failed connections, lets one probe through and closes by its result', async () => {
    answer = { kind: 'not-sent', why: 'connection' };
    for (let index = 0; index < 5; index += 1) await pay({ merchantRef: `breaker-${index}` });
    expect(await states()).toMatchObject([{ connectionId: 301, waitSeconds: 15 }]);
    sent.length = 0;
    expect(reason(await pay({ merchantRef: 'while-open' }))).toBe('S100');
    expect(sent).toEqual([]);
    const direct = await firstRouteOnly(async () => pay({ merchantRef: 'probe-failed' }), 16_000);
    expect([direct.sent, (await states())[0]?.waitSeconds]).toEqual([1, 30]);
    answer = undefined;
    const recovered = await firstRouteOnly(async () => pay({ merchantRef: 'probe-passed' }), 31_000);
    expect([recovered.sent, await states()]).toEqual([1, []]);
  });

  test('opens at once when the processor refuses our credentials, and never for declines', async () => {
    for (let index = 0; index < 30; index += 1)
      await pay({ merchantRef: `declined-${index}`, amount: '1.51' });
    expect(await states()).toEqual([]);
    answer = { kind: 'not-sent', why: 'credentials' };
    await pay({ merchantRef: 'credentials' });
    expect(await states()).toMatchObject([
      { connectionId: 301, reason: 'the processor refuses our credentials' },
    ]);
  });

  /** With no other route, a payment goes to the open connection once its probe is due. */
  async function firstRouteOnly(act: () => Promise<unknown>, afterMs: number): Promise<{ sent: number }> {
    await app.owner`update processor_connection set state = 'DRAINING' where connection_id = 1`;
    app.clock.advance(afterMs);
    sent.length = 0;
    await act();
    const count = sent.length;
    await app.owner`update processor_connection set state = 'ACTIVE' where connection_id = 1`;
    return { sent: count };
  }
});

describe('a connection', () => {
  test('that is draining refunds what it has and takes no new charge', async () => {
    const paid = await pay({ merchantRef: 'before-draining' });
    await app.owner`update processor_connection set state = 'DRAINING' where connection_id = 301`;
    const refund = await merchant('POST', `${base}/${transactionIdOf(paid)}/refund`, {});
    const repeat = await merchant('POST', `${base}/${transactionIdOf(paid)}/repeat`, {
      transaction: { recurring: true },
    });
    const next = await pay({ merchantRef: 'while-draining' });
    await app.owner`update processor_connection set state = 'ACTIVE' where connection_id = 301`;
    expect([reason(refund), reason(repeat), reason(next)]).toEqual(['S100', 'X201', 'S100']);
    expect(await storedRoute(transactionIdOf(next))).toMatchObject({ connectionId: 1 });
  });

  test('whose adapter is not loaded refuses follow-ups with X201', async () => {
    const paid = await pay({ merchantRef: 'before-removal' });
    await app.owner`update processor_connection set adapter = 'gone' where connection_id = 301`;
    const refund = await merchant('POST', `${base}/${transactionIdOf(paid)}/refund`, {});
    await app.owner`update processor_connection set adapter = 'faulty' where connection_id = 301`;
    expect([refund.status, reason(refund)]).toEqual([400, 'X201']);
  });
});
