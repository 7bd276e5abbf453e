import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { processorResponse } from '../http/protocol.ts';
import type {
  CardSource,
  InvalidateResult,
  LookupResult,
  Prepared,
  ProcessorConnection,
  ProcessorOperation,
  ProcessorOperationKind,
  ProcessorResponse,
  SendResult,
  SentOperation,
} from '../adapter.ts';
import type { FaultKind, KitSubject } from './subject.ts';

/** A requirement that the adapter does not meet. */
export class KitFailure extends Error {}
/** Why a check cannot be made here. */
export class NotTestable extends Error {}

export function require(condition: boolean, what: string): asserts condition {
  if (!condition) throw new KitFailure(what);
}

/** Time beyond the limit of a call that a busy machine may take. */
const toleranceMs = 1000;

type Final = { kind: 'response'; response: ProcessorResponse } | { kind: 'forbidden'; watched?: boolean };

/** Drives a connection as the product does, and notes what comes back. */
export class Driver {
  readonly subject: KitSubject;
  /** Card numbers that were sent: they may appear nowhere. */
  readonly cards = new Set<string>();
  /** Everything that the adapter returned or threw. */
  readonly seen: string[] = [];
  readonly #run = randomInt(1_000_000_000);
  #references = 0;

  constructor(subject: KitSubject) {
    this.subject = subject;
  }

  get connection(): ProcessorConnection {
    return this.subject.connection;
  }

  methodOf(kind: ProcessorOperationKind): string {
    const method = this.connection.capabilities.operations[kind];
    if (method === undefined) throw new NotTestable(`the connection offers no ${kind}`);
    return method;
  }

  /** A new payment, unless `more` makes it another operation. */
  operation(kind: ProcessorOperationKind, more: Partial<ProcessorOperation> = {}): ProcessorOperation {
    this.methodOf(kind);
    this.#references += 1;
    const { currency, amountMinor, approved } = this.subject.triggers;
    const source = { card: approved };
    const needsCard = ['SALE', 'AUTHORISE', 'VERIFY', 'PAYOUT'].includes(kind);
    return {
      reference: `kit-${this.#run}-${this.#references}`,
      kind,
      amountMinor: kind === 'VERIFY' ? 0 : amountMinor,
      currency,
      account: this.subject.account,
      ...(needsCard ? { source } : {}),
      initiator: needsCard ? 'CUSTOMER' : 'MERCHANT',
      channel: needsCard ? 'ECOM' : 'STORED',
      payer: { reference: 'kit', name: 'Kit', email: 'kit@example.com', ip: '192.0.2.1' },
      ...more,
    };
  }

  /** A capture, release or refund of a payment that was approved. */
  followUp(
    kind: 'CAPTURE' | 'VOID' | 'REFUND',
    original: ProcessorOperation,
    response: ProcessorResponse,
    amountMinor = original.amountMinor,
  ): ProcessorOperation {
    const { reference } = original;
    return this.operation(kind, {
      amountMinor,
      related: { reference, gatewayReference: response.gatewayReference },
    });
  }

  /** With `fault`, the request that moves money meets it. */
  async send(
    operation: ProcessorOperation,
    fault?: FaultKind,
  ): Promise<{ sent: SendResult; operation: ProcessorOperation; arrive(): Promise<unknown> }> {
    if (operation.source && 'card' in operation.source) this.#noteCard(operation.source.card);
    if (operation.source && 'wallet' in operation.source) this.cards.add(operation.source.wallet.token);
    const isPrepared = this.methodOf(operation.kind) !== 'handle' || operation.handle !== undefined;
    const result = isPrepared ? undefined : await this.#prepare(operation);
    if (result?.kind === 'response') return { sent: result, operation, arrive: async () => undefined };
    const prepared = result ? { ...operation, handle: handleOf(result) } : operation;
    const armed = fault && this.#arm(fault);
    const sent = await this.#call('send', () => this.connection.send(prepared));
    const arrive = async () => armed && this.#call('a late request', armed.arrive);
    return { sent, operation: prepared, arrive };
  }

  /** Where the method is `handle`: with what `prepare` has created. */
  async prepare(operation: ProcessorOperation): Promise<ProcessorOperation> {
    return { ...operation, handle: handleOf(await this.#prepare(operation)) };
  }

  async #prepare(operation: ProcessorOperation) {
    const { prepare } = this.connection;
    if (!prepare) throw new KitFailure('the method is handle, and there is no prepare');
    return this.#call('prepare', () => prepare(operation));
  }

  #arm(fault: FaultKind): { arrive(): Promise<unknown> } {
    const { faults } = this.subject;
    if (!faults.supported.includes(fault)) throw new NotTestable(faults.why);
    return faults.next(fault);
  }

  async approve(operation: ProcessorOperation): Promise<ProcessorResponse> {
    const response = await this.final(operation);
    require(response.result === 'APPROVED', `${operation.kind} is ${response.result} ${response.statusCode}`);
    return response;
  }

  /** Sends an operation and waits for its final result. */
  async final(operation: ProcessorOperation): Promise<ProcessorResponse> {
    const { sent, operation: prepared } = await this.send(operation);
    if (sent.kind === 'response') return sent.response;
    require(sent.kind === 'pending', `${operation.kind} is answered with ${describe(sent)}`);
    const settled = await this.settle(prepared);
    require(settled.kind === 'response', `${operation.kind} was pending, then ${settled.kind}`);
    return settled.response;
  }

