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
import { startLoopbackServer } from '../loopback-server.ts';
import { HyperswitchAccount } from './account.ts';
import { serveAuthenticationPage } from './authentication-page.ts';
import { booksOf } from './books.ts';
import { HyperswitchDocument } from './check-document.ts';
import type { Decide, Decision } from './decide-payment.ts';
import { changeDispute, openDispute, type NewDispute } from './disputes.ts';
import { HyperswitchError } from './hyperswitch-error.ts';
import type { Dispute, OutgoingWebhook, Payment, Payout, Refund } from './objects.ts';
import { finishAuthentication, finishProcessing } from './payments.ts';
import { processPayouts, reversePayout } from './payouts.ts';
import { failRefund, processRefunds } from './refunds.ts';
import { routeRequest } from './route-request.ts';

interface HyperswitchSimulatorOptions {
  /** A free port by default. */
  port?: number;
  now?: () => Date;
  seed?: number;
  /** Random by default. */
  apiKey?: string;
  /** `payment_response_hash_key` of the profile; random by default. */
  webhookKey?: string;
  webhookUrl?: string;
  /** Delivers each event by itself, and again at this interval until it is accepted. */
  deliverEvery?: number;
  /** Errors below `error`, as the router's code has them. The document has them at the top. */
  wrapsErrors?: boolean;
}

export interface HyperswitchSimulator {
  url: string;
  merchantId: string;
  apiKey: string;
  webhookKey: string;
  books(): BookEntry[];
  payments(): readonly Payment[];
  refunds(): readonly Refund[];
  /** With how often each was paid. */
  payouts(): readonly (Payout & { paid: number })[];
  events(): readonly SimulatedEvent<OutgoingWebhook>[];
  requests(): readonly SimulatedRequest[];
  /** What violates the vendor's document; empty without it. */
  violations(): readonly string[];
  setFault(faultOf: FaultOf | null): void;
  setWebhook(url: string): void;
  /** What becomes of payments; without a decision the test card decides. */
  setDecision(decide: Decide): void;
  setPayoutDecision(decide: (payout: Payout) => Payout['status']): void;
  setRefundDecision(decide: (refund: Refund) => Refund['status']): void;
  deliverEvents(options?: DeliveryOptions<OutgoingWebhook>): Promise<DeliveryResult<OutgoingWebhook>>;
  /** Ends what is processing or waits for the merchant. */
  finishProcessing(final?: Decision): number;
  processRefunds(): number;
  /** Ends payouts that a connector works on. */
  processPayouts(status?: Payout['status']): number;
  /** A payout that had succeeded comes back. */
  reversePayout(id: string): void;
  /** A refund, also one that had succeeded, fails. */
  failRefund(id: string): void;
  /** Processes requests that a `late-arrival` holds back. */
  arriveLate(): Promise<number>;
  /** What the card holder does, without a browser. */
  authenticate(payment: string, isAuthenticated: boolean): void;
  /** Returns the id of the dispute. */
  openDispute(dispute: NewDispute): string;
  changeDispute(id: string, change: Partial<Pick<Dispute, 'dispute_status' | 'dispute_stage'>>): void;
  close(): Promise<void>;
}

/** Starts a simulated merchant account of a Hyperswitch router on 127.0.0.1, written from the vendor's document. */
export async function startHyperswitchSimulator(
  options: HyperswitchSimulatorOptions = {},
): Promise<HyperswitchSimulator> {
  const {
    port = 0,
    now = () => new Date(),
    seed = 1,
    webhookUrl,
    deliverEvery,
    apiKey = `snd_${randomBytes(24).toString('hex')}`,
    webhookKey = randomBytes(32).toString('hex'),
    wrapsErrors = false,
  } = options;
  const account = new HyperswitchAccount(webhookKey, now, seed);
  account.webhookUrl = webhookUrl;
  const document = new HyperswitchDocument();
  account.onEvent = (event) => document.event(event);
  const server = await startLoopbackServer(port, async (request) => {
    const page = serveAuthenticationPage(account, request);
    if (page) return page;
    const answer = await answerRequest(account, apiKey, wrapsErrors, request);
    if (!wrapsErrors) document.exchange(request, answer);
    return answer;
  });
  account.baseUrl = server.url;
  const deliverDue = async () => {
    finishProcessing(account);
    processRefunds(account);
    processPayouts(account);
    if (account.webhookUrl !== undefined) await account.deliver({ attempts: 1 });
  };
  const stop = deliverEvery === undefined ? () => undefined : repeatEvery(deliverEvery, deliverDue);
  return {
    url: server.url,
    merchantId: account.merchantId,
    apiKey,
    webhookKey,
    books: () => booksOf(account),
    payments: () => [...account.payments.values()],
    refunds: () => [...account.refunds.values()],
    payouts: () =>
      [...account.payouts.values()].map((one) => ({ ...one, paid: account.paidOut.get(one.payout_id) ?? 0 })),
    events: () => account.events,
    requests: server.requests,
    violations: () => document.violations,
    setFault: server.setFault,
    setWebhook: (url) => {
      account.webhookUrl = url;
    },
    setDecision: (decide) => {
      account.decide = decide;
    },
    setPayoutDecision: (decide) => {
      account.decidePayout = decide;
    },
    setRefundDecision: (decide) => {
      account.decideRefund = decide;
    },
    deliverEvents: (delivery) => account.deliver(delivery),
    finishProcessing: (final) => finishProcessing(account, final),
    processRefunds: () => processRefunds(account),
    processPayouts: (status) => processPayouts(account, status),
    reversePayout: (id) => reversePayout(account, id),
    failRefund: (id) => failRefund(account, id),
    arriveLate: server.arriveLate,
    authenticate: (id, isAuthenticated) => void finishAuthentication(account, id, isAuthenticated),
    openDispute: (dispute) => openDispute(account, dispute).dispute_id,
    changeDispute: (id, change) => changeDispute(account, id, change),
    close: async () => {
      stop();
      await server.close();
    },
  };
}

async function answerRequest(
  account: HyperswitchAccount,
  apiKey: string,
  wrapsErrors: boolean,
  request: SimulatedRequest,
): Promise<SimulatedAnswer> {
  try {
    if (request.headers['api-key'] !== apiKey)
      throw new HyperswitchError(
        401,
        'invalid_request',
        'IR_01',
        'API key not provided or invalid API key used',
      );
    return await routeRequest(account, request);
  } catch (error) {
    if (error instanceof HyperswitchError) return error.answer(wrapsErrors);
    throw error;
  }
}
