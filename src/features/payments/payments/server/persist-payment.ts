import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { findCountry } from '#shared/countries.ts';
import { ok, refuse } from '#shared/result.ts';
import { authenticationColumns, authenticationScheme } from './db/transaction-detail.ts';
import { preauthLifeMs } from '../follow-up.ts';
import { type ScheduleOrigin, writeSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import { type Evaluated, readEngineState } from '#features/fraud/fraud-engine/server/evaluate-payment.ts';
import { lookUpIpAddress } from '#integrations/place-of-address.ts';
import { addMs } from '#server/clock.ts';
import { checkRegistration, saveCard } from './db/cards.ts';
import { insertCharge } from './db/charges.ts';
import { addBlockedValues, evaluateFraud } from './evaluate-fraud.ts';
import { findCustomer, saveCustomer } from './db/customers.ts';
import { scoreAttempt, toAttempt } from '#features/fraud/fraud-engine/server/fraud-score.ts';
import {
  type BeginResult,
  continueWith,
  releaseDuplicateGuard,
  reserveSignature,
  respondWith,
  runOnce,
  saveResponse,
} from './db/idempotency-keys.ts';
import { insertIntent } from './db/intents.ts';
import { notifyEnd, recordStatusEvent } from './db/settlement-work.ts';
import {
  type NewTransaction,
  type TransactionRecord,
  addHistory,
  insertTransaction,
  newTrace,
} from './db/transactions.ts';
import { type PaymentContext, type PaymentResult, audit, refuseClaim } from './payment-context.ts';
import { renderOperation } from './render-payment.ts';
import {
  type InitialState,
  type PaymentDraft,
  checkVelocity,
  failedState,
  requirementsFor,
} from './screen-payment.ts';
import { decisionColumns } from './settle.ts';
import { planCallbacks } from './authorise.ts';

/**
 * The first transaction of a new payment: idempotency key, duplicate guard, customer, card, transaction, charge, intent
 * and audit event are written before the processor is called.
 */
export function persistPayment(
  context: PaymentContext,
  draft: PaymentDraft,
  initial: InitialState,
): Promise<BeginResult<undefined>> {
  const { txnId, request } = draft;
  return runOnce(context, request.operation, txnId, (sql) => persist(sql, context, draft, initial));
}

async function persist(
  sql: TenantSql,
  context: PaymentContext,
  draft: PaymentDraft,
  initial: InitialState,
): Promise<PaymentResult<BeginResult<undefined>>> {
  const { companyId, now } = context;
  const { txnId } = draft;
  const claimed = await context.claimFor?.(sql, txnId);
  if (claimed?.ok === false) return refuseClaim(claimed);
  const attempt = buildTransaction(context, draft, initial);
  const [duplicateCheck, score, engine] = await pipelined(sql, [
    () => rejectDuplicate(sql, context, draft),
    () => scoreAttempt(sql, toAttempt(attempt, txnId, now)),
    () => readEngineState(sql, context),
  ]);
  if (!duplicateCheck.ok) return duplicateCheck;
  const customer = await resolveCustomer(sql, context, draft);
  if (!customer.ok) return customer;
  await claimed?.value();
  const velocity = await checkVelocity(sql, context, draft, initial);
  const { state, block, steps } = await evaluateFraud(sql, context, draft, {
    state: velocity.ok ? initial : failedState(velocity),
    txn: { ...attempt, ...score },
    engine,
  });
  await insertPayment(sql, context, draft, { state, customerId: customer.value, score, steps });
  if (block) await addBlockedValues(sql, context, attempt, block);
  // A failed payment can be made again at once.
  if (state.status === 'FAILED') await releaseDuplicateGuard(sql, txnId);
  if (state.send) return ok(continueWith(undefined));
  const reply = await renderOperation(sql, companyId, txnId, now);
  await saveResponse(sql, txnId, reply);
  const ended = { services: context.services, companyId, txnId, now };
  if (state.status === 'FAILED' || state.status === 'SUCCESS') await notifyEnd(sql, ended, 'TRANSACTION');
  await recordStatusEvent(sql, ended, context.linkId);
  return ok(respondWith(reply));
}

/** A126 for the same payment within a minute (docs/domain.md#duplicates). */
async function rejectDuplicate(
  sql: TenantSql,
  context: PaymentContext,
  { txnId, type, request, card }: PaymentDraft,
): Promise<PaymentResult<undefined>> {
  const { merchantRef, amountMinor, currency } = request;
  if (merchantRef === undefined) return ok(undefined);
  const signature = [context.installationId, type, merchantRef, amountMinor, currency, card.fingerprint];
  const isFirst = await reserveSignature(sql, context, txnId, signature);
  return isFirst ? ok(undefined) : refuse('A126');
}

/** The customer of the payment, found or inserted; null for a guest. */
async function resolveCustomer(
  sql: TenantSql,
  { companyId, merchantId, now }: PaymentContext,
  { request, card }: PaymentDraft,
): Promise<PaymentResult<number | null>> {
  const { customer, registers, operation } = request;
  const isNamed = customer.displayName !== undefined || card.holderName !== null || card.customerId !== null;
  if (customer.registered && !isNamed) {
    const storedCustomer = await findCustomer(sql, companyId, merchantId, customer);
    if (storedCustomer?.displayName == null) return refuse('A118');
  }
  const saved = await saveCustomer(sql, companyId, merchantId, customer, now);
  if (!saved.ok) return saved;
  const customerId = saved.value;
  // A card token belongs to one customer: a request that names another one is a mistake or a theft.
  if (card.customerId !== null && customerId !== null && customerId !== card.customerId)
    return refuse('A109');
  if (customerId !== null && registers && 'card' in request.source) {
    // Paying with a registered card is allowed; verifying it only to register it again is not.
    const isExplicit = operation === 'verify' && registers === 'explicitly';
    const registration = await checkRegistration(sql, companyId, customerId, card, isExplicit);
    if (!registration.ok) return registration;
  }
  return ok(customerId ?? card.customerId);
}

async function insertPayment(
  sql: TenantSql,
  context: PaymentContext,
  draft: PaymentDraft,
  persisted: {
    state: InitialState;
    customerId: number | null;
    score: Awaited<ReturnType<typeof scoreAttempt>>;
    /** What the fraud engine stores. */
    steps: Evaluated['steps'];
  },
): Promise<void> {
  const { companyId, merchantId, installationId, linkId, now, services } = context;
  const { txnId, request, card, type, plan } = draft;
  const { state, customerId, score, steps } = persisted;
  const { status, stage, reasonCode } = state;
  const saved =
    card.customerId === null
      ? await saveCard(sql, companyId, card, customerId, now)
      : { token: card.token, isNewlyRegistered: false };
  const attempt = buildTransaction(context, draft, state);
  const detail = { ...attempt.detail, ...(saved.isNewlyRegistered ? { registersCard: true as const } : {}) };
  const row = { ...attempt, detail, ...score, cardToken: saved.token, customerId };
  const { currency, amountMinor } = request;
  const expiresAt = type === 'PAYOUT_INITIALIZE' && status === 'SUCCESS' ? addMs(now, preauthLifeMs) : null;
  await pipelined(sql, [
    ...steps,
    () => insertTransaction(sql, row, now),
    () =>
      insertCharge(sql, {
        chargeId: txnId,
        companyId,
        merchantId,
        installationId,
        currency,
        expiresAt,
      }),
    () =>
      state.send
        ? insertIntent(sql, context, {
            txnId,
            chargeId: txnId,
            operation: type,
            requirements: requirementsFor(draft),
            hasCallback: planCallbacks(type, request.callbacks).before !== undefined,
            heldCard: draft.heldCard,
          })
        : addHistory(sql, companyId, txnId, { status, stage, reasonCode, at: now }),
    () =>
      status === 'SUCCESS' && linkId
        ? services.linkPayments.countPayment(sql, { companyId, linkId, txnId }, now)
        : undefined,
    () =>
      status === 'SUCCESS' && draft.deferral
        ? services.reviewTasks.open(sql, { companyId, txnId }, now)
        : undefined,
    () => (plan && status !== 'FAILED' ? writeSchedule(sql, plan, toScheduleOrigin(row), now) : undefined),
    () =>
      audit(sql, context, request.operation, {
        objectId: String(txnId),
        outcome: state.send ? 'SUBMITTED' : reasonCode,
        detail: { type, amountMinor, currency },
      }),
  ]);
  services.log.info({ transactionId: txnId, type, requestId: context.requestId }, 'payment persisted');
}

/** The transaction columns that its schedule stores. */
export function toScheduleOrigin(
  row: Pick<TransactionRecord, 'companyId' | 'merchantId' | 'installationId' | 'txnId' | 'rootId'> &
    Partial<TransactionRecord>,
): ScheduleOrigin {
  return {
    companyId: row.companyId,
    merchantId: row.merchantId,
    installationId: row.installationId,
    txnId: row.txnId,
    rootId: row.rootId,
    card: row.cardCorrelationId ?? null,
    maskedPan: row.maskedPan ?? null,
    lastFour: row.lastFour ?? null,
    customerName: row.customerName ?? null,
    customerEmail: row.customerEmail ?? null,
    customerRef: row.customerRef ?? null,
  };
}

export function buildTransaction(
  context: Pick<
    PaymentContext,
    'companyId' | 'merchantId' | 'installationId' | 'paysNewCards' | 'linkId' | 'sessionId'
  >,
  draft: PaymentDraft,
  state: InitialState,
): NewTransaction {
  const { txnId, type, request, installation, card, threeDSecure } = draft;
  const { customer, billingAddress } = request;
  return {
    txnId,
    companyId: context.companyId,
    rootId: txnId,
    relatedId: null,
    merchantId: context.merchantId,
    installationId: context.installationId,
    requestedMinor: request.amountMinor,
    amountMinor: state.status === 'SUCCESS' ? request.amountMinor : 0,
    ccyCode: request.currency,
    txnType: type,
    txnStatus: state.status,
    txnStage: state.stage,
    reasonCode: state.reasonCode,
    merchRef: request.merchantRef ?? null,
    description: request.description ?? null,
    merchantName: installation.merchantName,
    salesChannel: request.channel,
    commerceType: request.commerceType,
    continuousAuthorityType: request.sequence ?? null,
    acquirer: installation.acquirer,
    route: installation.route,
    cardCorrelationId: card.fingerprint,
    maskedPan: card.masked,
    lastFour: card.lastFour,
    cardExpiry: card.expiry,
    cardScheme: card.scheme,
    paymentProduct: card.type,
    cardUsage: card.usage,
    cardIssuer: card.issuer,
    cardHolderName: card.holderName,
    issuerCountry: card.issuerCountry,
    customerRef: customer.merchantRef ?? null,
    customerName: customer.displayName ?? null,
    customerEmail: customer.email ?? null,
    customerPhone: customer.telephone ?? null,
    customerCountry: findCountry(billingAddress.countryCode ?? '')?.alpha3 ?? null,
    ipAddress: customer.ip ?? null,
    ipCountry: lookUpIpAddress(customer.ip)?.country ?? null,
    ...decisionColumns(state.decision),
    ...authenticationColumns(threeDSecure),
    trace: newTrace(),
    detail: {
      ...request.details,
      billingAddress,
      threeDSecure: threeDSecure && {
        ...threeDSecure,
        scheme: authenticationScheme(card.scheme, threeDSecure),
      },
      customFields: request.customFields,
      financialServices: request.financialServices,
      nickname: 'card' in request.source ? request.source.card.nickname : undefined,
      locale: request.locale,
      scheduleId: draft.plan?.scheduleId,
      paysNewCards: (type === 'PAYOUT_INITIALIZE' && context.paysNewCards) || undefined,
      linkId: context.linkId,
      sessionId: context.sessionId,
      deferred: request.deferred || undefined,
      deferral: draft.deferral,
      callbacks: Object.keys(request.callbacks).length > 0 ? request.callbacks : undefined,
    },
  };
}
