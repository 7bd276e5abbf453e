import type { SimulatedAnswer } from '../http-messages.ts';
import type { AdyenAccount, StoredMethod } from './account.ts';
import { readCard } from './cards.ts';
import { RequestError } from './request-error.ts';
import type { CardFacts, PaymentRequest } from './requests.ts';

export function requireShopperReference(reference: string | undefined): string {
  if (!reference) throw new RequestError('130', "Required field 'shopperReference' is not provided.");
  if (reference.length < 3) throw new RequestError('127', 'shopperReference must have at least 3 characters');
  return reference;
}

/** A card of a shopper is stored once; storing it again returns the same token. */
export function storeCard(
  account: AdyenAccount,
  card: CardFacts,
  shopperReference: string,
  model: string,
): { method: StoredMethod; isNew: boolean } {
  const known = [...account.storedMethods.values()].find(
    (method) =>
      method.shopperReference === shopperReference &&
      method.card.bin === card.bin &&
      method.card.lastFour === card.lastFour &&
      method.card.expiryYear === card.expiryYear &&
      method.card.expiryMonth === card.expiryMonth,
  );
  if (known) return { method: known, isNew: false };
  const method: StoredMethod = {
    id: account.newReference(),
    shopperReference,
    card,
    model,
    createdAt: account.now(),
    networkTxReference: newNetworkReference(account, card),
  };
  account.storedMethods.set(method.id, method);
  return { method, isNew: true };
}

/** As the schemes shape it: 15 digits at Visa, a code and the date at Mastercard. */
export function newNetworkReference(account: AdyenAccount, card: CardFacts): string {
  if (card.brand !== 'mc') return account.random.text('0123456789', 15);
  const [, month = '', day = ''] = account.now().toISOString().slice(0, 10).split('-');
  return `MCC${account.random.text('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', 6)}${month}${day}`;
}

/** The stored card of a payment. A token of another shopper is none. */
export function findStoredCard(
  account: AdyenAccount,
  id: string,
  shopperReference: string | undefined,
): CardFacts {
  const method = account.storedMethods.get(id);
  if (!method || method.shopperReference !== requireShopperReference(shopperReference)) {
    throw new RequestError('803', 'PaymentDetail not found');
  }
  return method.card;
}

/** POST /storedPaymentMethods */
export function createStoredMethod(account: AdyenAccount, request: PaymentRequest): SimulatedAnswer {
  const shopperReference = requireShopperReference(request.shopperReference);
  if (!request.paymentMethod) {
    throw new RequestError('100', "Required object 'paymentMethod' is not provided.");
  }
  const card = readCard(request.paymentMethod);
  const { method } = storeCard(account, card, shopperReference, request.recurringProcessingModel ?? '');
  return { status: 201, body: resourceOf(method) };
}

/** GET /storedPaymentMethods */
export function listStoredMethods(account: AdyenAccount, shopperReference: string): SimulatedAnswer {
  const methods = [...account.storedMethods.values()].filter(
    (method) => method.shopperReference === shopperReference,
  );
  const { merchantAccount } = account.options;
  return {
    status: 200,
    body: { merchantAccount, shopperReference, storedPaymentMethods: methods.map(resourceOf) },
  };
}

/** DELETE /storedPaymentMethods/{id} */
export function deleteStoredMethod(
  account: AdyenAccount,
  id: string,
  shopperReference: string | null,
): SimulatedAnswer {
  findStoredCard(account, id, shopperReference ?? undefined);
  account.storedMethods.delete(id);
  return { status: 204 };
}

function resourceOf({ id, card, shopperReference, model, networkTxReference }: StoredMethod): object {
  return {
    id,
    type: 'scheme',
    brand: card.brand,
    cardBin: card.bin,
    lastFour: card.lastFour,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    holderName: card.holderName,
    networkTxReference,
    shopperReference,
    supportedRecurringProcessingModels: model ? [model] : undefined,
  };
}
