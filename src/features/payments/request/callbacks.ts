import * as z from 'zod/mini';
import type { PaymentBody } from './request-schemas.ts';
import { Refused } from './refused.ts';

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

/** V125 for what is no web address, or carries a name and a password. */
export function callbacksOf(part: PaymentBody['callbacks']): Callbacks {
  const found: Callbacks = {};
  for (const [name, callback] of Object.entries(part ?? {}) as [
    CallbackName,
    { url?: string; format?: string },
  ][]) {
    if (callback?.url === undefined) continue;
    const { url, format = 'REST_JSON' } = callback;
    if (!isWebAddress(url)) throw new Refused('V125');
    if (format !== 'REST_JSON' && format !== 'REST_XML') throw new Refused('V100');
    found[name] = { url, format };
  }
  return found;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/@]+(?:\/|\?|#|$)/.test(text) && z.safeParse(z.url(), text).success;
}
