import { brandNames } from '#shared/payments/brand-names.ts';
import { isWallet } from '#shared/payments/wallets.ts';
import { maskEmail } from '#shared/email-address.ts';
import type { PayerAdvice } from '#shared/payments/decline-rows.ts';
import { adviseOnDecline, explainDecline } from '#shared/payments/declines.ts';
import { countryList, findCountry } from '#shared/countries.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { amountBounds } from '../../amount-bounds.ts';
import type { PageView } from '../../schemas.ts';
import { linkPausedUntil, linkStatusForNewPayer } from '#shared/payments/link-status.ts';
import { parsePageLanguage } from '#shared/page-languages.ts';
import { type Skin, defaultSkin, isSkin } from '../../skins.ts';
import {
  type SessionTransactionState,
  attemptsAllowed,
  heldState,
  isAtProcessorChallenge,
  sessionIdleMs,
  isOpen,
  isUnderReview,
  sessionStatus,
} from '../../session-status.ts';
import type { Config } from '#server/config.ts';
import { isAmountOpen } from './check-session.ts';
import { listFrameOrigins, pagePath } from './open-session.ts';
import { fixedAmount, isMoto } from './session-sale.ts';
import type { HostedSession } from '../hosted-session-table.ts';

type PageProblem = PageView['problem'];

/** The current content of a session's payment page. */
export function buildPageView(
  session: HostedSession,
  now: Date,
  config: Pick<Config, 'portalUrl' | 'checkoutUrl' | 'sandbox' | 'smtpUrl'>,
  problem: PageProblem = null,
): PageView {
  const { request, kind, txnId, maskedPan, paymentProduct, linkCode } = session;
  const step = findCurrentStep(session, now);
  const { transactionState } = sessionStatus(session, now);
  const details = request.customer?.details;
  const currency = request.transaction?.money?.currency ?? '';
  const asksAddress = addressToAsk(session);
  const customerCountry = findCountry(details?.address?.countryCode ?? '')?.alpha2;
  return {
    step,
    kind,
    transactionState,
    merchantName: session.merchantName,
    isTest: config.sandbox,
    isTerminal: session.createdVia === 'portal' && request.transaction?.channel === 'VIRTUAL_TERMINAL',
    logoUrl: session.hasLogo ? pagePath(session, 'logo') : null,
    language: parsePageLanguage(request.locale),
    skin: skinOf(session),
    currency,
    digits: currencyDigits(currency) ?? 2,
    amount: fixedAmountText(session, currency),
    ...amountBoundsFor(session, currency),
    description: request.transaction?.description ?? null,
    reference: request.transaction?.merchantReference ?? null,
    asks: { cv2: kind !== 'payouts', address: asksAddress, saving: false },
    savedCards: [],
    applePay: null,
    googlePay: false,
    holderName: isMoto(request) ? '' : (details?.name ?? ''),
    countries: asksAddress === 'NONE' ? [] : countryList().map(({ alpha2 }) => alpha2),
    country: customerCountry ?? regionOf(request.locale),
    isCountryKnown: customerCountry !== undefined,
    problem: problem ?? findPageProblem(session, step, now),
    held: step === 'RESULT' ? heldState(session) : null,
    receipt: step === 'RESULT' ? findReceipt(session, config) : null,
    closed: step === 'CLOSED' ? findClosedReason(session, now) : null,
    attemptsLeft: Math.max(0, attemptsAllowed - session.attempts),
    closing: step === 'FORM' ? findClosing(session, now) : null,
    transactionId: txnId === null ? null : String(txnId),
    maskedCard: maskedPan,
    wallet: isWallet(paymentProduct) ? (brandNames[paymentProduct] ?? null) : null,
    thankYou: session.linkThankYou,
    attemptedAt: session.attemptedAt?.toISOString() ?? null,
    showResult: request.features?.showResultsPage ?? false,
    returnUrl: buildReturnUrl(session),
    cancelUrl: buildCancelUrl(session, transactionState),
    leadsToMerchant: linkCode === null || request.session?.returnUrl?.url !== linkAddress(session, config),
    redirect: step === 'REVIEW' ? buildFrameRedirect(session) : null,
    againUrl: step !== 'REVIEW' && canPayAgain(session, now) ? linkAddress(session, config) : null,
    pausedSeconds: session.link ? secondsUntil(linkPausedUntil(session.link, now), now) : 0,
    parents: listFrameOrigins(session, config),
  };
}