  /** Looks up, invalidates what is unknown, and repeats until the result is certain, as the worker does. */
  async settle(operation: ProcessorOperation, wasInvalidated = false): Promise<Final> {
    const sent = sentOperation(operation);
    if (this.methodOf(operation.kind) === 'handle' && sent.handle === undefined) return { kind: 'forbidden' };
    let isInvalidating = wasInvalidated;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const found = await this.lookup(operation, isInvalidating);
      const result = found.kind === 'unknown' ? await this.invalidate(operation, isInvalidating) : found;
      isInvalidating ||= result.kind === 'requested';
      if (result.kind === 'response' && result.response.result === 'FORBIDDEN') return { kind: 'forbidden' };
      if (result.kind === 'response' || result.kind === 'forbidden') return result;
      await this.subject.passTime?.();
    }
    throw new KitFailure('an operation stays without a certain result');
  }

  lookup(operation: ProcessorOperation, isInvalidating = false): Promise<LookupResult> {
    const sent = { ...sentOperation(operation), isInvalidating };
    return this.#call('lookup', () => this.connection.lookup(sent));
  }

  invalidate(operation: ProcessorOperation, isInvalidating = false): Promise<InvalidateResult> {
    const sent = { ...sentOperation(operation), isInvalidating };
    return this.#call('invalidate', () => this.connection.invalidate(sent));
  }

  async tokenize(card: CardSource): Promise<string> {
    this.#noteCard(card);
    const owner = { reference: `kit-${this.#run}`, account: this.subject.account };
    const { tokenize } = this.connection;
    if (!tokenize) return this.#keepWithPayment(card);
    const kept = await this.#call('tokenize', () => tokenize(card, owner));
    require(kept.kind === 'kept', `tokenize is answered with ${describe(kept)}`);
    return kept.credential;
  }

  /** Where a card is kept with a payment only. */
  async #keepWithPayment(card: CardSource): Promise<string> {
    const { credential } = await this.approve(this.operation('SALE', { source: { card }, keepsCard: true }));
    require(credential !== undefined, 'the card of a payment is not kept');
    return credential;
  }

  noteNumber(pan: string): void {
    this.cards.add(pan);
  }

  /** Any other call, with the same limits. */
  run<T>(name: string, call: () => Promise<T>): Promise<T> {
    return this.#call(name, call);
  }

  /** After forbidden money must not move, however the request arrives. */
  async expectForbidden(operation: ProcessorOperation, final: Final): Promise<void> {
    if (final.kind === 'forbidden' && final.watched) return;
    const found = await this.lookup(operation);
    require(!isApproved(found), 'it is approved after it was forbidden');
    // A cancelled payment under the same key is answered as it was before its cancellation.
    if (this.methodOf(operation.kind) !== 'cancel-and-watch') {
      const { sent } = await this.send(operation);
      require(!isApproved(sent), 'it is approved when it arrives after it was forbidden');
    }
    await this.expectMovements(operation, 0);
  }

  async expectMovements(operation: ProcessorOperation, count: 0 | 1): Promise<void> {
    const movements = await this.subject.movements?.(operation.reference);
    if (!movements) return;
    require(movements.length ===
      count, `the processor has booked it ${movements.length} times, not ${count}`);
    const [movement] = movements;
    if (!movement) return;
    const { amountMinor, currency } = operation;
    require(movement.amountMinor === amountMinor &&
      movement.currency ===
        currency, `${amountMinor} ${currency} were booked as ${movement.amountMinor} ${movement.currency}`);
  }

  #noteCard({ pan }: CardSource): void {
    this.cards.add(pan);
  }

  async #call<T>(name: string, call: () => Promise<T>): Promise<T> {
    const { timeoutMs } = this.subject;
    const limit = timeoutMs + toleranceMs;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new KitFailure(`${name} did not return within ${limit} ms`)), limit);
    });
    try {
      const result = await Promise.race([call(), late]);
      this.seen.push(JSON.stringify(result) ?? '');
      this.#checkForm(result);
      return result;
    } catch (error) {
      if (error instanceof KitFailure) throw error;
      this.seen.push(String(error instanceof Error ? (error.stack ?? error.message) : error));
      throw new KitFailure(`${name} throws instead of returning a result`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The database and the pages expect this form. */
  #checkForm(result: unknown): void {
    const { kind, response } = (result ?? {}) as { kind?: string; response?: object };
    if (kind !== 'response' || typeof response !== 'object') return;
    const { gatewayReference, result: outcome } = response as ProcessorResponse;
    // A refused request has none.
    const named = gatewayReference === '' && outcome !== 'APPROVED' ? { gatewayReference: 'none' } : {};
    const parsed = z.safeParse(processorResponse, JSON.parse(JSON.stringify({ ...response, ...named })));
    const issue = parsed.success ? undefined : parsed.error.issues[0];
    require(issue === undefined, `a response has a wrong ${issue?.path.join('.') || 'form'}`);
  }
}

function handleOf(result: Prepared | SendResult): string {
  require(result.kind === 'prepared', `prepare is answered with ${describe(result)}`);
  return result.handle;
}

export const isApproved = (result: { kind: string; response?: ProcessorResponse }): boolean =>
  result.kind === 'response' && result.response?.result === 'APPROVED';

/** Never with what the processor wrote: it may contain a card. */
export const describe = (result: { kind: string; why?: string; response?: ProcessorResponse }): string =>
  [result.kind, result.why, result.response?.result].filter(Boolean).join(' ');

function sentOperation(operation: ProcessorOperation): SentOperation {
  const { reference, kind, amountMinor, currency, related, account, handle } = operation;
  return { reference, kind, amountMinor, currency, related, account, handle, sentAt: new Date() };
}
