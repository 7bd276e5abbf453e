import { createHash } from 'node:crypto';
import type { Customer } from '#features/payments/payment-request.ts';
import type { VaultCard } from '#features/payments/server/pipeline/store/vault-card.ts';
import type { Shop } from '../demo-shops.ts';
import type { Emit } from './bulk-tables.ts';

/** Far above the ids that the database gives out; a range of its own for every shop. */
export const firstCustomer = 1_000_000_000;
const rangeOfShop = 1_000_000;

/**
 * Customers and their cards. Ids and tokens follow from shop and customer, so that one byte a customer is all
 * that has to be remembered.
 */
export class BulkVault {
  readonly #emit: Emit;
  readonly #known = new Map<number, Uint8Array>();
  readonly #firstIds = new Map<number, number>();

  constructor(emit: Emit, shops: readonly Shop[], existing: Iterable<number> = []) {
    this.#emit = emit;
    const sizes: Uint8Array[] = [];
    for (const [position, shop] of shops.entries()) {
      const seen = new Uint8Array(rangeOfShop > shop.customers ? shop.customers : rangeOfShop);
      sizes.push(seen);
      this.#known.set(shop.merchantId, seen);
      this.#firstIds.set(shop.merchantId, firstCustomer + position * rangeOfShop);
    }
    for (const id of existing) {
      const offset = id - firstCustomer;
      const seen = sizes[Math.floor(offset / rangeOfShop)];
      if (seen) seen[offset % rangeOfShop] = 1;
    }
  }

  /** Where the payment's customer and card are kept; a guest's card is a new one each time. */
  keep(
    shop: Shop,
    customer: Customer,
    card: VaultCard,
    at: Date,
  ): { customerId: number | null; token: string } {
    const number = Number(customer.merchantRef?.slice(-6) ?? Number.NaN);
    const seen = this.#known.get(shop.merchantId);
    if (Number.isNaN(number) || !seen) {
      this.#card(shop, card, card.token, null, at);
      return { customerId: null, token: card.token };
    }
    const customerId = (this.#firstIds.get(shop.merchantId) ?? 0) + number;
    const token = `MT_${createHash('sha256').update(`${customerId}:${card.fingerprint}`).digest('base64url').slice(0, 22)}`;
    if (!seen[number]) {
      seen[number] = 1;
      this.#emit('customer', {
        company_id: shop.companyId,
        customer_id: customerId,
        merchant_id: shop.merchantId,
        merchant_ref: customer.merchantRef,
        display_name: customer.displayName,
        email: customer.email,
        telephone: customer.telephone,
        registered: customer.registered,
        created_at: at,
      });
      this.#card(shop, card, token, customerId, at);
    }
    return { customerId, token };
  }

  #card(shop: Shop, card: VaultCard, token: string, customerId: number | null, at: Date): void {
    this.#emit('card_token', {
      company_id: shop.companyId,
      token,
      customer_id: customerId,
      registered: card.registered,
      fingerprint: card.fingerprint,
      masked_pan: card.masked,
      bin: card.bin,
      last_four: card.lastFour,
      expiry_date: card.expiry,
      holder_name: card.holderName,
      card_type: card.type,
      card_scheme: card.scheme,
      payment_product: card.type,
      card_usage: card.usage,
      card_category: card.usage,
      issuer: card.issuer,
      issuer_country: card.issuerCountry,
      credential: card.credential,
      created_at: at,
    });
  }
}
