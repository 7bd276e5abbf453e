import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#shared/problem.ts';
import { findCountry } from '#shared/countries.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import { preauthLifeMs } from '#features/payments/follow-up.ts';
import { planCallbacks } from '#features/payments/request/callbacks.ts';
import { lookUpIpAddress } from '#integrations/place-of-address.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addMs, secondMs } from '#server/clock.ts';
import { type ScheduleOrigin, writeSchedule } from '#features/schedules/server/store/plan-schedule.ts';
import {
  type Claim,
  reserveIdempotencyKey,
  saveResponse,
  keyReused,
  releaseDuplicateGuard,
  findIdempotencyKey,
} from './store/idempotency-keys.ts';
import { type PaymentContext, type PaymentReply, audit } from './payment-context.ts';
import { type NewTransaction, addHistory, insertTransaction } from './store/payment-store.ts';
import { type StoredAuthentication, authenticationScheme } from './authentication/authentication-view.ts';
import { notifyOfEnd } from './response/notify.ts';
import { renderOperation } from './response/render-payment.ts';
import { decisionColumns } from './risk/decision-columns.ts';
import { toAttempt, scoreAttempt } from './risk/fraud-guard/fraud-facts.ts';
import { afterVelocity, requirementsFor } from './risk/risk-step.ts';
import type { InitialState, PaymentDraft } from './payment-draft.ts';
import { markLinkUsed } from '#features/smart-links/server/link/count-payments.ts';
import { checkBeforePersisting } from './store/check-before-persisting.ts';
import { saveCard } from './store/vault-store.ts';

/** 'send': written down, now the processor may be asked. */
export type PersistResult = { kind: 'send' } | { kind: 'reply'; reply: PaymentReply };

/**
 * The first transaction of a new payment: key, duplicate guard, customer, card, transaction, root, intent and
 * audit are written before anything leaves the house.
 */
export async function persistPayment(
  context: PaymentContext,
  draft: PaymentDraft,
  opening: InitialState,
): Promise<PersistResult> {
  const claimed = await context.inTenant(async (sql): Promise<PersistResult | Claim> => {
    // Sent with the first statement, so that no round trip is its own; a failure shows where the score is awaited.
    const scoring = scoreAttempt(
      sql,
      toAttempt(buildTransaction(context, draft, opening), draft.txnId, context.now),
    );
    scoring.catch(() => undefined);
    const claim = await reserveIdempotencyKey(sql, context, draft.txnId);
    if (claim.kind !== 'first') return claim;
    const recordClaim = await context.claimFor?.(sql, draft.txnId);
    const refused = await checkBeforePersisting(sql, context, draft);
    if (refused !== null && typeof refused === 'object') return { kind: 'reply', reply: refused };
    await recordClaim?.();
    const begin = await afterVelocity(sql, context, draft, opening);
    await writePayment(sql, context, draft, begin, { customerId: refused, scoring });
    // One that failed may be tried again at once.
    if (begin.status === 'FAILED') await releaseDuplicateGuard(sql, draft.txnId);
    if (begin.send) return { kind: 'send' };
    const reply = await renderOperation(sql, context.companyId, draft.txnId, context.now);
    await saveResponse(sql, draft.txnId, reply);
    if (begin.status === 'FAILED' || begin.status === 'SUCCESS') {
      await notifyOfEnd(sql, context.companyId, draft.txnId, 'TRANSACTION', context.now);
    }
    return { kind: 'reply', reply };
  });
  return afterClaim(context, claimed);
}

/** Answers a repeated request as the first was answered, once that one is through. */
export async function afterClaim(
  context: PaymentContext,
  claimed: PersistResult | Claim,
): Promise<PersistResult> {
  switch (claimed.kind) {
    case 'answered':
      return { kind: 'reply', reply: { ...claimed.reply, isReplay: true } };
    case 'under-way':
      return {
        kind: 'reply',
        reply: { ...(await firstAnswer(context, claimed.transactionId)), isReplay: true },
      };
    case 'other-request':
      throw keyReused();
    case 'first':
      return { kind: 'send' };
    default:
      return claimed;
  }
}

/** Waits as long as a processor may take; if nobody answers (the first one's program died), says how it stands. */
async function firstAnswer(context: PaymentContext, txnId: number | null): Promise<PaymentReply> {
  const { config } = context.services;
  const outsideMs = config.processorTimeoutMs + config.callbackTimeoutMs;
  const deadline = performance.now() + 2 * outsideMs + secondMs;
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 250)) {
    await sleep(pauseMs);
    const known = await context.inTenant((sql) => findIdempotencyKey(sql, context));
    if (known && known.status !== null) return { status: known.status, body: known.answer };
  }
  if (txnId === null) throw new Problem(503, 'L100', 'The first request with this key is still under way');
  return context.inTenant((sql) => renderOperation(sql, context.companyId, txnId, context.now));
}

