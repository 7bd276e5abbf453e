import { randomBytes } from 'node:crypto';
import type { BookEntry } from '../books.ts';
import {
  repeatEvery,
  type DeliveryOptions,
  type DeliveryResult,
  type SimulatedEvent,
} from '../event-delivery.ts';
import type { FaultOf } from '../faults.ts';
import { IdempotencyKeys } from '../idempotency-keys.ts';
import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { startLoopbackServer } from '../loopback-server.ts';
import { AdyenAccount, type AccountOptions, type Decision } from './account.ts';
import { booksOf } from './books.ts';
import { captureWhenDue } from './captures.ts';
import { AdyenDocuments } from './check-documents.ts';
import { Disputes, type NewDispute } from './disputes.ts';
import type { EventItem, Webhook } from './events.ts';
import { correct, expire } from './modifications.ts';
import { RequestError } from './request-error.ts';
import { servePage } from './issuer-pages.ts';
import type { CardFacts, PaymentRequest } from './requests.ts';
import { routeRequest, type AdyenServices } from './route-request.ts';
import { SettlementReports, type ReportOptions, type SettlementReport } from './settlement-report.ts';
import { ThreeDSecure, type IssuerAuthentication } from './three-d-secure.ts';

export interface AdyenSimulatorOptions extends Partial<AccountOptions> {
  /** A free port by default. */
  port?: number;
  now?: () => Date;
  seed?: number;
  /** Random by default. */
  apiKey?: string;
  /** Hexadecimal; random by default. */
  hmacKey?: string;
  webhook?: Webhook;
  /** Delivers each event by itself, soon after it happened, and again at this interval until it is accepted. */
  deliverEvery?: number;
}

export interface AdyenSimulator {
  /**
   * Serves `/v72/…` (Checkout), `/pal/servlet/Payout/v68/payout`, `/ca/services/DisputeService/v30/…`, reports, and the
   * pages of a simulated issuer below `/simulator/`.
   */
  url: string;
  apiKey: string;
  /** Hexadecimal. */
  hmacKey: string;
  merchantAccount: string;
  books(): BookEntry[];
  events(): readonly SimulatedEvent<EventItem>[];
  requests(): readonly SimulatedRequest[];
  /** What violates Adyen's documents, requests and the simulator's own answers; empty without the documents. */
  violations(): readonly string[];
  /** Idempotency keys that came with two different requests. */
  reusedKeys(): readonly string[];
  setFault(faultOf: FaultOf | null): void;
  /** Replaces parts of the issuer's decision, such as checks that have no documented trigger. */
  setDecision(decide: ((request: PaymentRequest) => Partial<Decision> | undefined) | null): void;
  /** How cards are authenticated from now on. */
  setAuthentication(
    authenticate:
      | ((request: PaymentRequest, card: CardFacts) => Partial<IssuerAuthentication> | undefined)
      | null,
  ): void;
  /** Answers the latest challenge of a payment's reference without a browser: Y, N, U or `cancel`. */
  answerChallenge(reference: string, status: string): void;
  /** Takes back a capture or refund that had succeeded, by the reference of its request. */
  correct(reference: string, correction: 'capture failed' | 'refund failed' | 'refund reversed'): void;
  /** Ends the hold of a payment without a capture. */
  expire(reference: string): void;
  /** Returns the dispute's PSP reference. */
  openDispute(dispute: NewDispute): string;
  /** Adds the next event of a dispute. */
  moveDispute(pspReference: string, eventCode: string): void;
  /** Makes an issuer's fraud alert. */
  warnOfFraud(reference: string): void;
  /** A settlement details report of what no earlier one had, and its event. */
  makeReport(options?: ReportOptions): SettlementReport;
  /** A report of this content can be downloaded. */
  offerReport(fileName: string, csv: string): void;
  setWebhook(webhook: Webhook): void;
  deliverEvents(options?: DeliveryOptions<EventItem>): Promise<DeliveryResult<EventItem>>;
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
  const { port = 0, now = () => new Date(), seed = 1, webhook, deliverEvery, ...rest } = options;
  const {
    apiKey = `AQE${randomBytes(24).toString('hex')}`,
    hmacKey = randomBytes(32).toString('hex').toUpperCase(),
    ...accountOptions
  } = rest;
  const account = new AdyenAccount({ ...defaults, ...accountOptions }, hmacKey, now, seed);
  account.events.webhook = webhook;
  const services: AdyenServices = {
    account,
    disputes: new Disputes(account),
    threeDSecure: new ThreeDSecure(account),
    reports: new SettlementReports(account),
  };
  const documents = new AdyenDocuments();
  account.events.onEvent = ({ item }) => documents.event(item);
  const keys = new IdempotencyKeys({
    inProgress: () => new RequestError('704', 'request already processed or in progress').answer(),
    isKept: ({ status }) => status < 300 || status === 422,
  });
  const server = await startLoopbackServer(port, async (request) => {
    const page = servePage(services.threeDSecure, request);
    if (page) return page;
    const answer = await answerRequest(services, keys, apiKey, request);
    documents.exchange(request, answer);
    return answer;
  });
  services.threeDSecure.baseUrl = server.url;
  const stop =
    deliverEvery === undefined ? () => undefined : repeatEvery(deliverEvery, () => deliverDue(account));
  return {
    url: server.url,
    apiKey,
    hmacKey,
    merchantAccount: account.options.merchantAccount,
    violations: () => documents.violations,
    reusedKeys: () => keys.reused,
    forgetIdempotencyKeys: () => keys.forgetAll(),
    requests: server.requests,
    setFault: server.setFault,
    arriveLate: server.arriveLate,
    ...controlsOf(services, server.url),
    close: async () => {
      stop();
      await server.close();
    },
  };
}

