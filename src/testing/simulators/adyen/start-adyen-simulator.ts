import { randomBytes } from 'node:crypto';
import type { FaultOf } from '../faults.ts';
import { IdempotencyKeys } from '../idempotency-keys.ts';
import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { startLoopbackServer } from '../loopback-server.ts';
import { AdyenAccount, type AccountOptions, type Decision } from './account.ts';
import { booksOf, type BookEntry } from './books.ts';
import { captureWhenDue } from './captures.ts';
import { AdyenDocuments } from './check-documents.ts';
import type { DeliveryOptions, DeliveryResult, SimulatedEvent, Webhook } from './events.ts';
import { RequestError } from './request-error.ts';
import type { PaymentRequest } from './requests.ts';
import { routeRequest } from './route-request.ts';

export interface AdyenSimulatorOptions extends Partial<AccountOptions> {
  /** A free port by default. */
  port?: number;
  now?: () => Date;
  seed?: number;
  webhook?: Webhook;
  /** Delivers each event by itself, soon after it happened, and again at this interval until it is accepted. */
  deliverEvery?: number;
}

export interface AdyenSimulator {
  /** Serves `/v72/…` (Checkout) and `/pal/servlet/Payout/v68/payout`. */
  url: string;
  apiKey: string;
  /** Hexadecimal. */
  hmacKey: string;
  merchantAccount: string;
  books(): BookEntry[];
  events(): readonly SimulatedEvent[];
  requests(): readonly SimulatedRequest[];
  /** What violates Adyen's documents, requests and the simulator's own answers; empty without the documents. */
  violations(): readonly string[];
  /** Idempotency keys that came with two different requests. */
  reusedKeys(): readonly string[];
  setFault(faultOf: FaultOf | null): void;
  /** Replaces parts of the issuer's decision, such as checks that have no documented trigger. */
  setDecision(decide: ((request: PaymentRequest) => Partial<Decision> | undefined) | null): void;
  setWebhook(webhook: Webhook): void;
  deliverEvents(options?: DeliveryOptions): Promise<DeliveryResult>;
  /** With `holdModifications`: does what was received so far. */
  processModifications(): number;
  /** Processes requests that a `late-arrival` holds back. */
  arriveLate(): Promise<number>;
  forgetIdempotencyKeys(): void;
  close(): Promise<void>;
}

const defaults: AccountOptions = {
  merchantAccount: 'HarbourCoffeeECOM',
  captureDelay: 0,
  multiplePartialCaptures: false,
  automaticCaptureEvents: false,
  additionalData: 'all',
  strictTestCards: false,
  technicalCancelOfUnknown: 'fails',
  holdModifications: false,
};

/** Starts a simulated Adyen test account on 127.0.0.1, written from Adyen's documents. */
export async function startAdyenSimulator(options: AdyenSimulatorOptions = {}): Promise<AdyenSimulator> {
  const { port = 0, now = () => new Date(), seed = 1, webhook, deliverEvery, ...accountOptions } = options;
  const apiKey = `AQE${randomBytes(24).toString('hex')}`;
  const hmacKey = randomBytes(32).toString('hex').toUpperCase();
  const account = new AdyenAccount({ ...defaults, ...accountOptions }, hmacKey, now, seed);
  const documents = new AdyenDocuments();
  account.events.webhook = webhook;
  account.events.onEvent = ({ item }) => documents.event(item);
  const keys = new IdempotencyKeys({
    inProgress: () => new RequestError('704', 'request already processed or in progress').answer(),
    isKept: ({ status }) => status < 300 || status === 422,
  });
  const server = await startLoopbackServer(port, async (request) => {
    const answer = await answerRequest(account, keys, apiKey, request);
    documents.exchange(request, answer);
    return answer;
  });
  const stop = deliverEvery === undefined ? () => undefined : deliverRegularly(account, deliverEvery);
  return {
    url: server.url,
    apiKey,
    hmacKey,
    merchantAccount: account.options.merchantAccount,
    books: () => booksOf(account),
    events: () => account.events.all(),
    requests: server.requests,
    violations: () => documents.violations,
    reusedKeys: () => keys.reused,
    setFault: server.setFault,
    setDecision: (decide) => {
      account.decide = decide ?? (() => undefined);
    },
    setWebhook: (next) => {
      account.events.webhook = next;
    },
    deliverEvents: (delivery) => {
      captureWhenDue(account);
      return account.events.deliver(delivery);
    },
    processModifications: () => account.processModifications(),
    arriveLate: server.arriveLate,
    forgetIdempotencyKeys: () => keys.forgetAll(),
    close: async () => {
      stop();
      await server.close();
    },
  };
}

async function answerRequest(
  account: AdyenAccount,
  keys: IdempotencyKeys,
  apiKey: string,
  request: SimulatedRequest,
): Promise<SimulatedAnswer> {
  try {
    if (request.headers['x-api-key'] !== apiKey) {
      throw new RequestError('000', 'HTTP Status Response - Unauthorized', 401, 'security');
    }
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method !== 'POST') {
      await request.gate;
      return answerOrError(account, request);
    }
    if (key.length > 64) throw new RequestError('702', 'Idempotency-Key is longer than 64 characters', 400);
    const answer = await keys.run(key, request, async () => {
      await request.gate;
      return answerOrError(account, request);
    });
    return { ...answer, headers: { ...answer.headers, 'idempotency-key': key } };
  } catch (error) {
    if (error instanceof RequestError) return error.answer();
    throw error;
  }
}

function answerOrError(account: AdyenAccount, request: SimulatedRequest): SimulatedAnswer {
  try {
    return routeRequest(account, request);
  } catch (error) {
    if (error instanceof RequestError) return error.answer();
    throw error;
  }
}

function deliverRegularly(account: AdyenAccount, intervalMs: number): () => void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || !account.events.webhook) return;
    isBusy = true;
    account.processModifications();
    captureWhenDue(account);
    void account.events.deliver({ attempts: 1 }).finally(() => {
      isBusy = false;
    });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
