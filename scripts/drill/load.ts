import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Portal } from './portal.ts';
import { copies, gatewayOf, portalOf } from './programs.ts';

/** One operation of the load, repeated under its key until it is answered. */
export interface Operation {
  kind: 'payment' | 'authorisation' | 'capture' | 'refund';
  /** The merchant reference of a payment. Follow-ups have none. */
  reference: string;
  amountMinor: number;
  startedAt: number;
  /** How often it was sent. */
  attempts: number;
  /** Undefined: no answer until the load ended. */
  answer?: {
    at: number;
    status: number;
    transactionId: string | undefined;
    state: string | undefined;
    /** The reason code of a refusal. */
    reason: string | undefined;
  };
}

const clients = 8;
const attemptMs = 5000;
const maxRefund = 3;
const authorization = `Basic ${btoa('harbour-api:harbour-api-key-demo')}`;
const transactions = '/acceptor/rest/transactions/5300001';

/** A mixed load of payments, authorisations, captures, refunds and searches in the portal, until `stop`. */
export class Load {
  readonly operations: Operation[] = [];
  /** Searches of the portal that were answered. */
  searches = 0;
  /** Searches that were refused or not answered. */
  missedSearches = 0;
  #isOver = false;
  /** The program for an attempt; by default each in turn. */
  readonly #pick: (attempt: number) => number;
  #running: Promise<unknown> = Promise.resolve();

  constructor(pick = (attempt: number): number => copies[attempt % copies.length] ?? 1) {
    this.#pick = pick;
  }

  async start(): Promise<void> {
    const session = await signIn();
    const payers = Array.from({ length: clients }, (_item, client) => this.#payForEver(client));
    this.#running = Promise.all([...payers, this.#searchForEver(session)]);
  }

  /** Every operation that has begun is repeated until it is answered, two minutes from its start at most. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Answered payments of all kinds whose first attempt was after `at`, by the time of their answer. */
  answeredAfter(at: number): number[] {
    return this.operations
      .filter(({ startedAt, answer }) => startedAt >= at && answer !== undefined && answer.status < 300)
      .map(({ answer }) => answer?.at ?? 0)
      .toSorted((a, b) => a - b);
  }

  async #payForEver(client: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const isAuthorisation = turn % 4 === 3;
      // Whole pounds: the sandbox declines some amounts by their pence.
      const amountMinor = 1000 + 100 * ((client * 977 + turn * 13) % 50);
      const paid = await this.#do(isAuthorisation ? 'authorisation' : 'payment', amountMinor, {
        path: `${transactions}/payment`,
        body: (reference) => ({
          transaction: {
            currency: 'GBP',
            amount: (amountMinor / 100).toFixed(2),
            commerceType: 'ECOM',
            merchantRef: reference,
            ...(isAuthorisation && { deferred: true }),
          },
          paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123' } },
        }),
      });
      const id = paid.answer?.transactionId;
      if (id === undefined || paid.answer?.state !== 'SUCCESS') continue;
      if (isAuthorisation) await this.#do('capture', amountMinor, { path: `${transactions}/${id}/capture` });
      if (turn % maxRefund === 0) {
        const amount = { transaction: { currency: 'GBP', amount: '1.00' } };
        await this.#do('refund', 100, { path: `${transactions}/${id}/refund`, body: () => amount });
      }
    }
  }

  async #do(
    kind: Operation['kind'],
    amountMinor: number,
    call: { path: string; body?: (reference: string) => object },
  ): Promise<Operation> {
    const reference = randomUUID();
    const operation: Operation = { kind, reference, amountMinor, startedAt: performance.now(), attempts: 0 };
    this.operations.push(operation);
    const body = JSON.stringify(call.body?.(reference) ?? {});
    const end = operation.startedAt + 120_000;
    for (let attempt = this.operations.length; performance.now() < end; attempt += 1) {
      const copy = this.#pick(attempt);
      operation.attempts += 1;
      const response = await fetch(`${gatewayOf(copy)}${call.path}`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': reference },
        signal: AbortSignal.timeout(attemptMs),
      }).catch(() => undefined);
      const answered = response === undefined ? undefined : await response.text().catch(() => undefined);
      // 409: the first attempt of the key is still under way. 429: too many calls at once.
      if (
        response !== undefined &&
        answered !== undefined &&
        response.status < 500 &&
        ![409, 429].includes(response.status)
      ) {
        const { transaction, reasonCode, outcome } = JSON.parse(answered) as {
          transaction?: { transactionId?: string; status?: string };
          reasonCode?: string;
          outcome?: { reasonCode?: string };
        };
        operation.answer = {
          at: performance.now(),
          status: response.status,
          transactionId: transaction?.transactionId,
          state: transaction?.status,
          reason: reasonCode ?? outcome?.reasonCode,
        };
        return operation;
      }
      await sleep(100);
    }
    return operation;
  }

  async #searchForEver(session: Session): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const response = await fetch(`${portalOf(this.#pick(turn))}/proxy/sync/tqs/reporting/internal/search`, {
        method: 'POST',
        body: JSON.stringify({
          startFrom: 1,
          limit: 25,
          dataSource: turn % 2 === 0 ? 'REPORT' : 'REAL-TIME',
          fields: [{ field: 'txn_id', sort: 'DESC', sortOrder: 1 }, { field: 'amount' }],
        }),
        headers: { ...session, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(attemptMs),
      }).catch(() => undefined);
      if (response?.status === 200) this.searches += 1;
      else this.missedSearches += 1;
      await sleep(200);
    }
  }
}

type Session = Record<string, string>;

/** Signs in to the first portal. The session is in the database, so it is one of both. */
export async function signIn(): Promise<Session> {
  const portal = new Portal(portalOf(1));
  await portal.signIn('admin@harbour.example', 'Countinghouse-Demo-1');
  return portal.session;
}