async function writePayment(
  sql: TenantSql,
  context: PaymentContext,
  draft: PaymentDraft,
  opening: InitialState,
  { customerId, scoring }: { customerId: number | null; scoring: ReturnType<typeof scoreAttempt> },
): Promise<void> {
  const { companyId, merchantId, installationId, now, services } = context;
  const { txnId, request, card, type } = draft;
  const token = card.customerId === null ? await saveCard(sql, companyId, card, customerId, now) : card.token;
  const { status, stage, reasonCode } = opening;
  const row = {
    ...buildTransaction(context, draft, opening),
    ...(await scoring),
    cardToken: token,
    customerId,
  };
  const expiresAt = type === 'PAYOUT_INITIALIZE' && status === 'SUCCESS' ? addMs(now, preauthLifeMs) : null;
  // Sent in one go: the connection keeps their order, and one that fails undoes them all.
  await Promise.all([
    insertTransaction(sql, row, now),
    sql`
      insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code, expires_at)
      values (${txnId}, ${companyId}, ${merchantId}, ${installationId}, ${request.currency}, ${expiresAt})`,
    opening.send
      ? writeIntent(sql, context, {
          txnId,
          chargeId: txnId,
          operation: type,
          requirements: requirementsFor(draft),
          asksShop: planCallbacks(type, request.callbacks).before !== undefined,
          heldCard: draft.heldCard,
        })
      : addHistory(sql, companyId, txnId, { status, stage, reasonCode, at: now }),
    status === 'SUCCESS' && context.linkId && markLinkUsed(sql, companyId, context.linkId, txnId, now),
    draft.plan && status !== 'FAILED' ? writeSchedule(sql, draft.plan, scheduleOrigin(row), now) : undefined,
    audit(sql, context, request.operation, {
      objectId: String(txnId),
      outcome: opening.send ? 'SUBMITTED' : reasonCode,
      detail: { type, amountMinor: request.amountMinor, currency: request.currency },
    }),
  ]);
  services.log.info({ transactionId: txnId, type, requestId: context.requestId }, 'payment opened');
}

/** What a schedule keeps of the transaction it is made with. */
export function scheduleOrigin(row: NewTransaction): ScheduleOrigin {
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

/** Written before the processor is called; the sweeper looks at it once the grace is over (docs/domain.md#intents). */
export async function writeIntent(
  sql: TenantSql,
  { companyId, services }: PaymentContext,
  intent: {
    txnId: number;
    chargeId: number;
    operation: string;
    /** What the answer's checks must say, or the authorisation is reversed. */
    requirements?: MatchRequirements | undefined;
    /** Before the processor hears of it, the shop is asked. */
    asksShop?: boolean;
    /** The processor's reference to the card, should the shop suspend the payment. */
    heldCard?: string | undefined;
  },
): Promise<void> {
  const now = services.clock.now();
  const { intentGraceMs, callbackTimeoutMs } = services.config;
  const lookAt = addMs(now, intentGraceMs + (intent.asksShop ? callbackTimeoutMs : 0));
  await sql`
    insert into processor_intent (txn_id, company_id, root_id, operation, state, created_at, next_check_at, requirements,
                                  held_card)
    values (${intent.txnId}, ${companyId}, ${intent.chargeId}, ${intent.operation},
            ${intent.asksShop ? 'ASKING_BEFORE' : 'PENDING'}, ${now}, ${lookAt},
            ${intent.requirements ? sql.json({ ...intent.requirements }) : null}, ${intent.heldCard ?? null})`;
}

/** What reports search of the authentication. */
export function authenticationColumns(fields: StoredAuthentication | undefined) {
  return {
    threeDSecureStatus: fields?.status ?? null,
    threeDSecureVersion: fields?.version ?? null,
    threeDSecureEnrolment: fields?.enrolmentStatus ?? null,
    threeDSecureEci: fields?.eci ?? null,
    threeDSecureFrictionless: fields?.frictionless ?? null,
  };
}

/** `T` and 22 characters: what support asks for. */
export const newTrace = (): string => `T${randomBytes(16).toString('base64url')}`;

export function buildTransaction(
  context: Pick<
    PaymentContext,
    'companyId' | 'merchantId' | 'installationId' | 'paysNewCards' | 'linkId' | 'sessionId'
  >,
  draft: PaymentDraft,
  opening: InitialState,
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
    amountMinor: opening.status === 'SUCCESS' ? request.amountMinor : 0,
    ccyCode: request.currency,
    txnType: type,
    txnStatus: opening.status,
    txnStage: opening.stage,
    reasonCode: opening.reasonCode,
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
    ...decisionColumns(opening.decision),
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
      callbacks: Object.keys(request.callbacks).length > 0 ? request.callbacks : undefined,
    },
  };
}
