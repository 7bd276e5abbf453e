import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { openDocument } from '../vendor-documents.ts';
import type { OutgoingWebhook } from './objects.ts';

const file = 'hyperswitch/openapi-v1.json';

/** The document has events by the objects that they carry. */
const contents: Readonly<Record<OutgoingWebhook['content']['type'], string>> = {
  payment_details: 'PaymentsResponse',
  refund_details: 'RefundResponse',
  dispute_details: 'DisputeResponse',
  payout_details: 'PayoutCreateResponse',
};

/** The document's own examples have 0 here: nothing can be captured any more. */
const contradiction = '/amount_capturable must be >= 100';

/** Compares requests, answers and events with the vendor's document, where a folder has it. */
export class HyperswitchDocument {
  readonly #found: string[] = [];
  readonly #document = openDocument(file);

  /** What violates the document, oldest first; always empty without it. */
  get violations(): readonly string[] {
    return this.#found;
  }

  exchange(request: SimulatedRequest, answer: SimulatedAnswer): void {
    // The document has no answers to wrong keys and to locked payments.
    if (!this.#document || ![200, 400].includes(answer.status)) return;
    const { method } = request;
    const path = templateOf(request.path);
    // A refused request may violate the document; that is often the reason.
    if (method === 'POST' && answer.status === 200)
      this.#add(`request ${path}`, this.#document.request(method, path, JSON.parse(request.body)));
    this.#add(`answer ${path}`, this.#document.response(method, path, answer.status, answer.body));
  }

  event({ event_type, content: { type, object } }: OutgoingWebhook): void {
    if (!this.#document) return;
    this.#add(`event ${event_type}`, this.#document.schema('EventType', event_type));
    this.#add(`event ${event_type}`, this.#document.schema(contents[type], object));
  }

  #add(what: string, violations: readonly string[]): void {
    const real = violations.filter((violation) => !violation.startsWith(contradiction));
    this.#found.push(...real.map((violation) => `${what}: ${violation}`));
  }
}

const names: Readonly<Record<string, string>> = {
  payments: 'payment_id',
  refunds: 'refund_id',
  payment_methods: 'method_id',
  disputes: 'dispute_id',
  payouts: 'payout_id',
};

/** `/refunds/ref_1` is `/refunds/{refund_id}` in the document. */
const templateOf = (path: string): string =>
  path.replace(
    /^\/(\w+)\/(?!(?:list|create)$)[^/]+/,
    (_match, plural: string) => `/${plural}/{${names[plural]}}`,
  );
