import { liabilityShiftFor } from '#features/fraud/risk-controls/evaluate-payment.ts';
import type { LiabilityShift, RiskControls } from '#features/fraud/risk-controls/risk-controls.ts';
import type {
  AuthenticationFields,
  AuthenticationRequest,
  AuthenticationResult,
  ThreeDSecure,
} from '#integrations/processors/three-d-secure.ts';
import type { ChallengePreference } from '#shared/payments/authentication.ts';
import type { StoredAuthentication } from './db/transaction-detail.ts';
import { isKnownCard } from './db/cards.ts';
import { fraudFailure, previewFraud, toDeferral } from './judge-payment.ts';
import type { PaymentContext } from './payment-context.ts';
import { buildSaleOperation, toCardSource } from './processor-client.ts';
import { sealState } from './suspended/authentication-state.ts';
import {
  type Draft,
  type PaymentFailure,
  type Screened,
  byRiskControls,
  failedState,
  planCallbacks,
  submittedState,
} from './payment-stages.ts';

/**
 * Everything that happens to a payment before it is stored (docs/domain.md#fraud-decisions): rule for payouts → preview of
 * the fraud rules → 3-D Secure → the processor keeps the card of a payment that waits. A failure is stored as a failed
 * transaction.
 */
export async function screenPayment(context: PaymentContext, draft: Draft): Promise<Screened> {
  const submitted: Screened = { ...draft, state: submittedState };
  if (!(await isPayoutAllowed(context, draft)))
    return fail(submitted, { code: 'A138', stage: 'FRAUD_RULES' });
  const previewed = await preview(context, submitted);
  if (previewed.state.status === 'FAILED') return previewed;
  if (previewed.type === 'PAYOUT_INITIALIZE') return announcePayout(previewed);
  const authenticate = planInSend(context, previewed);
  if (authenticate) return prepareCallback({ ...previewed, authenticate });
  const { next, failure, threeDSecure } = await authenticatePayment(context, previewed);
  const authenticated = { ...previewed, threeDSecure };
  if (failure) return fail(authenticated, failure);
  return next === 'WAIT' ? suspendForIssuer(authenticated) : prepareCallback(authenticated);
}

const fail = (screened: Screened, failure: PaymentFailure): Screened => ({
  ...screened,
  state: failedState(failure),
});

/**
 * A payout only goes to a card that has paid before, unless the merchant allows this one (docs/decisions/0034).
 */
async function isPayoutAllowed(
  { companyId, paysNewCards, inTenant }: PaymentContext,
  { request, card }: Draft,
): Promise<boolean> {
  if (request.operation !== 'payout' || paysNewCards) return true;
  const { fingerprint } = card;
  return fingerprint !== null && inTenant((sql) => isKnownCard(sql, companyId, fingerprint));
}

/** What the fraud rules would decide, for a payment that leaves the process before it is stored. */
async function preview(context: PaymentContext, submitted: Screened): Promise<Screened> {
  const isHeldFirst = submitted.type === 'PAYOUT' && 'card' in submitted.request.source;
  if (!isHeldFirst && !isAuthenticationDue(context, submitted)) return submitted;
  const verdict = await previewFraud(context, submitted);
  const failure = fraudFailure(verdict);
  if (failure) return fail(submitted, failure);
  // A deferred payout waits, so the processor keeps its card.
  return verdict.deferral && submitted.type === 'PAYOUT'
    ? { ...submitted, type: 'PAYOUT_INITIALIZE', deferral: toDeferral(verdict.deferral) }
    : submitted;
}

async function announcePayout(screened: Screened): Promise<Screened> {
  const held = await holdCard(screened);
  if (!held) return fail(screened, { code: 'X203', stage: 'INITIALIZE' });
  const state = { status: 'SUCCESS', stage: 'COMPLETE', reasonCode: 'S100', send: false } as const;
  return { ...withCredential(held), state };
}

/** The processor keeps the card while the issuer identifies the browser or asks the card holder. */
async function suspendForIssuer(screened: Screened): Promise<Screened> {
  const held = await holdCard(screened);
  if (!held) return fail(screened, { code: 'X203', stage: 'THREE_D_SECURE' });
  const stage = 'THREE_D_SECURE';
  const state = { status: 'SUSPENDED_THREE_D_SECURE', stage, reasonCode: 'U100', send: false } as const;
  return { ...withCredential(held), state };
}

/**
 * The merchant may suspend the payment, which then continues with the processor's reference to the card. The vault gets
 * that reference with the settlement only, so a card that the merchant rejects cannot be charged later.
 */
async function prepareCallback(screened: Screened): Promise<Screened> {
  const { before } = planCallbacks(screened.type, screened.request.callbacks);
  if (!before) return screened;
  const held = await holdCard(screened);
  return held ?? fail(screened, { code: 'X203', stage: 'AUTHORISATION' });
}

