import * as z from 'zod/mini';
import { addressHasCardNumber } from '#shared/card-number.ts';
import type { PaymentBody } from './request-schemas.ts';
import type { TransactionType } from '../transaction-kind.ts';
import type { Callback, CallbackName, Callbacks } from '../sale-details.ts';
import { reject } from './rejected-request.ts';

/** The callbacks of a payment before it goes to the processor, and once the processor has approved it. */
export interface CallbackPlan {
  before?: Callback | undefined;
  after?: Callback | undefined;
}

const withCallbacks: readonly TransactionType[] = ['PAYMENT', 'PREAUTH', 'VERIFY', 'PAYOUT'];

/**
 * The callbacks that a transaction of this type makes. Follow-ups make none, and a payout makes none afterwards: an
 * approved payout cannot be released (docs/decisions/0032).
 */
export function planCallbacks(type: TransactionType, callbacks: Callbacks | null | undefined): CallbackPlan {
  if (!withCallbacks.includes(type)) return {};
  const { preAuthCallback: before, postAuthCallback: after } = callbacks ?? {};
  return type === 'PAYOUT' ? { before } : { before, after };
}

/** V125 for anything but a web address, and for an address with a user name, a password or a card number. */
export function parseCallbacks(part: PaymentBody['callbacks']): Callbacks {
  const found: Callbacks = {};
  for (const [name, callback] of Object.entries(part ?? {}) as [
    CallbackName,
    { url?: string; format?: string },
  ][]) {
    if (callback?.url === undefined) continue;
    const { url, format = 'REST_JSON' } = callback;
    if (!isWebAddress(url)) reject('V125', `callbacks.${name}.url`);
    if (format !== 'REST_JSON' && format !== 'REST_XML')
      return reject('V100', `callbacks.${name}.format`, 'not_allowed');
    found[name] = { url, format };
  }
  return found;
}

function isWebAddress(text: string): boolean {
  const isAddress = /^https?:\/\/[^\s/@]+(?:\/|\?|#|$)/.test(text) && z.safeParse(z.url(), text).success;
  return isAddress && !addressHasCardNumber(text);
}

/** The first callback address that is not https. Outside of tests it is rejected with V125. */
export function findPlainHttpField(callbacks: Callbacks): string | undefined {
  const [name] = Object.entries(callbacks).find(([, { url }]) => !url.startsWith('https:')) ?? [];
  return name && `callbacks.${name}.url`;
}
