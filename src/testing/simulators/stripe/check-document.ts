import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { openDocument } from '../vendor-documents.ts';
import { parseForm } from './form.ts';
import type { StripeEvent } from './objects.ts';

const file = 'stripe/spec3-2020-08-27.json';

/** Parameters that are newer than the document of 2022, at its top level. Nested ones pass anyway. */
const newer = new Set(['expand']);
/** Paths of Stripe that our copy of the document leaves out. */
const leftOut = new Set(['/v1/account', '/v1/balance', '/v1/tokens']);

/** Compares requests, answers and events with Stripe's document, where a folder has it. */
export class StripeDocument {
  readonly #found: string[] = [];
  readonly #requests = openDocument(file, { coerceTypes: true });
  readonly #answers = openDocument(file);

  /** What violates the document, oldest first; always empty without it. */
  get violations(): readonly string[] {
    return this.#found;
  }

  exchange(request: SimulatedRequest, answer: SimulatedAnswer): void {
    if (!this.#requests || !this.#answers || answer.status === 404 || leftOut.has(request.path)) return;
    const { method } = request;
    const path = templateOf(request.path);
    // Files are no forms of fields.
    if (method === 'POST' && answer.status < 300 && path !== '/v1/files') {
      const form = Object.fromEntries(
        Object.entries(parseForm(request.body)).filter(([name]) => !newer.has(name)),
      );
      const type = 'application/x-www-form-urlencoded';
      this.#add(`request ${path}`, this.#requests.request(method, path, form, type));
    }
    const isExpanded = `${request.body}${request.query}`.includes('expand');
    // The document has identifiers only where objects can be expanded.
    if (!isExpanded)
      this.#add(`answer ${path}`, this.#answers.response(method, path, answer.status, answer.body));
  }

  event(event: StripeEvent): void {
    if (!this.#answers) return;
    this.#add(`event ${event.type}`, this.#answers.schema('event', event));
    const { object } = event.data.object as { object: string };
    if (object !== 'radar.early_fraud_warning') {
      this.#add(`event ${event.type}`, this.#answers.schema(object, event.data.object));
    }
  }

  #add(what: string, violations: readonly string[]): void {
    this.#found.push(...violations.map((violation) => `${what}: ${violation}`));
  }
}

/** `/v1/refunds/re_1` is `/v1/refunds/{refund}` in the document. */
function templateOf(path: string): string {
  const names: Record<string, string> = {
    payment_intents: 'intent',
    setup_intents: 'intent',
    balance_transactions: 'id',
    events: 'id',
  };
  return path.replace(
    /^\/v1\/(\w+)\/\w+/,
    (_match, plural: string) => `/v1/${plural}/{${names[plural] ?? plural.slice(0, -1)}}`,
  );
}