/** With the processor's reference to a new card; undefined when the processor does not take it. */
async function holdCard(screened: Screened): Promise<Screened | undefined> {
  const { request, route, txnId } = screened;
  const { source, customer } = request;
  if (!('card' in source)) return screened;
  const { connection } = route;
  const owner = { reference: customer.merchantRef ?? String(txnId), account: connection.account };
  const tokenized = await connection.tokenize?.(toCardSource(source.card), owner);
  return tokenized?.kind === 'kept' ? { ...screened, heldCard: tokenized.credential } : undefined;
}

/** A payment that waits needs the reference in the vault: the number itself is not stored. */
const withCredential = (screened: Screened): Screened => {
  const { card, heldCard } = screened;
  if (heldCard === undefined) return screened;
  return { ...screened, card: { ...card, credential: heldCard, connectionId: screened.route.connection.id } };
};

/** What 3-D Secure returned; without `threeDSecure` the payment was not authenticated. */
interface Authentication {
  next: 'PROCEED' | 'WAIT';
  threeDSecure?: StoredAuthentication;
  /** The result ends the payment, and is stored with it. */
  failure?: PaymentFailure;
}

/**
 * Calls 3-D Secure for a new payment: for ECOM payments that request it, and for all of them where the installation has it
 * on (docs/domain.md#3-d-secure). A MOTO payment only stops for an issuer that
 * demands a challenge, and only on our own page, which can show it (docs/decisions/0075).
 */
async function authenticatePayment(context: PaymentContext, draft: Draft): Promise<Authentication> {
  if (!isAuthenticationDue(context, draft)) return { next: 'PROCEED' };
  const { request, controls, route } = draft;
  const result = await authenticate(route.connection.threeDSecure, buildAuthentication(context, draft));
  const { fields } = result;
  if (result.kind !== 'proceed') {
    const { state } = result;
    const sealed = state === undefined ? {} : { state: sealState(context, draft.txnId, state) };
    const form = result.kind === 'challenge' ? { challenge: result.form } : { fingerprint: result.form };
    return { next: 'WAIT', threeDSecure: { ...fields, ...sealed, ...form } };
  }
  // A MOTO payment without a challenge was not authenticated: its result counts for nothing.
  if (request.commerceType === 'MOTO') return { next: 'PROCEED' };
  const code = authenticationFailure(liabilityShiftFor(controls), fields) ?? demandFailure(context, fields);
  const failure = code && authenticationRefusal(controls, code, fields);
  return { next: 'PROCEED', threeDSecure: fields, failure };
}

/** For a payment on our own page, which can lead the payer to the issuer, with a processor that authenticates in `send`. */
function planInSend(context: PaymentContext, draft: Draft): Screened['authenticate'] {
  const { capabilities, threeDSecure } = draft.route.connection;
  const isOwn = capabilities.authenticatesInSend === true && threeDSecure === undefined;
  const { returnUrl, demandsChallenge } = context;
  const isPossible = returnUrl !== undefined && draft.request.commerceType === 'ECOM';
  if (isOwn && isPossible && mayAskIssuer(draft)) return { returnUrl, demand: 'AUTOMATIC' };
  if (!isOwn || !isPossible || !isAuthenticationDue(context, draft)) return undefined;
  if (demandsChallenge) return { returnUrl, demand: 'CHALLENGE' };
  return { returnUrl, demand: draft.controls.threeDSecure ? 'ANY' : 'AUTOMATIC' };
}

/**
 * A card of Google Pay may be without a device (docs/domain.md#wallets). An installation that requires 3-D Secure gets only those that have
 * one.
 */
const mayAskIssuer = ({ request: { source }, controls }: Draft): boolean =>
  'wallet' in source && source.wallet.kind === 'GOOGLE-PAY' && !controls.threeDSecure;

function buildAuthentication(
  { notificationUrl, fingerprintUrl, demandsChallenge }: PaymentContext,
  draft: Draft,
): AuthenticationRequest {
  const { request, card, installation, route } = draft;
  const { source, browser, exemption, commerceType } = request;
  const { address, payer, agreement } = buildSaleOperation(draft);
  const preference = request.details.strongCustomerAuthentication?.challengeRequested;
  return {
    reference: String(draft.txnId),
    source:
      'card' in source
        ? { pan: source.card.pan, expiry: source.card.expiry, holderName: source.card.holderName }
        : { credential: card.credential ?? '' },
    scheme: card.scheme ?? '',
    lastFour: card.lastFour ?? '',
    amountMinor: request.amountMinor,
    currency: request.currency,
    merchantName: installation.merchantName,
    account: route.connection.account,
    channel: commerceType === 'MOTO' ? 'MOTO' : 'ECOM',
    browser,
    payer,
    address,
    challenge: demandsChallenge ? 'CHALLENGE_MANDATED' : (preference as ChallengePreference | undefined),
    exemption: demandsChallenge ? undefined : exemption,
    agreement,
    notificationUrl: notificationUrl ?? request.returnUrl,
    ...(notificationUrl === undefined ? { merchantOrigins: installation.webOrigins } : { fingerprintUrl }),
  };
}

