import { maskCardNumbers } from '#shared/card-number.ts';
import { isOneEmail } from '#shared/email-address.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { checkBounds } from '../../amount-bounds.ts';
import type { SessionRequest } from '../../session-request.ts';
import { isSkin } from '../../skins.ts';
import { findUnsafeAddress } from '#features/payments/payments/server/draft-payment.ts';
import { parsePayment } from '#features/payments/payments/request/parse-payment.ts';
import type { HostedRefusal } from './hosted-problem.ts';
import { buildPaymentBody, fixedAmount, operationOf, toSessionFields } from './session-sale.ts';
import type { SessionKind } from '../hosted-session-table.ts';

/** The context that validates a session's request. */
interface SessionRules {
  currencies: readonly string[];
  /** The sites a payer may be redirected to: the merchant's and ours. */
  origins: readonly string[];
  /** Whether callbacks may use plain http. */
  insecureCallbacks: boolean;
  now: Date;
}

/** Refuses with the first error of a session's request. */
export function checkSession(
  request: SessionRequest,
  kind: SessionKind,
  rules: SessionRules,
): Result<undefined, HostedRefusal> {
  const result = findSessionError(request, rules);
  if (!result.ok) return result;
  const bounds = checkBounds(request, isAmountOpen(request, kind));
  if (!bounds.ok) return bounds;
  // Validates the payment that the session will make, with a placeholder for the card.
  const amount = kind === 'payments' && request.transaction?.money?.amount !== undefined ? '1' : undefined;
  const sale = buildPaymentBody(request, kind, { method: { cardToken: { token: 'to-come' } }, amount });
  const checked = parsePayment(sale, operationOf[kind], rules.now);
  if (!checked.ok) return { ...checked, ...toSessionFields(checked) };
  const { currency, callbacks } = checked.value;
  const plain = rules.insecureCallbacks ? undefined : findUnsafeAddress(callbacks);
  if (plain) return { ok: false, ...toSessionFields({ code: 'V125', field: plain }) };
  if (rules.currencies.includes(currency)) return ok(undefined);
  return refuse('A102', 'transaction.money.currency');
}

const addressNames = ['returnUrl', 'cancelUrl', 'restoreUrl'] as const;

function findSessionError(
  { session, customer, features }: SessionRequest,
  { origins }: SessionRules,
): Result<undefined, HostedRefusal> {
  if (session?.returnUrl?.url === undefined)
    return refuse('exception.config.noReturnUrl', 'session.returnUrl.url', 'missing');
  const disallowed = addressNames.find((name) => {
    const url = session[name]?.url;
    return url !== undefined && !isOnOrigins(url, origins);
  });
  if (disallowed) return refuse('exception.config.url.not.valid', `session.${disallowed}.url`, 'not_allowed');
  const { skin } = session;
  if (skin !== undefined && !/^[\w-]{1,40}$/.test(skin))
    return refuse('exception.skin.request', 'session.skin', 'invalid');
  if (skin !== undefined && !isSkin(skin))
    return refuse('exception.skin.lookup', 'session.skin', 'not_allowed');
  const email = customer?.details?.emailAddress;
  if (email !== undefined && !isOneEmail(email))
    return refuse('exception.invalid.email', 'customer.details.emailAddress', 'invalid');
  const methods = features?.paymentMethods;
  if (methods && methods.length > 0 && !methods.some((method) => method.toUpperCase() === 'CARD'))
    return refuse('exception.payout.noValidCards', 'features.paymentMethods', 'not_allowed');
  return ok(undefined);
}

/** Masks card numbers in every text of a request before it is stored (docs/domain.md#card-data). */
export function redactForStorage(
  request: SessionRequest,
  kind: SessionKind,
  currencies: readonly string[],
): SessionRequest {
  const redacted = withoutCards(request) as SessionRequest;
  if (kind !== 'cards') return redacted;
  const money = { currency: redacted.transaction?.money?.currency ?? currencies[0], amount: undefined };
  return { ...redacted, transaction: { ...redacted.transaction, money } as SessionRequest['transaction'] };
}

/** Left as they are, because the validation rejects one with a card number. */
const unchanged: ReadonlySet<string> = new Set([
  'url',
  'merchantReference',
  'merchantCustomerId',
  'basketReference',
]);

function withoutCards(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return unchanged.has(name) ? value : maskCardNumbers(value);
  if (Array.isArray(value)) return value.map((item) => withoutCards(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskCardNumbers(key), withoutCards(item, key)]),
  );
}

export const isAmountOpen = (request: SessionRequest, kind: SessionKind): boolean =>
  kind === 'payments' && fixedAmount(request) === undefined;