/** Nothing that the merchant has sent, and nothing of a phone or mail order. */
function addressToAsk({ request, kind, payerAddress }: HostedSession): PageView['asks']['address'] {
  const { line1, postcode } = request.customer?.details?.address ?? {};
  if (kind !== 'payments' || isMoto(request) || line1) return 'NONE';
  return payerAddress === 'POSTCODE' && postcode ? 'NONE' : payerAddress;
}

/** 'pt-BR', 'pt_BR' → 'BR'. */
const regionOf = (locale = ''): string =>
  findCountry(/[-_]([A-Za-z]{2})$/.exec(locale)?.[1] ?? '')?.alpha2 ?? '';

const secondsUntil = (end: Date | undefined, now: Date): number =>
  end ? Math.ceil((end.getTime() - now.getTime()) / 1000) : 0;

const linkAddress = ({ linkCode }: HostedSession, { checkoutUrl }: Pick<Config, 'checkoutUrl'>): string =>
  `${checkoutUrl}/a/${linkCode ?? ''}`;

const canPayAgain = ({ link, transactionStatus }: HostedSession, now: Date): boolean =>
  link != null && transactionStatus !== 'SUCCESS' && linkStatusForNewPayer(link, now) === 'ACTIVATED';

/** The payer's own attempts took no money, and the link can no longer be paid. */
function isLinkOver({ link, transactionStatus }: HostedSession, now: Date): boolean {
  const isUnpaid = transactionStatus === null || ['FAILED', 'CANCELLED'].includes(transactionStatus);
  return link != null && isUnpaid && linkStatusForNewPayer(link, now) !== 'ACTIVATED';
}

function findClosedReason(session: HostedSession, now: Date): PageView['closed'] {
  const { link, linkTxnId, txnId, transactionStatus } = session;
  if (link && isLinkOver(session, now)) {
    const status = linkStatusForNewPayer(link, now);
    return status === 'USED' ? 'paid' : status === 'EXPIRED' ? 'link_expired' : 'link_over';
  }
  // An attempt on another page of the link superseded this one.
  if (link && transactionStatus === 'CANCELLED' && linkTxnId !== txnId) return 'restarted';
  return sessionStatus(session, now).transactionState === 'EXPIRED' ? 'expired' : 'cancelled';
}

function findCurrentStep(session: HostedSession, now: Date): PageView['step'] {
  if (isOpen(session, now)) return 'FORM';
  if (isLinkOver(session, now)) return 'CLOSED';
  if (isUnderReview(session)) return 'REVIEW';
  switch (sessionStatus(session, now).transactionState) {
    case 'PROCESSING':
      return isAtProcessorChallenge(session) ? 'CHALLENGE' : 'PROCESSING';
    case 'PENDING':
      return 'CHALLENGE';
    case 'SUCCESS':
    case 'FAILED':
      return 'RESULT';
    default:
      return 'CLOSED';
  }
}

/** Visits keep a session open, but not its link. */
function findClosing({ lastInteraction, link }: HostedSession, now: Date): PageView['closing'] {
  const idleEnd = lastInteraction.getTime() + sessionIdleMs;
  const end = Math.min(idleEnd, link?.expiresAt.getTime() ?? Infinity);
  return { seconds: Math.max(0, Math.round((end - now.getTime()) / 1000)), canStay: end === idleEnd };
}

/** Only where emails are sent; those of the sandbox stay in its outbox. */
function findReceipt(
  { kind, request, transactionStatus, hasSentReceipt }: HostedSession,
  { smtpUrl, sandbox }: Pick<Config, 'smtpUrl' | 'sandbox'>,
): PageView['receipt'] {
  if (kind !== 'payments' || transactionStatus !== 'SUCCESS' || isMoto(request)) return null;
  if (smtpUrl === undefined && !sandbox) return null;
  const own = request.customer?.details?.emailAddress;
  if (own !== undefined) return { to: maskEmail(own) };
  return hasSentReceipt ? null : { to: null };
}

/** Keeps redirects of portal sessions inside the portal's frame. */
function buildFrameRedirect({ redirect, createdVia }: HostedSession): PageView['redirect'] {
  if (redirect === null) return null;
  return createdVia === 'portal' ? { ...redirect, frame: 'CONTAINER' } : redirect;
}

