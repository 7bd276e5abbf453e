import { createHash } from 'node:crypto';
import type { Customer } from '#features/payments/payments/request/parse-payment.ts';
import type { VaultCard } from '#features/payments/payments/server/db/cards.ts';
import type { Merchant } from '../demo-merchants.ts';
import type { Emit } from './bulk-tables.ts';

/** Far above the database's own ids, with a range for every merchant. */
export const firstCustomer = 1_000_000_000;
const merchantRange = 1_000_000;

/**
 * Customers and their cards. Ids and tokens follow from merchant and customer, so one byte per customer is
 * enough.
 */
export class BulkVault {
  readonly #emit: Emit;
  readonly #known = new Map<number, Uint8Array>();
  readonly #firstIds = new Map<number, number>();

  constructor(emit: Emit, merchants: readonly Merchant[], existing: Iterable<number> = []) {
    this.#emit = emit;
    const sizes: Uint8Array[] = [];
    for (const [position, merchant] of merchants.entries()) {
      const storedNumbers = new Uint8Array(
        merchantRange > merchant.customers ? merchant.customers : merchantRange,
      );
      sizes.push(storedNumbers);
      this.#known.set(merchant.merchantId, storedNumbers);
      this.#firstIds.set(merchant.merchantId, firstCustomer + position * merchantRange);
    }
    for (const id of existing) {
      const offset = id - firstCustomer;
      const numbers = sizes[Math.floor(offset / merchantRange)];
      if (numbers) numbers[offset % merchantRange] = 1;
    }
  }

  /** The payment's stored customer and card. A guest's card is a new one each time. */
  store(
    merchant: Merchant,
    customer: Customer,
    card: VaultCard,
    at: Date,
  ): { customerId: number | null; token: string } {
    const number = Number(customer.merchantRef?.slice(-6) ?? Number.NaN);
    const storedNumbers = this.#known.get(merchant.merchantId);
    if (Number.isNaN(number) || !storedNumbers) {
      this.#emitCard(merchant, card, card.token, null, at);
      return { customerId: null, token: card.token };
    }
    const customerId = (this.#firstIds.get(merchant.merchantId) ?? 0) + number;
    const token = `MT_${createHash('sha256').update(`${customerId}:${card.fingerprint}`).digest('base64url').slice(0, 22)}`;
    if (!storedNumbers[number]) {
      storedNumbers[number] = 1;
      this.#emit('customer', {
        companyId: merchant.companyId,
        customerId,
        merchantId: merchant.merchantId,
        merchantRef: customer.merchantRef,
        displayName: customer.displayName,
        email: customer.email,
        telephone: customer.telephone,
        registered: customer.registered,
        createdAt: at,
      });
      this.#emitCard(merchant, card, token, customerId, at);
    }
    return { customerId, token };
  }

  #emitCard(merchant: Merchant, card: VaultCard, token: string, customerId: number | null, at: Date): void {
    this.#emit('card_token', {
      companyId: merchant.companyId,
      token,
      customerId,
      registered: card.registered,
      fingerprint: card.fingerprint,
      maskedPan: card.masked,
      bin: card.bin,
      lastFour: card.lastFour,
      expiryDate: card.expiry,
      holderName: card.holderName,
      cardType: card.type,
      cardScheme: card.scheme,
      paymentProduct: card.type,
      cardUsage: card.usage,
      cardCategory: card.usage,
      issuer: card.issuer,
      issuerCountry: card.issuerCountry,
      credential: card.credential,
      createdAt: at,
    });
  }
}
