import { sandboxSale } from './sandbox-sale.ts';
import { randomBytes } from 'node:crypto';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { settleProcessorEvents } from '#features/payments/payments/server/jobs/settle-processor-events.ts';
import type {
  ProcessorConnection,
  ProcessorEvent,
  ProcessorOperation,
} from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import {
  type ProcessorSetup,
  type Processors,
  onlyProcessor,
  sandboxConnectionId,
} from '#integrations/processors/processors.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import type { StreamingClient, WebResponse } from '#integrations/web/web-client.ts';
import { createMetrics } from '#server/metrics.ts';
import { runConcurrently } from '#server/run-concurrently.ts';
import type { Services } from '#server/services.ts';
import { type EventItem, signEvent, wrapEvents } from '#testing/simulators/adyen/events.ts';
import type { BenchEnv } from './bench-env.ts';
import { post } from './http-client.ts';
import { payOverHttp } from './measure-payments.ts';
import { type Figure, quantile } from './statistics.ts';

const hmacKey = randomBytes(32).toString('hex');
const account = { merchantAccount: 'Bench' };

/** What Adyen does: it takes payments and decides later, or it cannot be reached. */
type Mode = 'decides later' | 'unreachable' | 'cancels';

/** The gateway with Adyen's adapter, whose requests stay in this process, and a clock that can be moved. */
class AdyenBench {
  readonly services: Services;
  readonly #connection: ProcessorConnection;
  gateway = '';
  mode: Mode = 'decides later';
  aheadMs = 0;
  /** References whose cancellation Adyen has taken. */
  readonly cancelled: string[] = [];
  readonly #close: (() => Promise<unknown>)[] = [];

  constructor(env: BenchEnv) {
    const clock = { now: () => new Date(Date.now() + this.aheadMs) };
    const http: StreamingClient = {
      send: async ({ url, body }) => this.#answer(url, String(body ?? '')),
      open: async () => ({ kind: 'failed', why: 'connection', isSent: false }),
    };
    this.#connection = adyenAdapter().connect({
      mode: 'TEST',
      settings: {},
      secrets: { hmacKey, webhookUser: 'bench', webhookPassword: 'bench' },
      eventUrl: '',
      http,
      clock,
      log: { warn: (facts, message) => console.error(message, facts) },
      events: {
        find: async (reference) => {
          const rows = await env.owner<{ event: ProcessorEvent }[]>`
            select event from processor_event
            where connection_id = ${sandboxConnectionId} and reference = ${reference} order by event_number`;
          return rows.map(({ event }) => event);
        },
      },
      timeoutMs: 10_000,
    });
    this.services = { ...env.services, clock, processors: withEvents(this.#connection) };
  }

  async listen(): Promise<void> {
    const gateway = await createGateway(this.services, createMetrics());
    this.gateway = await gateway.listen({ host: '127.0.0.1', port: 0 });
    this.#close.push(() => gateway.close());
  }

  close = async (): Promise<void> => {
    for (const close of this.#close) await close();
  };

  #answer(url: string, body: string): WebResponse {
    if (this.mode === 'unreachable') return { kind: 'failed', why: 'timeout', isSent: true };
    const { reference = '' } = JSON.parse(body === '' ? '{}' : body) as { reference?: string };
    const isCancel = url.endsWith('/cancels');
    if (isCancel) this.cancelled.push(reference);
    const answer = isCancel
      ? { status: 'received', pspReference: `C${reference}` }
      : { resultCode: 'Received', pspReference: `P${reference}` };
    return { kind: 'response', status: 200, body: JSON.stringify(answer), headers: {} };
  }

  /** Posts an event as Adyen does, one in each request. */
  async report(
    event: Pick<EventItem, 'eventCode' | 'merchantReference' | 'pspReference' | 'amount'>,
  ): Promise<void> {
    const item: EventItem = {
      ...event,
      eventDate: '2026-11-28T10:00:00+00:00',
      merchantAccountCode: account.merchantAccount,
      reason: '',
      success: 'true',
    };
    item.additionalData = {
      hmacSignature: signEvent(item, hmacKey),
      cvcResult: '1 Matches',
      authCode: '123456',
    };
    const { status } = await post(`${this.gateway}/processor/bench/events`, wrapEvents([item]), {
      authorization: `Basic ${Buffer.from('bench:bench').toString('base64')}`,
    });
    if (status !== 200) throw new Error(`an event of the bench got ${status}`);
  }
}

function withEvents(connection: ProcessorConnection): Processors {
  const only = onlyProcessor(connection);
  return {
    async current(): Promise<ProcessorSetup> {
      const setup = await only.current();
      const [open] = [setup.open(sandboxConnectionId, { installationId: 0 })];
      return {
        ...setup,
        open: () => open && { ...open, account },
        findByEventKey: () => ({
          id: sandboxConnectionId,
          readEvents: (raw) => connection.readEvents?.(raw) ?? 'rejected',
        }),
      };
    },
  };
}

const concurrency = 8;

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const start = performance.now();
  await runConcurrently(concurrency, () => (next < count ? (next += 1) : undefined), work);
  return (performance.now() - start) / 1000;
}

const reported = 2000;
const unknown = 5000;
const limits = { stored: 200, settled: 50, resolvedSeconds: 15 * 60 };