function fixedAmountText(session: HostedSession, currency: string): string | null {
  const { request, kind, amountMinor } = session;
  if (kind === 'cards') return null;
  if (isAmountOpen(request, kind)) {
    return amountMinor === null || amountMinor === 0 ? null : formatMinor(amountMinor, currency);
  }
  const parsed = parseAmount(fixedAmount(request), currency);
  return parsed.ok ? formatMinor(parsed.value, currency) : null;
}

/** The merchant's bounds. The product's own limit is shown only to payers who exceed it. */
function amountBoundsFor({ request, kind }: HostedSession, currency: string) {
  const { min, max } = request.transaction?.money?.amount ?? {};
  const { minMinor, maxMinor } = amountBounds(request);
  const isOpenAmount = isAmountOpen(request, kind);
  return {
    minAmount: isOpenAmount && min !== undefined ? formatMinor(minMinor, currency) : null,
    maxAmount: isOpenAmount && max !== undefined ? formatMinor(maxMinor, currency) : null,
  };
}

const problemsByAdvice: Readonly<Record<PayerAdvice, PageProblem>> = {
  DECLINED: 'declined',
  CHECK_CARD: 'check_card',
  NOT_APPROVED: 'not_approved',
  AUTHENTICATE: 'authentication',
  UNAVAILABLE: 'unavailable',
  UNCONFIRMED: 'unconfirmed',
  CANCELLED: 'refused',
  EXPIRED: 'start_again',
  CONTACT: 'contact',
};

/** Advice after the latest attempt failed. It never names the wrong field, which would help to guess cards. */
function findPageProblem(
  { transactionStatus, reasonCode, statusCode, scheme, link }: HostedSession,
  step: PageView['step'],
  now: Date,
): PageProblem {
  if (transactionStatus !== 'FAILED' || reasonCode === null) return null;
  if (link && linkPausedUntil(link, now)) return 'resting';
  const { payer } = adviseOnDecline(explainDecline({ reasonCode, statusCode, scheme }));
  if (payer === undefined) return 'refused';
  const isLast = step !== 'FORM' && ['DECLINED', 'CHECK_CARD', 'NOT_APPROVED'].includes(payer);
  return isLast ? 'declined_last' : problemsByAdvice[payer];
}

const problemsByCode: Readonly<Record<string, PageProblem>> = {
  V144: 'expiry',
  V304: 'expiry',
  V305: 'brand',
  V306: 'cv2',
  V124: 'postcode',
  V152: 'address',
  V155: 'address',
  V100: 'amount',
  V129: 'amount',
  V130: 'amount',
  V131: 'amount',
  V132: 'amount',
  L100: 'busy',
};

/** The page's problem for a rejection that stored no transaction. */
export function problemForCode(code: string): PageProblem {
  return problemsByCode[code] ?? (/^V30[1-3]$/.test(code) ? 'pan' : 'refused');
}

/** Adds the parameters that merchants' plug-ins read (docs/domain.md#hosted-sessions). */
function buildReturnUrl({ request, sessionId }: HostedSession): string {
  return addSessionParams(
    request.session?.returnUrl?.url ?? '',
    sessionId,
    request.customer?.registered ?? false,
  );
}

/** A payer without an attempt goes to the merchant's cancel URL. A failure goes to the return URL, like a success. */
function buildCancelUrl(session: HostedSession, state: SessionTransactionState): string {
  const { request, sessionId } = session;
  const cancelUrl = request.session?.cancelUrl?.url;
  if (cancelUrl === undefined || state === 'FAILED') return buildReturnUrl(session);
  return addSessionParams(cancelUrl, sessionId, request.customer?.registered ?? false);
}

function addSessionParams(address: string, sessionId: string, registered: boolean): string {
  const url = new URL(address);
  url.searchParams.set('sessionId', sessionId);
  url.searchParams.set('paymentMethodsAcceptingTokens', 'CARD');
  url.searchParams.set('optionalCardRegistration', 'false');
  url.searchParams.set('isGuestPayment', String(!registered));
  url.searchParams.set('shouldShowBackButton', 'false');
  return url.href;
}

/** The session's skin, else that of its installation. */
export function skinOf({ request, defaultSkin: stored }: HostedSession): Skin {
  const chosen = request.session?.skin;
  if (chosen !== undefined && isSkin(chosen)) return chosen;
  return isSkin(stored) ? stored : defaultSkin;
}
