import { findUnsafeAddress } from './find-unsafe-address.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { Problem } from '#shared/problem.ts';
import { ok, refuse } from '#shared/result.ts';
import type { PaymentReply } from '../payment-response.ts';
import { type Operation, type PaymentRequest, parsePayment } from '../request/parse-payment.ts';
import type { CardNumber } from '../request/parse-card.ts';
import type { PaymentBody } from '../request/request-schemas.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { loadControls } from '#features/fraud/risk-controls/server/db/risk-controls.ts';
import { planSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import type { CardSource, ProcessorOperation, ProcessorSource } from '#integrations/processor.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { authorise, planCallbacks } from './authorise.ts';
import { type VaultCard, buildVaultCard, findCardByToken, findDefaultCard } from './db/cards.ts';
import { findCustomer, loadCardOwner } from './db/customers.ts';
import { loadInstallation } from './db/installations.ts';
import { checkCustomFields } from '#features/payments/custom-fields/server/db/custom-field.ts';
import { nextTransactionId } from './db/transactions.ts';
import { type PaymentContext, type PaymentResult, recordRefusal } from './payment-context.ts';
import { fraudFailure, previewFraud, toDeferral } from './evaluate-fraud.ts';
import { buildTransaction, persistPayment } from './persist-payment.ts';
import { processorKind, threeDSecureProof } from './processor-client.ts';
import {
  type InitialState,
  type PaymentDraft,
  authenticatePayment,
  failedState,
  isAuthenticationDue,
  requirementsFor,
  screenPayment,
} from './screen-payment.ts';

/**
 * A new payment, payout or verify: validate → screen → 3-D Secure → persist → authorise → post-authorisation checks →
 * settle. What validation refuses leaves no transaction; everything after it leaves one, failed or not.
 */
export async function createPayment(
  context: PaymentContext,
  body: PaymentBody,
  operation: Operation,
): Promise<PaymentReply> {
  const validated = await validatePayment(context, body, operation);
  if (!validated.ok)
    return recordRefusal(context.services.database, context, operation, { ...validated, operation });
  const draft = validated.value;
  if (operation === 'payout') await requirePayoutApproval(context, draft);
  const state = await chooseInitialState(context, draft);
  const persisted = await persistPayment(context, draft, state);
  if (persisted.kind === 'respond') return persisted.reply;
  return authorise(context, draft.txnId, buildSaleOperation(draft), {
    requirements: requirementsFor(draft),
    callbacks: planCallbacks(draft.type, draft.request.callbacks),
  });
}

/** Before the processor gets the card. */
async function requirePayoutApproval(
  { merchantId, inTenant, requireApproval }: PaymentContext,
  { request: { amountMinor: minor, currency, merchantRef, source } }: PaymentDraft,
): Promise<void> {
  if (!requireApproval) return;
  // A security code is never stored, not even sealed.
  const hasCode = 'cv2' in source && source.cv2 !== undefined;
  const refusedWith = hasCode
    ? new Problem(400, 'V104', 'A payout that waits for approval takes no security code')
    : undefined;
  const summary = {
    organisationId: merchantId,
    objectId: null,
    objectName: merchantRef ?? null,
    refusedWith,
  };
  await inTenant((sql) => requireApproval(sql, { ...summary, amount: { minor, currency } }));
}

/** Validates the request and loads the card, installation and risk controls that it needs. */
async function validatePayment(
  context: PaymentContext,
  body: PaymentBody,
  operation: Operation,
): Promise<PaymentResult<PaymentDraft>> {
  const { companyId, merchantId, installationId, merchantPath, services, now } = context;
  if (!services.processor.isConnected) return refuse('X201');
  const parsed = parsePayment(body, operation, now);
  if (!parsed.ok) return parsed;
  const { callbacks, source, returnUrl, currency, amountMinor, sequence } = parsed.value;
  const plainHttpField = services.config.insecureCallbacks ? undefined : findUnsafeAddress(callbacks);
  if (plainHttpField) return refuse('V125', plainHttpField);
  // The portal never receives a card number, not even to pass it on (docs/domain.md#requests).
  if (context.program === 'portal' && 'card' in source) return refuse('V104');
  const [installation, card, controls, customFields] = await context.inTenant((sql) =>
    pipelined(sql, [
      () => loadInstallation(sql, installationId),
      () => loadCard(sql, context, parsed.value),
      () => loadControls(sql, companyId, installationId),
      () => checkCustomFields(sql, companyId, body.customFields?.fieldState ?? []),
    ]),
  );
  if (!installation.isActive) return refuse('A139');
  if (returnUrl !== undefined && !isOnOrigins(returnUrl, installation.webOrigins))
    return refuse('V100', 'returnUrl');
  if (!card.ok) return card;
  if (!customFields.ok) return customFields;
  const request = await fillCustomerFromCard(context, parsed.value, card.value);
  if (!installation.currencies.includes(currency)) return refuse('A102', 'transaction.currency');
  const txnId = context.presetId ?? (await nextTransactionId(services));
  const type = transactionTypeFor(request);
  const draft: PaymentDraft = { txnId, type, request, installation, card: card.value, controls };
  if (!body.schedule) return ok(draft);
  if (operation === 'payout') return refuse('V104');
  const terms = { body: body.schedule, currency, amountMinor, sequence };
  const order = { ...terms, merchantId, merchantPath, supports: installation, now };
  const planned = await planSchedule(services.database, order);
  return planned.ok ? ok({ ...draft, plan: planned.value }) : planned;
}

/**
 * `deferred` authorises without capturing, or prepares a payout without authorising it
 * (docs/domain.md#transaction-types).
 */
export function transactionTypeFor({ operation, deferred }: PaymentRequest): TransactionType {
  if (operation === 'verify') return 'VERIFY';
  if (operation === 'payout') return deferred ? 'PAYOUT_INITIALIZE' : 'PAYOUT';
  return deferred ? 'PREAUTH' : 'PAYMENT';
}

async function loadCard(
  sql: TenantSql,
  { companyId, merchantId, services }: PaymentContext,
  { source, customer, registers }: PaymentRequest,
): Promise<PaymentResult<VaultCard>> {
  if ('card' in source) {
    const card = buildVaultCard(source.card, registers !== false, { companyId, keys: services.keys });
    return ok(card);
  }
  if (source.token !== undefined) return findCardByToken(sql, companyId, merchantId, source.token);
  const storedCustomer = await findCustomer(sql, companyId, merchantId, customer);
  return storedCustomer ? findDefaultCard(sql, companyId, storedCustomer.id) : refuse('A108');
}

/** A card token implies its customer; the request can give other details. */
async function fillCustomerFromCard(
  context: PaymentContext,
  request: PaymentRequest,
  { customerId }: VaultCard,
): Promise<PaymentRequest> {
  if (customerId === null) return request;
  const { id, merchantRef, ...details } = request.customer;
  const cardOwner = await context.inTenant((sql) => loadCardOwner(sql, context.companyId, customerId));
  const identity =
    id === undefined && merchantRef === undefined
      ? { merchantRef: cardOwner.merchantRef }
      : { id, merchantRef };
  const {
    displayName = cardOwner.displayName,
    email = cardOwner.email,
    telephone = cardOwner.telephone,
  } = details;
  return { ...request, customer: { ...details, ...identity, displayName, email, telephone } };
}

const submittedState: InitialState = {
  status: 'SUSPENDED',
  stage: 'AUTHORISATION',
  reasonCode: 'U200',
  send: true,
};

/** Screens the payment and calls 3-D Secure; a failure of either is persisted as a failed transaction. */
async function chooseInitialState(context: PaymentContext, draft: PaymentDraft): Promise<InitialState> {
  const screened = await screenPayment(context, draft);
  if (!screened.ok) return failedState(screened);
  const isHeldFirst = draft.type === 'PAYOUT' && 'card' in draft.request.source;
  if (isHeldFirst || isAuthenticationDue(context, draft)) {
    const fraudVerdict = await previewFraud(context, draft, buildTransaction(context, draft, submittedState));
    const failure = fraudFailure(fraudVerdict);
    if (failure) return failedState(failure);
    // A deferred payout waits, so the processor keeps its card.
    if (fraudVerdict.deferral && draft.type === 'PAYOUT') {
      draft.type = 'PAYOUT_INITIALIZE';
      draft.deferral = toDeferral(fraudVerdict.deferral);
    }
  }
  if (draft.type === 'PAYOUT_INITIALIZE') {
    if (!(await storeCredential(context, draft))) return failedState({ code: 'X203', stage: 'INITIALIZE' });
    return { status: 'SUCCESS', stage: 'COMPLETE', reasonCode: 'S100', send: false };
  }
  const authenticated = await authenticatePayment(context, draft);
  if (!authenticated.ok) return failedState(authenticated);
  if (authenticated.value === 'CHALLENGE') {
    // The processor keeps the card during the challenge.
    if (!(await storeCredential(context, draft)))
      return failedState({ code: 'X203', stage: 'THREE_D_SECURE' });
    return {
      status: 'SUSPENDED_THREE_D_SECURE',
      stage: 'THREE_D_SECURE',
      reasonCode: 'U100',
      send: false,
    };
  }
  const { before } = planCallbacks(draft.type, draft.request.callbacks);
  if (before && !(await holdCard(context, draft)))
    return failedState({ code: 'X203', stage: 'AUTHORISATION' });
  return submittedState;
}

/** A payment that waits needs the processor's reference to its card: the number itself is not stored. */
async function storeCredential(context: PaymentContext, draft: PaymentDraft): Promise<boolean> {
  const isHeld = await holdCard(context, draft);
  if (draft.heldCard !== undefined) draft.card = { ...draft.card, credential: draft.heldCard };
  return isHeld;
}

/**
 * The merchant may suspend the payment, which then continues with the processor's reference to the card. The vault gets
 * that reference with the settlement only, so a card that the merchant rejects cannot be charged later.
 */
async function holdCard(context: PaymentContext, draft: PaymentDraft): Promise<boolean> {
  const { source } = draft.request;
  if (!('card' in source)) return true;
  const tokenized = await context.services.processor.tokenize(toCardSource(source.card));
  if (tokenized.kind !== 'kept') return false;
  draft.heldCard = tokenized.credential;
  return true;
}

export function buildSaleOperation({
  txnId,
  type,
  request,
  card,
  threeDSecure,
}: PaymentDraft): ProcessorOperation {
  return {
    reference: String(txnId),
    kind: processorKind(type),
    amountMinor: request.amountMinor,
    currency: request.currency,
    source: buildSource(request, card),
    address: { line1: request.billingAddress.line1, postcode: request.billingAddress.postcode },
    initiator: 'CUSTOMER',
    ...threeDSecureProof(threeDSecure),
  };
}

function buildSource({ source }: PaymentRequest, card: VaultCard): ProcessorSource {
  if ('token' in source) return { credential: card.credential ?? '', cv2: source.cv2 };
  return { card: toCardSource(source.card) };
}

/** The fields of a card that the processor needs. */
function toCardSource({ pan, expiry, cv2, validFrom, issueNumber }: CardNumber): CardSource {
  return { pan, expiry, cv2, validFrom: validFrom ?? undefined, issueNumber: issueNumber ?? undefined };
}
