import type { CardNumber, Operation, PaymentRequest } from '#features/payments/request/parse-payment.ts';
import { checkPayment } from '#features/payments/request/parse-payment.ts';
import type { PaymentBody } from '#features/payments/request/request-schemas.ts';
import { findPlainHttpField, planCallbacks } from '#features/payments/request/callbacks.ts';
import { storedControls } from '#features/risk-controls/server/controls-store.ts';
import type { TransactionType } from '#features/payments/transaction-kind.ts';
import type {
  CardSource,
  ProcessorOperation,
  ProcessorOperationKind,
  ProcessorSource,
} from '#integrations/processor.ts';
import type { AuthenticationFields } from '#integrations/three-d-secure.ts';
import { authorise } from './authorise.ts';
import { authenticatePayment } from './authentication/authenticate-payment.ts';
import { planFor } from './store/plan-for.ts';
import { decide } from './risk/decide.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { installationById } from './store/installation-store.ts';
import { persistPayment } from './persist-payment.ts';
import type { InitialState, PaymentDraft } from './payment-draft.ts';
import { type PaymentContext, type PaymentReply, refuse } from './payment-context.ts';
import { afterAuthentication, requirementsFor } from './risk/risk-step.ts';
import { nextTransactionId } from './store/transaction-ids.ts';
import { cardByToken, defaultCard, findMismatchedField } from './store/card-lookup.ts';
import { isKnownCard } from './store/known-card.ts';
import type { VaultCard } from './store/vault-card.ts';
import { loadCardOwner, vaultCard } from './store/vault-store.ts';
import type { TenantSql } from '#database/tenant.ts';

const inFlight: InitialState = {
  status: 'SUSPENDED',
  stage: 'AUTHORISATION',
  reasonCode: 'U200',
  send: true,
};

/**
 * A new payment, payout or verify: validate → decide → 3-D Secure → write down → processor → settle.
 * What is refused by validation leaves no transaction; everything after leaves one, failed or not.
 */
export async function createPayment(
  context: PaymentContext,
  body: PaymentBody,
  operation: Operation,
): Promise<PaymentReply> {
  const checked = checkPayment(body, operation, context.now);
  if (!checked.ok) {
    const { field, detail } = checked;
    return refuse(context, operation, checked.code, { type: operation, field, detail });
  }
  let { request } = checked;
  const plain = context.services.config.insecureCallbacks ? undefined : findPlainHttpField(request.callbacks);
  if (plain) return refuse(context, operation, 'V125', { field: plain });
  // The portal never sees a card number, not even to pass it on (docs/domain.md#requests).
  if (context.program === 'portal' && 'card' in request.source) return refuse(context, operation, 'V104');
  const [installation, card, controls, misfit] = await context.inTenant((sql) =>
    Promise.all([
      installationById(sql, context.installationId),
      cardFor(sql, context, request),
      storedControls(sql, context.companyId, context.installationId),
      findMismatchedField(sql, context.companyId, body.customFields?.fieldState ?? []),
    ]),
  );
  if (request.returnUrl !== undefined && !isOnOrigins(request.returnUrl, installation.webOrigins))
    return refuse(context, operation, 'V100', { field: 'returnUrl' });
  if (typeof card === 'string') return refuse(context, operation, card);
  if (misfit) return refuse(context, operation, 'A124', { field: misfit });
  request = await withOwner(context, request, card);
  if (!installation.currencies.includes(request.currency))
    return refuse(context, operation, 'A102', { field: 'transaction.currency' });
  const txnId = context.presetId ?? (await nextTransactionId(context.services.database));
  const draft: PaymentDraft = {
    txnId,
    type: transactionTypeFor(request),
    request,
    installation,
    card,
    controls,
  };
  const planned = await planFor(context.services.database, context, body.schedule, request, installation);
  if (planned?.ok === false)
    return refuse(context, operation, planned.code, { type: operation, field: planned.field });
  if (planned) draft.plan = planned.plan;
  const opening = await chooseInitialState(context, draft);
  const opened = await persistPayment(context, draft, opening);
  if (opened.kind === 'reply') return opened.reply;
  const questions = planCallbacks(draft.type, request.callbacks);
  return authorise(context, txnId, processorOperation(draft), {
    requirements: requirementsFor(draft),
    questions,
  });
}

/**
 * `deferred` authorises without capturing, or announces a payout without authorising it
 * (docs/domain.md#transaction-types).
 */
export function transactionTypeFor({ operation, deferred }: PaymentRequest): TransactionType {
  if (operation === 'verify') return 'VERIFY';
  if (operation === 'payout') return deferred ? 'PAYOUT_INITIALIZE' : 'PAYOUT';
  return deferred ? 'PREAUTH' : 'PAYMENT';
}

async function cardFor(
  sql: TenantSql,
  { companyId, merchantId, services }: PaymentContext,
  { source, customer, registers }: PaymentRequest,
): Promise<VaultCard | 'A107' | 'A108' | 'A109' | 'A123'> {
  if ('card' in source)
    return vaultCard(source.card, registers !== false, { companyId, keys: services.keys });
  return source.token === undefined
    ? defaultCard(sql, companyId, merchantId, customer)
    : cardByToken(sql, companyId, merchantId, source.token);
}

