import * as z from 'zod/mini';
import { addressHasCardNumber } from '#shared/card-number.ts';
import type { PaymentBody } from './request-schemas.ts';
import type { TransactionType } from '#features/payments/transaction-kind.ts';
import { RequestRejected } from './request-rejected.ts';

export interface Callback {
  url: string;
  format: 'REST_JSON' | 'REST_XML';
}

export type CallbackName =
  | 'preAuthCallback'
  | 'postAuthCallback'
  | 'transactionNotification'
  | 'expiryNotification';
/** Where a shop wants to be asked or told. */
export type Callbacks = Partial<Record<CallbackName, Callback>>;

/** Whom to ask about a payment, before it goes to the processor and once that has approved it. */
export interface CallbackPlan {
  before?: Callback | undefined;
  after?: Callback | undefined;
}

const asked: readonly TransactionType[] = ['PAYMENT', 'PREAUTH', 'VERIFY', 'PAYOUT'];

/**
 * What a shop is asked of a transaction of this type: of new ones only, never of what follows them, and of money that
 * has gone out there is nothing to take back (docs/decisions/0032).
 */
export function planCallbacks(type: TransactionType, callbacks: Callbacks | null | undefined): CallbackPlan {
  if (!asked.includes(type)) return {};
  const { preAuthCallback: before, postAuthCallback: after } = callbacks ?? {};
  return type === 'PAYOUT' ? { before } : { before, after };
}

/** V125 for anything but a web address, and for one with a user name, a password or a card number in it. */
export function parseCallbacks(part: PaymentBody['callbacks']): Callbacks {
  const found: Callbacks = {};
  for (const [name, callback] of Object.entries(part ?? {}) as [
    CallbackName,
    { url?: string; format?: string },
  ][]) {
    if (callback?.url === undefined) continue;
    const { url, format = 'REST_JSON' } = callback;
    if (!isWebAddress(url)) throw new RequestRejected('V125', `callbacks.${name}.url`);
    if (format !== 'REST_JSON' && format !== 'REST_XML')
      throw new RequestRejected('V100', `callbacks.${name}.format`, 'not_allowed');
    found[name] = { url, format };
  }
  return found;
}

function isWebAddress(text: string): boolean {
  const isAddress = /^https?:\/\/[^\s/@]+(?:\/|\?|#|$)/.test(text) && z.safeParse(z.url(), text).success;
  return isAddress && !addressHasCardNumber(text);
}

/** The first address that is plain http, which can be read on the way: V125 too, where that is not a test. */
export function findPlainHttpField(callbacks: Callbacks): string | undefined {
  const [name] = Object.entries(callbacks).find(([, { url }]) => !url.startsWith('https:')) ?? [];
  return name && `callbacks.${name}.url`;
}
