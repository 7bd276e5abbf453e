import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { BodyOf } from '#shared/define-endpoint.ts';
import { isWithinBounds } from '../../amount-bounds.ts';
import type { submitSession } from '../../endpoints.ts';
import { isAtChallenge, isLinkBusy, linkPausedUntil } from '#shared/payments/link-status.ts';
import { isOpen } from '../../session-status.ts';
import { problems } from '#shared/problem.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { cancelSuspended } from '#features/payments/payments/server/settle.ts';
import {
  type PaymentContext,
  type PaymentServices,
  audit,
  hashRequest,
} from '#features/payments/payments/server/payment-context.ts';
import { createPayment } from '#features/payments/payments/server/create-payment.ts';
import { explainDecline } from '#shared/payments/declines.ts';
import type { RequestInfo } from '#server/handler.ts';
import { isAmountOpen } from './check-session.ts';
import { pagePath } from './open-session.ts';
import { findAppleConnection, findGoogleOffer } from './page-wallets.ts';
import { readPayerBrowser } from './payer-browser.ts';
import { findSavedCard, hasExpired, offersSavedCards } from './saved-cards.ts';
import { operationOf, buildPaymentBody, isMoto } from './session-sale.ts';
import {
  type HostedSession,
  findSessionById,
  insertAttempt,
  lockAndLoadSession,
} from '../hosted-session-table.ts';

/** NOT_OPEN: the session was paid or closed, or has expired. L100: another payment of its link is being authorised. */
type ClaimRefusal = Refusal<'NOT_OPEN' | 'L100'>;

interface PayerContext {
  services: PaymentServices;
  request: RequestInfo;
  now: Date;
}

/** The context of a payer's payment: the page acts for the merchant. */
export function buildPayerContext(
  session: HostedSession,
  { services, request, now }: PayerContext,
): PaymentContext {
  const { companyId } = session;
  const page = (name: string) => `${services.config.checkoutUrl}${pagePath(session, name)}`;
  return {
    services,
    now,
    companyId,
    merchantId: session.merchantId,
    installationId: session.installationId,
    merchantPath: session.merchantPath,
    program: 'gateway',
    mode: session.mode ?? undefined,
    actor: { kind: 'system', id: 'hosted-page' },
    ip: request.ip,
    requestId: request.id,
    notificationUrl: page('authenticated'),
    fingerprintUrl: page('method'),
    returnUrl: page('confirmed'),
    inTenant: (work) => inTenant(services.database, [companyId], work),
  };
}

/**
 * One attempt to pay a session with a card. The database transaction that inserts the payment claims the attempt under
 * a unique key, so that a session pays at most once, even after a crash. Returns the reason code, a refused payment's too.
 * Refuses when the session is no longer open.
 */
export async function paySession(
  session: HostedSession,
  body: BodyOf<typeof submitSession>,
  payer: PayerContext,
): Promise<Result<string, Refusal<'NOT_OPEN'>>> {
  const { services, request } = payer;
  const { card, saved, submission, amount, address, register, browser } = body;
  const wallet = body.applePay ?? body.googlePay;
  const asksCode = session.kind !== 'payouts' && !wallet;
  if (asksCode && (saved ?? card)?.cv2 === undefined) return ok('V306');
  const isChosenByPayer = isAmountOpen(session.request, session.kind);
  if (isChosenByPayer && !isWithinBounds(session.request, amount)) return ok('V100');
  const method = await findMethod(session, body, payer);
  if (!method.ok) return ok(method.code);
  const sale = buildPaymentBody(session.request, session.kind, {
    method: method.value,
    amount: isChosenByPayer ? amount : undefined,
    address,
    ip: request.ip,
    browser: readPayerBrowser(browser, request),
    // With the payer's consent, on pages that ask for it.
    register: register && offersSavedCards(session),
    holderName: card?.cardHolderName,
  });
  const idempotency = {
    key: `${session.sessionId}.${submission}`,
    ...hashRequest(services, payer.now, JSON.stringify([wallet ?? saved ?? card, amount, address])),
  };
  const context: PaymentContext = {
    ...buildPayerContext(session, payer),
    idempotency,
    ...(session.request.features?.newAccountPayoutEnabled ? { paysNewCards: true } : {}),
    ...(session.linkId ? { linkId: session.linkId } : {}),
    sessionId: session.sessionId,
    claimFor: (sql, txnId) => claim(sql, context, session, txnId),
  };
  const pay = async (attempt: PaymentContext) => {
    const { refusedClaim, body: paid } = await createPayment(attempt, sale, operationOf[session.kind]);
    return refusedClaim ?? paid.outcome?.reasonCode ?? paid.reasonCode ?? '';
  };
  const demandsChallenge = isChallengeDemanded(session);
  const first = await pay({ ...context, demandsChallenge });
  if (first === 'NOT_OPEN') return refuse('NOT_OPEN');
  // One more attempt, and only after a decline of one that did not demand a challenge.
  if (demandsChallenge || wallet || first !== 'D100') return ok(first);
  const after = await findSessionById(services.database, session.sessionId);
  if (!after || after.txnId === session.txnId || !isChallengeDemanded(after) || !isOpen(after, payer.now))
    return ok(first);
  const second = await pay({
    ...context,
    idempotency: { ...idempotency, key: `${idempotency.key}.challenge` },
    demandsChallenge: true,
    claimFor: (sql, txnId) => claim(sql, context, after, txnId),
  });
  return second === 'NOT_OPEN' ? ok(first) : ok(second);
}