type Controls = Omit<
  AdyenSimulator,
  | 'url'
  | 'apiKey'
  | 'hmacKey'
  | 'merchantAccount'
  | 'violations'
  | 'reusedKeys'
  | 'forgetIdempotencyKeys'
  | 'requests'
  | 'setFault'
  | 'arriveLate'
  | 'close'
>;

/** What a test does in the place of Adyen, the issuer and the cardholder. */
function controlsOf({ account, disputes, reports, threeDSecure }: AdyenServices, url: string): Controls {
  return {
    books: () => booksOf(account),
    events: () => account.events.all(),
    setDecision: (decide) => {
      account.decide = decide ?? (() => undefined);
    },
    setAuthentication: (authenticate) => {
      threeDSecure.authenticate = authenticate ?? (() => undefined);
    },
    answerChallenge: (reference, status) => {
      const transaction = threeDSecure.acsTransactionOf(reference);
      if (!transaction) throw new Error(`No authentication has the reference ${reference}`);
      threeDSecure.decideChallenge(transaction, status);
    },
    correct: (reference, correction) => correct(account, reference, correction),
    expire: (reference) => expire(account, reference),
    openDispute: (dispute) => disputes.open(dispute),
    moveDispute: (pspReference, eventCode) => disputes.move(pspReference, eventCode),
    warnOfFraud: (reference) => disputes.warnOfFraud(reference),
    makeReport: (options) => reports.make(url, options),
    offerReport: (fileName, csv) => reports.offer(fileName, csv),
    setWebhook: (webhook) => {
      account.events.webhook = webhook;
    },
    deliverEvents: (delivery) => {
      captureWhenDue(account);
      return account.events.deliver(delivery);
    },
    processModifications: () => account.processModifications(),
  };
}

async function answerRequest(
  services: AdyenServices,
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
      return answerOrError(services, request);
    }
    if (key.length > 64) throw new RequestError('702', 'Idempotency-Key is longer than 64 characters', 400);
    const answer = await keys.run(key, request, async () => {
      await request.gate;
      return answerOrError(services, request);
    });
    return { ...answer, headers: { ...answer.headers, 'idempotency-key': key } };
  } catch (error) {
    if (error instanceof RequestError) return error.answer();
    throw error;
  }
}

function answerOrError(services: AdyenServices, request: SimulatedRequest): SimulatedAnswer {
  try {
    return routeRequest(services, request);
  } catch (error) {
    if (error instanceof RequestError) return error.answer();
    throw error;
  }
}

async function deliverDue(account: AdyenAccount): Promise<void> {
  account.processModifications();
  captureWhenDue(account);
  if (account.events.webhook) await account.events.deliver({ attempts: 1 });
}
