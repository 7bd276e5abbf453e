import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { base, expectBooksToBalance, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  type ProcessorAdapter,
  type ProcessorOperation,
  type ProcessorResponse,
  type SendResult,
  contractVersion,
} from '#integrations/processors/adapter.ts';
import { minuteMs } from '#server/clock.ts';
import { actAsMerchant, type Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

/** What becomes of an operation that is sent to a processor, whose answers follow its books. */
const fates = [
  'not-sent',
  'approved',
  'declined',
  'pending',
  'lost',
  'answer-lost',
  'late-before-lookup',
  'late-before-invalidate',
  'late-after-invalidate',
] as const;
type Fate = (typeof fates)[number];

/** When the sweeper works on the payment while the request sends it: not at all, from start to end, or it is held up at a step. */
const sweeps = ['never', 'whole', 'held-at-lookup', 'held-at-invalidate'] as const;
type Sweep = (typeof sweeps)[number];

interface Sent {
  connectionId: number;
  result: SendResult['kind'];
}

const unchecked = {
  gatewayReference: 'model',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
} as const;
const answers: Readonly<Record<'APPROVED' | 'DECLINED' | 'FORBIDDEN', ProcessorResponse>> = {
  APPROVED: { ...unchecked, result: 'APPROVED', statusCode: '00', message: 'OK' },
  DECLINED: { ...unchecked, result: 'DECLINED', statusCode: '05', message: 'No' },
  FORBIDDEN: { ...unchecked, result: 'FORBIDDEN', statusCode: '', message: 'Forbidden' },
};

/** A processor with books. Its reference is occupied by the first operation or invalidation. */
class Processor {
  readonly books = new Map<string, keyof typeof answers>();
  fate: Fate = 'approved';
  readonly #id: number;
  readonly #world: World;

  constructor(id: number, world: World) {
    this.#id = id;
    this.#world = world;
  }

  #arrive(reference: string): ProcessorResponse {
    const result = this.books.get(reference) ?? (this.fate === 'declined' ? 'DECLINED' : 'APPROVED');
    this.books.set(reference, result);
    return answers[result];
  }

  async send({ reference }: ProcessorOperation): Promise<SendResult> {
    await this.#world.onSend(this.#id);
    const result = this.#answer(reference);
    this.#world.sent.push({ connectionId: this.#id, result: result.kind });
    return result;
  }

  #answer(reference: string): SendResult {
    switch (this.fate) {
      case 'not-sent':
        return { kind: 'not-sent', why: 'connection' };
      case 'approved':
      case 'declined':
        return { kind: 'response', response: this.#arrive(reference) };
      case 'pending':
        this.#arrive(reference);
        return { kind: 'pending' };
      case 'answer-lost':
        this.#arrive(reference);
        return { kind: 'no-response', why: 'timeout' };
      default:
        return { kind: 'no-response', why: 'timeout' };
    }
  }

  /** What was sent and is on its way. Nothing is before the request has sent it. */
  #arriveLate(reference: string, when: Fate): void {
    const isSent = this.#world.sent.some(({ connectionId }) => connectionId === this.#id);
    if (this.fate === when && isSent) this.#arrive(reference);
  }

  async lookup(reference: string) {
    await this.#world.onStep(this.#id, 'held-at-lookup');
    this.#arriveLate(reference, 'late-before-lookup');
    const known = this.books.get(reference);
    return known ? ({ kind: 'response', response: answers[known] } as const) : ({ kind: 'unknown' } as const);
  }

  async invalidate(reference: string) {
    await this.#world.onStep(this.#id, 'held-at-invalidate');
    this.#arriveLate(reference, 'late-before-invalidate');
    const known = this.books.get(reference);
    this.books.set(reference, known ?? 'FORBIDDEN');
    this.#arriveLate(reference, 'late-after-invalidate');
    return known && known !== 'FORBIDDEN'
      ? ({ kind: 'response', response: answers[known] } as const)
      : ({ kind: 'forbidden' } as const);
  }
}

/** One interleaving of a request, its two processors and a sweeper. */
class World {
  readonly sent: Sent[] = [];
  readonly processors = new Map([301, 302].map((id) => [id, new Processor(id, this)]));
  sweep: Sweep = 'never';
  /** The connection to which the request sends while the sweeper works. */
  sweptAt = 301;
  sweeping: Promise<void> | undefined;
  #release = (): void => {};
  #held: Promise<void> = Promise.resolve();
  #isRequestOver = false;
  #hasHeld = false;