/** The issuer declined the latest attempt because the card holder was not challenged. Phone orders and payouts have no challenge. */
function isChallengeDemanded(session: HostedSession): boolean {
  const { kind, request, transactionStatus, reasonCode, statusCode, scheme, authentication } = session;
  if (kind === 'payouts' || isMoto(request) || transactionStatus !== 'FAILED') return false;
  const decline = explainDecline({ reasonCode: reasonCode ?? '', statusCode, scheme });
  return decline === '1A' && authentication?.challenge === undefined;
}

/** The payer's card, the token of a saved one, or of a wallet where the page offers it. */
async function findMethod(
  session: HostedSession,
  { card, saved, applePay, googlePay }: BodyOf<typeof submitSession>,
  { services, now }: PayerContext,
): Promise<Result<object, { code: 'A102' | 'A109' }>> {
  if (applePay !== undefined) {
    const isOffered = (await findAppleConnection(services, session)) !== undefined;
    return isOffered ? ok({ applePay }) : refuse('A102');
  }
  if (googlePay !== undefined) {
    const isOffered = (await findGoogleOffer(services, session)) !== undefined;
    return isOffered ? ok({ googlePay }) : refuse('A102');
  }
  if (saved === undefined) return ok({ card: card ?? {} });
  const found = await inTenant(services.database, [session.companyId], (sql) =>
    findSavedCard(sql, services, session, saved.id),
  );
  if (!found.ok) return found;
  const { token, expiry } = found.value;
  return hasExpired(expiry, now) ? refuse('A109') : ok({ cardToken: { token, cv2: saved.cv2 } });
}

async function claim(
  sql: TenantSql,
  context: PaymentContext,
  opened: HostedSession,
  txnId: number,
): Promise<Result<() => Promise<void>, ClaimRefusal>> {
  const { now } = context;
  const session = await lockAndLoadSession(sql, opened);
  if (!session || !isOpen(session, now)) return refuse('NOT_OPEN');
  if (session.link) {
    const pausedUntil = linkPausedUntil(session.link, now);
    if (pausedUntil)
      throw problems.tooManyRequests(Math.ceil((pausedUntil.getTime() - now.getTime()) / 1000));
    const isBusy =
      isLinkBusy(session.link) ||
      (isAtChallenge(session.link) && !(await supersede(sql, context, session, txnId)));
    if (isBusy) return refuse('L100');
  }
  return ok(() => insertAttempt(sql, session, txnId, now));
}

/**
 * Cancels the link's open challenge in the database transaction that claims the new attempt. The row lock decides a
 * race with a resume: either the challenge is still open, or the link is busy. False when it is busy.
 */
async function supersede(
  sql: TenantSql,
  context: PaymentContext,
  { linkTxnId }: HostedSession,
  txnId: number,
): Promise<boolean> {
  if (linkTxnId === null || !(await cancelSuspended(sql, { ...context, txnId: linkTxnId }))) return false;
  await audit(sql, context, 'supersedePayment', {
    objectId: String(linkTxnId),
    outcome: 'C106',
    detail: { supersededBy: String(txnId) },
  });
  return true;
}
