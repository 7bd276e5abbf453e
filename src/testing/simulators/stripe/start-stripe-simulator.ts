import { randomBytes } from 'node:crypto';
import type { BookEntry } from '../books.ts';
import {
  repeatEvery,
  type DeliveryOptions,
  type DeliveryResult,
  type SimulatedEvent,
} from '../event-delivery.ts';
import type { FaultOf } from '../faults.ts';
import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { IdempotencyKeys } from '../idempotency-keys.ts';
import { startLoopbackServer } from '../loopback-server.ts';
import { apiVersion, StripeAccount } from './account.ts';
import { serveAuthenticationPage } from './authentication-page.ts';
import { booksOf } from './books.ts';
import { StripeDocument } from './check-document.ts';
import { closeDispute, openDispute, type NewDispute } from './disputes.ts';
import type { Payout, StripeEvent } from './objects.ts';
import { finishAuthentication } from './payment-intents.ts';
import { makePayout, type Difference, type PlantedDifference } from './payouts.ts';
import { failRefund } from './refunds.ts';
import { routeRequest } from './route-request.ts';
import { StripeError } from './stripe-error.ts';

export interface StripeSimulatorOptions {
  /** A free port by default. */
  port?: number;
  now?: () => Date;
  seed?: number;
  /** Random by default. */
  apiKey?: string;
  /** Random by default. */
  webhookSecret?: string;
  webhookUrl?: string;
  /** Delivers each event by itself, soon after it happened, and again at this interval until it is accepted. */
  deliverEvery?: number;
  /** Refunds that end later wait for `processRefunds()`. */
  holdRefunds?: boolean;
}

export interface StripeSimulator {
  /** Serves `/v1/…`, and the page where cardholders authenticate. */
  url: string;
  apiKey: string;
  webhookSecret: string;
  books(): BookEntry[];
  events(): readonly SimulatedEvent<StripeEvent>[];
  requests(): readonly SimulatedRequest[];
  /** What violates Stripe's document of 2022; empty without it. */
  violations(): readonly string[];
  /** Idempotency keys that came with two different requests. */
  reusedKeys(): readonly string[];
  setFault(faultOf: FaultOf | null): void;
  setWebhook(url: string): void;
  deliverEvents(options?: DeliveryOptions<StripeEvent>): Promise<DeliveryResult<StripeEvent>>;
  processRefunds(): number;
  /** A refund that had succeeded fails. */
  failRefund(id: string): void;
  /** Processes requests that a `late-arrival` holds back. */
  arriveLate(): Promise<number>;
  forgetIdempotencyKeys(): void;
  /** What the cardholder does, without a browser. */
  authenticate(intent: string, isAuthenticated: boolean): void;
  /** Returns the id of the dispute. */
  openDispute(dispute: NewDispute): string;
  closeDispute(id: string, verdict: 'won' | 'lost'): void;
  /** Pays out what is available; undefined when that is nothing. */
  makePayout(
    currency: string,
    differences?: readonly Difference[],
  ): { payout: Payout; planted: PlantedDifference[] } | undefined;
  close(): Promise<void>;
}

/** Starts a simulated Stripe account in test mode on 127.0.0.1, written from Stripe's documents. */
export async function startStripeSimulator(options: StripeSimulatorOptions = {}): Promise<StripeSimulator> {
  const {
    port = 0,
    now = () => new Date(),
    seed = 1,
    webhookUrl,
    deliverEvery,
    holdRefunds = false,
    apiKey = `sk_test_${randomBytes(24).toString('hex')}`,
    webhookSecret = `whsec_${randomBytes(24).toString('hex')}`,
  } = options;
  const account = new StripeAccount(webhookSecret, now, seed, holdRefunds);
  account.webhookUrl = webhookUrl;
  const document = new StripeDocument();
  account.onEvent = (event) => document.event(event);
  const keys = new IdempotencyKeys({
    inProgress: () =>
      new StripeError(
        409,
        'idempotency_error',
        'There is currently another in-progress request using this key.',
        {
          code: 'idempotency_key_in_use',
        },
      ).answer(),
    // A rejected request did not begin, so its key can be used again.
    isKept: ({ status }) => status < 300 || status === 402 || status >= 500,
    otherRequest: () =>
      new StripeError(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      ).answer(),
    replayHeaders: { 'idempotent-replayed': 'true' },
  });
  const server = await startLoopbackServer(port, async (request) => {
    const page = serveAuthenticationPage(account, request);
    if (page) return page;
    const answer = await answerRequest(account, keys, apiKey, request);
    document.exchange(request, answer);
    return answer;
  });
  account.baseUrl = server.url;
  const deliverDue = async () => {
    account.processRefunds();
    if (account.webhookUrl !== undefined) await account.deliver({ attempts: 1 });
  };
  const stop = deliverEvery === undefined ? () => undefined : repeatEvery(deliverEvery, deliverDue);
  return {
    url: server.url,
    apiKey,
    webhookSecret,
    books: () => booksOf(account),
    events: () => account.events,
    requests: server.requests,
    violations: () => document.violations,
    reusedKeys: () => keys.reused,
    setFault: server.setFault,
    setWebhook: (url) => {
      account.webhookUrl = url;
    },
    deliverEvents: (delivery) => account.deliver(delivery),
    failRefund: (id) => failRefund(account, id),
    processRefunds: () => account.processRefunds(),
    arriveLate: server.arriveLate,
    forgetIdempotencyKeys: () => keys.forgetAll(),
    authenticate: (intent, isAuthenticated) => void finishAuthentication(account, intent, isAuthenticated),
    openDispute: (dispute) => openDispute(account, dispute).id,
    closeDispute: (id, verdict) => void closeDispute(account, id, verdict),
    makePayout: (currency, differences) => makePayout(account, currency, differences),
    close: async () => {
      stop();
      await server.close();
    },
  };
}

async function answerRequest(
  account: StripeAccount,
  keys: IdempotencyKeys,
  apiKey: string,
  request: SimulatedRequest,
): Promise<SimulatedAnswer> {
  const requestId = account.newId('req');
  const headers = { 'request-id': requestId, 'stripe-version': apiVersion };
  if (request.headers.authorization !== `Bearer ${apiKey}`) {
    const error = new StripeError(401, 'invalid_request_error', 'Invalid API Key provided');
    return { ...error.answer(), headers };
  }
  const key = request.headers['idempotency-key'];
  const process = async () => {
    await request.gate;
    account.request = { id: requestId, idempotency_key: typeof key === 'string' ? key : null };
    const answer = answerOrError(account, request);
    account.request = { id: null, idempotency_key: null };
    return answer;
  };
  if (typeof key !== 'string' || request.method !== 'POST') return { ...(await process()), headers };
  if (key.length > 255) {
    return {
      ...new StripeError(400, 'idempotency_error', 'The key is longer than 255 characters.').answer(),
      headers,
    };
  }
  const answer = await keys.run(key, request, process);
  return { ...answer, headers: { ...headers, ...answer.headers, 'idempotency-key': key } };
}

function answerOrError(account: StripeAccount, request: SimulatedRequest): SimulatedAnswer {
  try {
    return routeRequest(account, request);
  } catch (error) {
    if (error instanceof StripeError) return error.answer();
    throw error;
  }
}