  /** The request is at the processor: its time is over, and the sweeper takes the payment. */
  async onSend(connectionId: number): Promise<void> {
    if (this.sweep === 'never' || connectionId !== this.sweptAt || this.sweeping) return;
    app.clock.advance(10 * minuteMs);
    let reached = (): void => {};
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    this.#held = new Promise((resolve) => (this.#release = resolve));
    this.#onReached = reached;
    this.sweeping = Promise.resolve().then(() => reconcilePayments.run(app.services));
    await (this.sweep === 'whole' ? this.sweeping : Promise.race([isReached, this.sweeping]));
  }
  #onReached = (): void => {};

  /** The sweeper at a step: held up until the request is over. The request itself looks up later, and only once. */
  async onStep(connectionId: number, step: Sweep): Promise<void> {
    const isSweeper = this.sweeping !== undefined && !this.#hasHeld && !this.#isRequestOver;
    if (!isSweeper || step !== this.sweep || connectionId !== this.sweptAt) return;
    this.#hasHeld = true;
    this.#onReached();
    await this.#held;
  }

  async endRequest(): Promise<void> {
    this.#isRequestOver = true;
    this.#release();
    await this.sweeping;
  }
}

let app: TestApp;
let merchant: Send;
let world: World;

const model: ProcessorAdapter = {
  contract: contractVersion,
  name: 'model',
  settings: [{ name: 'id', label: 'Id', kind: 'text', required: true }],
  accountFields: [],
  secrets: [],
  connect: ({ settings }) => {
    const processor = () => world.processors.get(Number(settings.id)) as Processor;
    return {
      capabilities: app.sandbox.capabilities,
      send: (operation) => processor().send(operation),
      lookup: ({ reference }) => processor().lookup(reference),
      invalidate: ({ reference }) => processor().invalidate(reference),
      tokenize: async () => ({ kind: 'not-sent', why: 'connection' }),
      check: async () => [],
    };
  },
};

beforeAll(async () => {
  app = await startApp({ adapters: [model] });
  merchant = actAsMerchant(app);
  await app.owner`delete from processor_route where organisation_id is null`;
  for (const id of [301, 302]) {
    await app.owner`
      insert into processor_connection (connection_id, adapter, name, mode, acquirer, settings, state, event_key, created_at, updated_at)
      values (${id}, 'model', ${`Model ${id}`}, 'TEST', 'Model', ${app.owner.json({ id: String(id) })}, 'ACTIVE', ${`model-${id}`}, now(), now())`;
    await app.owner`
      insert into processor_route (organisation_id, position, connection_id, created_at)
      values (1100, ${id}, ${id}, now())`;
  }
});
beforeEach(async () => {
  world = new World();
  await app.owner`delete from processor_breaker`;
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

/** Every fate at the first processor, and at the second one where nothing left us. */
const journeys = fates.flatMap((first): [Fate, Fate][] =>
  first === 'not-sent' ? fates.map((second) => [first, second]) : [[first, 'approved']],
);
/** The sweeper at the first processor, and at the second one where the payment gets there. */
const interleavings = journeys.flatMap(([first, second]) =>
  sweeps.flatMap((sweep) =>
    (first === 'not-sent' && sweep !== 'never' ? [301, 302] : [301]).map(
      (sweptAt) => [first, second, sweep, sweptAt] as const,
    ),
  ),
);

describe('a payment with two routes', () => {
  test.each(interleavings)('%s, then %s; the sweeper: %s at %i', async (first, second, sweep, sweptAt) => {
    Object.assign(world, { sweep, sweptAt });
    for (const [id, fate] of [
      [301, first],
      [302, second],
    ] as const)
      (world.processors.get(id) as Processor).fate = fate;
    const { body } = await merchant(
      'POST',
      `${base}/payment`,
      payment({ merchantRef: `${first} ${second} ${sweep} ${sweptAt}` }),
    );
    const id = String(body.transaction.transactionId);
    await world.endRequest();
    for (let round = 0; round < 4; round += 1) {
      app.clock.advance(120 * minuteMs);
      await reconcilePayments.run(app.services);
    }

    // Sent once to each, and to the second only what never left for the first.
    const sentTo = world.sent.map(({ connectionId }) => connectionId);
    expect(new Set(sentTo).size).toBe(sentTo.length);
    expect(world.sent.slice(0, -1).every(({ result }) => result === 'not-sent')).toBe(true);
    // One approval at most, and the payment's result is that of the books.
    const approvals = [...world.processors].filter(([, { books }]) => books.get(id) === 'APPROVED');
    expect(approvals.length).toBeLessThanOrEqual(1);
    const [row] = await app.owner`
      select t.txn_status as status, t.connection_id, i.state
      from txn t join processor_intent i on i.txn_id = t.txn_id where t.txn_id = ${id}`;
    expect(row).toMatchObject({
      status: approvals.length === 1 ? 'SUCCESS' : 'FAILED',
      state: 'DONE',
      ...(approvals[0] ? { connectionId: approvals[0][0] } : {}),
    });
  });
});
