import { maskCardNumbers } from '#contract/card-number.ts';
import { isEmailLike } from '#contract/patterns.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { boundsFault } from '#features/hosted-sessions/amount-bounds.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { isSkin } from '#features/hosted-sessions/skins.ts';
import { checkPayment } from '#features/payments/payment-request.ts';
import { namesPlainHttp } from '#features/payments/request/callbacks.ts';
import { type ReasonCode, reasonText } from '#features/payments/reason-codes.ts';
import { type HostedCode, type HostedFailure, hostedFailure } from './hosted-problem.ts';
import { fixedAmount, operationOf, saleOf } from './session-sale.ts';
import type { SessionKind } from './session-store.ts';

/** What a session's request is held against. */
export interface SessionGround {
  currencies: readonly string[];
  /** Where the payer may be sent: the merchant's sites, and ours. */
  origins: readonly string[];
  /** May callbacks be plain http? */
  insecureCallbacks: boolean;
  now: Date;
}

/** The first fault of a session's request, in the form of its own catalogue or in the merchant API's codes. */
export function checkSession(
  request: SessionRequest,
  kind: SessionKind,
  ground: SessionGround,
): HostedFailure | undefined {
  const own = ownFault(request, ground);
  if (own) return hostedFailure(own);
  const bounds = boundsFault(request, isAmountOpen(request, kind));
  if (bounds) return codeFailure(bounds.code, bounds.field);
  // Judged as the payment it will become; the card is still to come.
  const amount = kind === 'payments' && request.transaction?.money?.amount !== undefined ? '1' : undefined;
  const sale = saleOf(request, kind, { method: { cardToken: { token: 'to-come' } }, amount });
  const checked = checkPayment(sale, operationOf[kind], ground.now);
  if (!checked.ok) return codeFailure(checked.code);
  const { currency, callbacks } = checked.request;
  if (!ground.insecureCallbacks && namesPlainHttp(callbacks)) return codeFailure('V125');
  return ground.currencies.includes(currency) ? undefined : codeFailure('A102');
}

function ownFault(
  { session, customer, features }: SessionRequest,
  { origins }: SessionGround,
): HostedCode | undefined {
  if (session?.returnUrl?.url === undefined) return 'exception.config.noReturnUrl';
  const addresses = [session.returnUrl, session.cancelUrl, session.restoreUrl].map((link) => link?.url);
  if (addresses.some((url) => url !== undefined && !isOnOrigins(url, origins)))
    return 'exception.config.url.not.valid';
  if (session.skin !== undefined && !/^[\w-]{1,40}$/.test(session.skin)) return 'exception.skin.request';
  if (session.skin !== undefined && !isSkin(session.skin)) return 'exception.skin.lookup';
  const email = customer?.details?.emailAddress;
  if (email !== undefined && !isEmailLike(email)) return 'exception.invalid.email';
  const methods = features?.paymentMethods;
  if (methods && methods.length > 0 && !methods.some((one) => one.toUpperCase() === 'CARD'))
    return 'exception.payout.noValidCards';
  return undefined;
}

/** A refusal in the merchant API's codes, with the field that is meant. */
export function codeFailure(code: ReasonCode, field?: string): HostedFailure {
  const reasonMessage = field === undefined ? reasonText(code) : `${reasonText(code)}: ${field}`;
  return { status: 'FAILED', reasonCode: code, reasonMessage };
}

/** The request as it may be kept: no text of it holds a card number (security #51). */
export function keepable(
  request: SessionRequest,
  kind: SessionKind,
  currencies: readonly string[],
): SessionRequest {
  const safe = withoutCards(request) as SessionRequest;
  if (kind !== 'cards') return safe;
  const money = { currency: safe.transaction?.money?.currency ?? currencies[0], amount: undefined };
  return { ...safe, transaction: { ...safe.transaction, money } as SessionRequest['transaction'] };
}

/** Addresses are kept as they are: one with a card number in it was refused. */
function withoutCards(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === 'url' ? value : maskCardNumbers(value);
  if (Array.isArray(value)) return value.map((one) => withoutCards(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [maskCardNumbers(key), withoutCards(one, key)]),
  );
}

export const isAmountOpen = (request: SessionRequest, kind: SessionKind): boolean =>
  kind === 'payments' && fixedAmount(request) === undefined;