/**
 * A connection without 3-D Secure is a service that is not available. Without a page of ours no issuer can identify the browser: the
 * authentication continues at once.
 */
async function authenticate(
  threeDSecure: ThreeDSecure | undefined,
  request: AuthenticationRequest,
): Promise<AuthenticationResult> {
  if (!threeDSecure) return { kind: 'proceed', fields: withoutThreeDSecure };
  const begun = await threeDSecure.begin(request);
  if (begun.kind !== 'fingerprint' || request.fingerprintUrl !== undefined) return begun;
  const { reference, scheme } = request;
  const { fields, state } = begun;
  const continued = await threeDSecure.continue({ reference, scheme, fields, state, completed: 'U' });
  if (continued.kind === 'proceed' || continued.kind === 'challenge') return continued;
  return {
    kind: 'proceed',
    fields: { ...fields, status: 'UNAVAILABLE', versionsAttempted: [{ version: 2, availability: 'ERROR' }] },
  };
}

const withoutThreeDSecure: AuthenticationFields = {
  enrolmentStatus: 'UNKNOWN',
  status: 'UNAVAILABLE',
  version: '2.2.0',
  versionsAttempted: [],
};

/** Whether the 3-D Secure server is called for a payment. */
function isAuthenticationDue(
  { notificationUrl, program }: Pick<PaymentContext, 'notificationUrl' | 'program'>,
  { request, controls }: Pick<Draft, 'request' | 'controls'>,
): boolean {
  const isOnOwnPage = notificationUrl !== undefined;
  // The merchant charges a stored card in the portal: no card holder is there.
  const isUnattended = program === 'portal' && !isOnOwnPage;
  const isMoto = request.commerceType === 'MOTO';
  const isPossible = (request.commerceType === 'ECOM' && !isUnattended) || (isMoto && isOnOwnPage);
  const isRequested = request.do3DSecure || controls.threeDSecure;
  // The wallet has authenticated its user, or its processor does.
  if ('wallet' in request.source) return false;
  return isRequested && isPossible && request.operation !== 'payout';
}

/** The code that ends a payment after 3-D Secure. */
type AuthenticationFailure = 'A113' | 'A114';

/**
 * Why the result of 3-D Secure ends the payment, if it does. FAILED and REJECTED always do (docs/decisions/0083).
 * With PARTIAL an unavailable service ends it too, with FULL anything but AUTHENTICATED.
 */
export function authenticationFailure(
  liabilityShift: LiabilityShift,
  { status, enrolmentStatus }: Pick<AuthenticationFields, 'status' | 'enrolmentStatus'>,
): AuthenticationFailure | undefined {
  if (status === 'FAILED' || status === 'REJECTED') return 'A114';
  if (status === 'AUTHENTICATED' || liabilityShift === 'NONE') return undefined;
  const serviceFailed = status === 'UNAVAILABLE' || status === 'ERROR';
  if (liabilityShift === 'PARTIAL') return serviceFailed ? 'A113' : undefined;
  return enrolmentStatus === 'ENROLLED' ? 'A114' : 'A113';
}

/** The issuer has declined without an authentication: only an authenticated payment is sent to it again. */
const demandFailure = (
  { demandsChallenge = false }: Pick<PaymentContext, 'demandsChallenge'>,
  { status, enrolmentStatus }: AuthenticationFields,
): AuthenticationFailure | undefined =>
  !demandsChallenge || status === 'AUTHENTICATED'
    ? undefined
    : enrolmentStatus === 'ENROLLED'
      ? 'A114'
      : 'A113';

/** The failure that the result of 3-D Secure demands. With liability shift NONE the issuer decided, not the merchant. */
export function authenticationRefusal(
  controls: RiskControls,
  code: AuthenticationFailure,
  { status }: Pick<AuthenticationFields, 'status'>,
): { ok: false } & PaymentFailure {
  const liabilityShift = liabilityShiftFor(controls);
  const failure = { ok: false, code, stage: 'THREE_D_SECURE' } as const;
  if (liabilityShift === 'NONE') return failure;
  return { ...failure, decision: byRiskControls({ control: 'THREE_D_SECURE', liabilityShift, status }) };
}
