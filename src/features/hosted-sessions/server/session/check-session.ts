import type { FaultDetail } from '#shared/problem.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { isEmailLike } from '#shared/patterns.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { boundsFault } from '#features/hosted-sessions/amount-bounds.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import { isSkin } from '#features/hosted-sessions/skins.ts';
import { checkPayment } from '#features/payments/request/parse-payment.ts';
import { findPlainHttpField } from '#features/payments/request/callbacks.ts';
import { refusalReason } from '#features/payments/reason-codes.ts';
import type { Refusal } from '#features/payments/request/request-rejected.ts';
import { type HostedCode, type HostedFailure, hostedFailure } from './hosted-problem.ts';
import { fixedAmount, inSessionNames, operationOf, buildPaymentBody } from './session-sale.ts';
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
  const own = findSessionFault(request, ground);
  if (own) return own;
  const bounds = boundsFault(request, isAmountOpen(request, kind));
  if (bounds) return codeFailure(bounds);
  // Judged as the payment it will become; the card is still to come.
  const amount = kind === 'payments' && request.transaction?.money?.amount !== undefined ? '1' : undefined;
  const sale = buildPaymentBody(request, kind, { method: { cardToken: { token: 'to-come' } }, amount });
  const checked = checkPayment(sale, operationOf[kind], ground.now);
  if (!checked.ok) return codeFailure(inSessionNames(checked));
  const { currency, callbacks } = checked.request;
  const plain = ground.insecureCallbacks ? undefined : findPlainHttpField(callbacks);
  if (plain) return codeFailure(inSessionNames({ code: 'V125', field: plain }));
  if (ground.currencies.includes(currency)) return undefined;
  return codeFailure({ code: 'A102', field: 'transaction.money.currency' });
}

const addressNames = ['returnUrl', 'cancelUrl', 'restoreUrl'] as const;

function findSessionFault(
  { session, customer, features }: SessionRequest,
  { origins }: SessionGround,
): HostedFailure | undefined {
  const fail = (code: HostedCode, field: string, detail: FaultDetail) =>
    hostedFailure(code, { field, detail });
  if (session?.returnUrl?.url === undefined)
    return fail('exception.config.noReturnUrl', 'session.returnUrl.url', 'missing');
  const away = addressNames.find((name) => {
    const url = session[name]?.url;
    return url !== undefined && !isOnOrigins(url, origins);
  });
  if (away) return fail('exception.config.url.not.valid', `session.${away}.url`, 'not_allowed');
  const { skin } = session;
  if (skin !== undefined && !/^[\w-]{1,40}$/.test(skin))
    return fail('exception.skin.request', 'session.skin', 'invalid');
  if (skin !== undefined && !isSkin(skin))
    return fail('exception.skin.lookup', 'session.skin', 'not_allowed');
  const email = customer?.details?.emailAddress;
  if (email !== undefined && !isEmailLike(email))
    return fail('exception.invalid.email', 'customer.details.emailAddress', 'invalid');
  const methods = features?.paymentMethods;
  if (methods && methods.length > 0 && !methods.some((one) => one.toUpperCase() === 'CARD'))
    return fail('exception.payout.noValidCards', 'features.paymentMethods', 'not_allowed');
  return undefined;
}

/** A refusal in the merchant API's codes, with the field that is meant. */
export function codeFailure({ code, field, detail }: Refusal): HostedFailure {
  return { status: 'FAILED', ...refusalReason(code, { field, detail }) };
}

/** The request as it may be kept: no text of it holds a card number (docs/domain.md#card-data). */
export function redactForStorage(
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
