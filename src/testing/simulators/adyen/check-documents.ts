import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import { openDocument, type VendorDocument } from '../vendor-documents.ts';
import { wrapEvents, type EventItem } from './events.ts';

/** Compares requests, answers and events with Adyen's documents, where a folder has them. */
export class AdyenDocuments {
  readonly #found: string[] = [];
  readonly #checkout = openDocument('adyen/checkout-v72.json');
  readonly #payout = openDocument('adyen/payout-v68.json');
  readonly #disputes = openDocument('adyen/disputes-v30.json');
  readonly #webhooks = openDocument('adyen/webhooks-v1.json');

  /** What violates a document, oldest first; always empty without the documents. */
  get violations(): readonly string[] {
    return this.#found;
  }

  exchange(request: SimulatedRequest, answer: SimulatedAnswer): void {
    const [document, path] = this.#operation(request.path);
    // A request that Adyen rejects may violate the document; that is often the reason.
    if (!document || answer.status === 404) return;
    const { method } = request;
    if (method === 'POST' && answer.status < 300) {
      this.#add(`request ${path}`, document.request(method, path, JSON.parse(request.body)));
    }
    this.#add(`answer ${path}`, document.response(method, path, answer.status, answer.body));
  }

  event(item: EventItem): void {
    if (this.#webhooks) {
      this.#add(`event ${item.eventCode}`, this.#webhooks.event(item.eventCode, wrapEvents([item])));
    }
  }

  #operation(path: string): [VendorDocument | undefined, string] {
    if (path.endsWith('/v68/payout')) return [this.#payout, '/payout'];
    const dispute = /\/DisputeService\/v30(\/.+)$/.exec(path)?.[1];
    if (dispute) return [this.#disputes, dispute];
    const checkout = path
      .replace(/^(\/checkout)?\/v72/, '')
      .replace(/^\/payments\/[^/]+\/(?=\w+$)/, '/payments/{paymentPspReference}/')
      .replace(/^\/storedPaymentMethods\/.+/, '/storedPaymentMethods/{storedPaymentMethodId}');
    return [path.includes('/v72/') ? this.#checkout : undefined, checkout];
  }

  #add(what: string, violations: readonly string[]): void {
    this.#found.push(...violations.map((violation) => `${what}: ${violation}`));
  }
}