/** Events of Adyen a second, and how long the unknown results of an outage stay unknown. */
export async function* measureProcessorWork(env: BenchEnv): AsyncGenerator<Figure> {
  yield* measurePort(env);
  const bench = new AdyenBench(env);
  await bench.listen();
  try {
    yield* measureEvents(env, bench);
    yield await measureOutage(env, bench);
  } finally {
    await bench.close();
  }
}

async function* measureEvents(env: BenchEnv, bench: AdyenBench): AsyncGenerator<Figure> {
  const run = randomBytes(4).toString('hex');
  await times(reported, (index) =>
    payOverHttp({ ...env, gateway: bench.gateway }, `E-${run}-${index}`, index),
  );
  const pending = await openPayments(env);
  if (pending.length < reported) throw new Error(`${pending.length} of ${reported} payments wait`);
  const seconds = await times(pending.length, async (number) => {
    const payment = pending[number - 1];
    if (!payment) return;
    const reference = String(payment.txnId);
    await bench.report({
      eventCode: 'AUTHORISATION',
      merchantReference: reference,
      pspReference: `P${reference}`,
      amount: { value: payment.amountMinor, currency: 'GBP' },
    });
  });
  yield atLeast('events of a processor, stored', pending.length / seconds, limits.stored);
  const start = performance.now();
  await settleProcessorEvents.run(bench.services);
  const settling = (performance.now() - start) / 1000;
  const left = await openPayments(env);
  if (left.length > 0) throw new Error(`${left.length} payments are not settled`);
  yield atLeast('events of a processor, settled', pending.length / settling, limits.settled);
}

const atLeast = (name: string, ours: number, floor: number): Figure => ({
  name,
  unit: '/s',
  ours,
  floor,
  ratio: ours / floor,
});

const openPayments = ({ owner }: BenchEnv): Promise<{ txnId: number; amountMinor: number }[]> =>
  owner<{ txnId: number; amountMinor: number }[]>`
    select i.txn_id, t.requested_minor as amount_minor from processor_intent i
    join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
    where i.state <> 'DONE' order by i.txn_id`;

const outageMs = 10 * 60_000;
/** The job's interval. */
const stepMs = 5000;

/**
 * An outage of ten minutes, in which every result is lost. The clock drives the waits, the work of each run of the jobs is added to it, so
 * the figure is the time between the end of the outage and the last certain result.
 */
async function measureOutage(env: BenchEnv, bench: AdyenBench): Promise<Figure> {
  bench.mode = 'unreachable';
  const run = randomBytes(4).toString('hex');
  await times(unknown, (index) =>
    payOverHttp({ ...env, gateway: bench.gateway }, `U-${run}-${index}`, index),
  );
  const end = Date.now() + bench.aheadMs + outageMs;
  while (Date.now() + bench.aheadMs < end) {
    bench.aheadMs += 60_000;
    await reconcilePayments.run(bench.services);
  }
  bench.mode = 'cancels';
  const before = Date.now() + bench.aheadMs;
  const start = performance.now();
  let left = await openPayments(env);
  while (left.length > 0) {
    await reconcilePayments.run(bench.services);
    const references = bench.cancelled.splice(0);
    await times(references.length, async (number) => {
      const reference = references[number - 1] ?? '';
      await bench.report({
        eventCode: 'TECHNICAL_CANCEL',
        merchantReference: reference,
        pspReference: `C${reference}`,
        amount: { value: 0, currency: 'GBP' },
      });
    });
    await settleProcessorEvents.run(bench.services);
    left = await openPayments(env);
    bench.aheadMs += stepMs;
    if (Date.now() + bench.aheadMs - before > 3 * limits.resolvedSeconds * 1000)
      throw new Error(`${left.length} results stay unknown`);
  }
  const seconds = (Date.now() + bench.aheadMs - before) / 1000;
  return {
    name: `${unknown.toLocaleString('en')} unknown results of ten minutes, certain after`,
    unit: 's',
    ours: seconds,
    floor: limits.resolvedSeconds,
    ratio: seconds / limits.resolvedSeconds,
    cost: `${((performance.now() - start) / 1000).toFixed(0)} s of it are work`,
  };
}

const portCalls = 1000;

/** The sandbox by the product's connection, with its breaker, and called directly, in turns. */
async function* measurePort(env: BenchEnv): AsyncGenerator<Figure> {
  const direct = sandboxProcessor({ sql: env.sandbox });
  const ports: Record<'ours' | 'floor', (operation: ProcessorOperation) => Promise<unknown>> = {
    ours: async (operation) => {
      const setup = await env.processors.current();
      return setup.open(sandboxConnectionId, { installationId: 0 })?.send(operation);
    },
    floor: (operation) => direct.send(operation),
  };
  const measured = { ours: [] as number[], floor: [] as number[] };
  const run = randomBytes(4).toString('hex');
  for (let number = 0; number < portCalls; number += 1) {
    for (const which of number % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
      const operation = sandboxSale(`${which[0]}-${run}-${number}`);
      const start = performance.now();
      await ports[which](operation);
      // The first calls warm up.
      if (number >= 100) measured[which].push(performance.now() - start);
    }
  }
  const [ours, floor] = [quantile(measured.ours, 0.5), quantile(measured.floor, 0.5)];
  yield { name: 'the sandbox by its connection, p50', unit: 'ms', ours, floor, ratio: ours / floor };
}