/** Whose card it is, unless the request says otherwise: a token stands for its customer. */
async function withOwner(
  context: PaymentContext,
  request: PaymentRequest,
  { customerId }: VaultCard,
): Promise<PaymentRequest> {
  if (customerId === null) return request;
  const { id, merchantRef, ...told } = request.customer;
  const kept = await context.inTenant((sql) => loadCardOwner(sql, context.companyId, customerId));
  const named =
    id === undefined && merchantRef === undefined ? { merchantRef: kept.merchantRef } : { id, merchantRef };
  const { displayName = kept.displayName, email = kept.email, telephone = kept.telephone } = told;
  return { ...request, customer: { ...told, ...named, displayName, email, telephone } };
}

async function chooseInitialState(context: PaymentContext, draft: PaymentDraft): Promise<InitialState> {
  const decision = await decide(context, draft.request);
  if (decision.kind === 'BLOCK') {
    return { status: 'FAILED', stage: 'FRAUD_RULES', reasonCode: decision.reasonCode, send: false };
  }
  if (draft.request.operation === 'payout' && !(await isKnownPayee(context, draft))) {
    return { status: 'FAILED', stage: 'FRAUD_RULES', reasonCode: 'A138', send: false };
  }
  if (draft.type === 'PAYOUT_INITIALIZE') {
    const kept = await tokenizeAtProcessor(context, draft);
    if (!kept) return { status: 'FAILED', stage: 'INITIALIZE', reasonCode: 'X203', send: false };
    return { status: 'SUCCESS', stage: 'COMPLETE', reasonCode: 'S100', send: false };
  }
  const authentication = await authenticatePayment(context, draft);
  if (authentication === 'PROCEED') {
    const { before } = planCallbacks(draft.type, draft.request.callbacks);
    if (!before || (await holdCard(context, draft))) return inFlight;
    return { status: 'FAILED', stage: 'AUTHORISATION', reasonCode: 'X203', send: false };
  }
  if (authentication !== 'CHALLENGE') {
    return afterAuthentication(draft, authentication);
  }
  // The processor keeps the card while its holder is away.
  if (!(await tokenizeAtProcessor(context, draft))) {
    return { status: 'FAILED', stage: 'THREE_D_SECURE', reasonCode: 'X203', send: false };
  }
  return { status: 'SUSPENDED_THREE_D_SECURE', stage: 'THREE_D_SECURE', reasonCode: 'U100', send: false };
}

/** Money goes out only to a card that has paid before, unless the merchant says otherwise of this one payout. */
const isKnownPayee = async (
  { companyId, paysNewCards, inTenant }: PaymentContext,
  { card }: PaymentDraft,
): Promise<boolean> => paysNewCards || inTenant((sql) => isKnownCard(sql, companyId, card.fingerprint));

/** We keep no card number, so a payment that has to wait needs the processor's reference to the card now. */
async function tokenizeAtProcessor(context: PaymentContext, draft: PaymentDraft): Promise<boolean> {
  const isKept = await holdCard(context, draft);
  if (draft.heldCard !== undefined) draft.card = { ...draft.card, credential: draft.heldCard };
  return isKept;
}

/**
 * The merchant may suspend the payment, and then nothing but the processor's reference is left of the card. The vault
 * gets that reference only with the settlement: a card that the merchant refuses cannot be charged later.
 */
async function holdCard(context: PaymentContext, draft: PaymentDraft): Promise<boolean> {
  const { source } = draft.request;
  if (!('card' in source)) return true;
  const kept = await context.services.processor.tokenize(cardSource(source.card));
  if (kept.kind !== 'kept') return false;
  draft.heldCard = kept.credential;
  return true;
}

const kinds: Partial<Record<TransactionType, ProcessorOperationKind>> = {
  PAYMENT: 'SALE',
  PREAUTH: 'AUTHORISE',
  VERIFY: 'VERIFY',
  PAYOUT: 'PAYOUT',
};

export const processorKind = (type: TransactionType): ProcessorOperationKind => kinds[type] ?? 'SALE';

export function processorOperation({
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
    source: processorSource(request, card),
    address: { line1: request.billingAddress.line1, postcode: request.billingAddress.postcode },
    initiator: 'CUSTOMER',
    ...threeDSecureProof(threeDSecure),
  };
}

/** What the processor passes on to the issuer, so that it bears the risk. */
export function threeDSecureProof(
  fields: AuthenticationFields | undefined,
): Pick<ProcessorOperation, 'threeDSecure'> {
  if (!fields?.eci) return {};
  const { eci, version, dsTransactionId } = fields;
  return { threeDSecure: { eci, version, dsTransactionId } };
}

function processorSource({ source }: PaymentRequest, card: VaultCard): ProcessorSource {
  if ('token' in source) return { credential: card.credential ?? '', cv2: source.cv2 };
  return { card: cardSource(source.card) };
}

/** What the processor needs of a card, and no more. */
function cardSource({ pan, expiry, cv2, validFrom, issueNumber }: CardNumber): CardSource {
  return { pan, expiry, cv2, validFrom: validFrom ?? undefined, issueNumber: issueNumber ?? undefined };
}
