import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#contract/problem.ts';
import { findCountry } from '#contract/countries.ts';
import type { PaymentRequest } from '#features/payments/payment-request.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';
import type {
  TransactionStage,
  TransactionStatus,
  TransactionType,
} from '#features/payments/transaction-kind.ts';
import { placeOfAddress } from '#outside/place-of-address.ts';
import type { Installation } from './store/installation-store.ts';
import type { TenantSql } from '#database/tenant.ts';
import { after, secondMs } from '#server/clock.ts';
import { type Claim, claimKey, guardAgainstDuplicate, keepAnswer, storedKey } from './store/key-store.ts';
import {
  type MadeWith,
  type SchedulePlan,
  writeSchedule,
} from '#features/schedules/server/store/plan-schedule.ts';
import { type PaymentContext, type PaymentReply, audit, refusal } from './payment-context.ts';
import { type NewTransaction, addHistory, insertTransaction } from './store/payment-store.ts';
import { type KeptAuthentication, authenticationScheme } from './authentication/authentication-view.ts';
import { renderOperation } from './render-payment.ts';
import { type VaultCard, keepCard, keepCustomer } from './store/vault-store.ts';

/** A new payment on its way through the pipeline. */
export interface PaymentDraft {
  txnId: number;
  type: TransactionType;
  request: PaymentRequest;
  installation: Installation;
  card: VaultCard;
  threeDSecure?: KeptAuthentication;
  /** A schedule that begins when this is paid. */
  plan?: SchedulePlan;
}

/** How the transaction begins: with something sent to the processor, or already settled or suspended. */
export interface Opening {
  status: TransactionStatus;
  stage: TransactionStage;
  reasonCode: ReasonCode;
  send: boolean;
}

/** 'send': written down, now the processor may be asked. */
export type Opened = { kind: 'send' } | { kind: 'reply'; reply: PaymentReply };

/**
 * The first transaction of a new payment: key, duplicate guard, customer, card, transaction, root, intent and
 * audit are written before anything leaves the house.
 */
export async function openPayment(
  context: PaymentContext,
  draft: PaymentDraft,
  opening: Opening,
): Promise<Opened> {
  const claimed = await context.inTenant(async (sql): Promise<Opened | Claim> => {
    const claim = await claimKey(sql, context, draft.txnId);
    if (claim.kind !== 'first') return claim;
    const refused = await refuseBeforeWriting(sql, context, draft);
    if (refused !== null && typeof refused === 'object') return { kind: 'reply', reply: refused };
    await context.claimFor?.(sql, draft.txnId);
    await writePayment(sql, context, draft, opening, refused);
    if (opening.send) return { kind: 'send' };
    const reply = await renderOperation(sql, context.companyId, draft.txnId, context.now);
    await keepAnswer(sql, draft.txnId, reply);
    return { kind: 'reply', reply };
  });
  return afterClaim(context, claimed);
}

/** Answers a repeated request as the first was answered, once that one is through. */
export async function afterClaim(context: PaymentContext, claimed: Opened | Claim): Promise<Opened> {
  switch (claimed.kind) {
    case 'answered':
      return { kind: 'reply', reply: claimed.reply };
    case 'under-way':
      return { kind: 'reply', reply: await firstAnswer(context, claimed.transactionId) };
    case 'other-request':
      throw new Problem(422, 'V100', 'This Idempotency-Key was used for another request');
    case 'first':
      return { kind: 'send' };
    default:
      return claimed;
  }
}

/** Waits as long as a processor may take; if nobody answers (the first one's program died), says how it stands. */
async function firstAnswer(context: PaymentContext, txnId: number | null): Promise<PaymentReply> {
  const { config } = context.services;
  const deadline = performance.now() + 2 * config.processorTimeoutMs + secondMs;
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 250)) {
    await sleep(pauseMs);
    const known = await context.inTenant((sql) => storedKey(sql, context));
    if (known && known.status !== null) return { status: known.status, body: known.answer };
  }
  if (txnId === null) throw new Problem(503, 'L100', 'The first request with this key is still under way');
  return context.inTenant((sql) => renderOperation(sql, context.companyId, txnId, context.now));
}

/** The customer's id, or the refusal, which is kept under the key like any answer. */
async function refuseBeforeWriting(
  sql: TenantSql,
  context: PaymentContext,
  { txnId, type, request, card }: PaymentDraft,
): Promise<PaymentReply | number | null> {
  const { companyId, merchantId, installationId } = context;
  const { merchantRef, amountMinor, currency, operation } = request;
  if (merchantRef !== undefined) {
    const signature = [installationId, type, merchantRef, amountMinor, currency, card.fingerprint];
    if (!(await guardAgainstDuplicate(sql, context, txnId, signature))) {
      return refuseKept(sql, context, operation, txnId, 'A126');
    }
  }
  const customerId = await keepCustomer(sql, companyId, merchantId, request.customer, context.now);
  if (customerId === 'unknown') return refuseKept(sql, context, operation, txnId, 'A108');
  const owner = card.customerId;
  // A token belongs to one customer; naming another one is a mistake or a theft.
  if (owner !== null && customerId !== null && customerId !== owner) {
    return refuseKept(sql, context, operation, txnId, 'A109');
  }
  return customerId ?? owner;
}

async function refuseKept(
  sql: TenantSql,
  context: PaymentContext,
  act: string,
  txnId: number,
  code: 'A108' | 'A109' | 'A126',
): Promise<PaymentReply> {
  const reply = refusal(code);
  await keepAnswer(sql, txnId, reply);
  await audit(sql, context, act, { outcome: code });
  return reply;
}

async function writePayment(
  sql: TenantSql,
  context: PaymentContext,
  draft: PaymentDraft,
  opening: Opening,
  customerId: number | null,
): Promise<void> {
  const { companyId, merchantId, installationId, now, services } = context;
  const { txnId, request, card, type } = draft;
  const token = card.customerId === null ? await keepCard(sql, companyId, card, customerId, now) : card.token;
  const { status, stage, reasonCode } = opening;
  const row = { ...transactionOf(context, draft, opening), card_token: token, customer_id: customerId };
  // Sent in one go: the connection keeps their order, and one that fails undoes them all.
  await Promise.all([
    insertTransaction(sql, row, now),
    sql`
      insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code)
      values (${txnId}, ${companyId}, ${merchantId}, ${installationId}, ${request.currency})`,
    opening.send
      ? writeIntent(sql, context, { txnId, poolId: txnId, operation: type })
      : addHistory(sql, companyId, txnId, { status, stage, reasonCode, at: now }),
    draft.plan && status !== 'FAILED' ? writeSchedule(sql, draft.plan, madeWith(row), now) : undefined,
    audit(sql, context, request.operation, {
      objectId: String(txnId),
      outcome: opening.send ? 'SUBMITTED' : reasonCode,
      detail: { type, amountMinor: request.amountMinor, currency: request.currency },
    }),
  ]);
  services.log.info({ transactionId: txnId, type, requestId: context.requestId }, 'payment opened');
}

/** What a schedule keeps of the transaction it is made with. */
export function madeWith(row: NewTransaction): MadeWith {
  const text = (column: string): string | null => (row[column] as string | null) ?? null;
  return {
    companyId: row.company_id,
    merchantId: row.merchant_id,
    installationId: row.installation_id,
    txnId: row.txn_id,
    rootId: row.root_id,
    card: text('card_correlation_id'),
    maskedPan: text('masked_pan'),
    lastFour: text('last_four'),
    customerName: text('customer_name'),
    customerEmail: text('customer_email'),
    customerRef: text('customer_ref'),
  };
}

/** Written before the processor is called; the sweeper looks at it once the grace is over (domain §2.5). */
export async function writeIntent(
  sql: TenantSql,
  { companyId, services }: PaymentContext,
  intent: { txnId: number; poolId: number; operation: string },
): Promise<void> {
  const now = services.clock.now();
  await sql`
    insert into processor_intent (txn_id, company_id, root_id, operation, created_at, next_look_at)
    values (${intent.txnId}, ${companyId}, ${intent.poolId}, ${intent.operation}, ${now},
            ${after(now, services.config.intentGraceMs)})`;
}

/** What reports search of the authentication. */
export function authenticationColumns(fields: KeptAuthentication | undefined) {
  return {
    three_d_secure_status: fields?.status ?? null,
    three_d_secure_version: fields?.version ?? null,
    three_d_secure_enrolment: fields?.enrolmentStatus ?? null,
    three_d_secure_eci: fields?.eci ?? null,
    three_d_secure_frictionless: fields?.frictionless ?? null,
  };
}

/** `T` and 22 characters: what support asks for. */
export const newTrace = (): string => `T${randomBytes(16).toString('base64url')}`;

export function transactionOf(
  context: Pick<PaymentContext, 'companyId' | 'merchantId' | 'installationId'>,
  draft: PaymentDraft,
  opening: Opening,
): NewTransaction {
  const { txnId, type, request, installation, card, threeDSecure } = draft;
  const { customer, billingAddress } = request;
  return {
    txn_id: txnId,
    company_id: context.companyId,
    root_id: txnId,
    related_id: null,
    merchant_id: context.merchantId,
    installation_id: context.installationId,
    requested_minor: request.amountMinor,
    amount_minor: opening.status === 'SUCCESS' ? request.amountMinor : 0,
    ccy_code: request.currency,
    txn_type: type,
    txn_status: opening.status,
    txn_stage: opening.stage,
    reason_code: opening.reasonCode,
    merch_ref: request.merchantRef ?? null,
    description: request.description ?? null,
    merchant_name: installation.merchantName,
    sales_channel: request.channel,
    commerce_type: request.commerceType,
    continuous_authority_type: request.sequence ?? null,
    acquirer: installation.acquirer,
    route: installation.route,
    card_correlation_id: card.fingerprint,
    masked_pan: card.masked,
    last_four: card.lastFour,
    card_expiry: card.expiry,
    card_scheme: card.scheme,
    payment_product: card.type,
    card_usage: card.usage,
    card_issuer: card.issuer,
    card_holder_name: card.holderName,
    issuer_country: card.issuerCountry,
    customer_ref: customer.merchantRef ?? null,
    customer_name: customer.displayName ?? null,
    customer_email: customer.email ?? null,
    customer_phone: customer.telephone ?? null,
    customer_country: billingAddress.countryCode
      ? (findCountry(billingAddress.countryCode)?.alpha3 ?? null)
      : null,
    ip_address: customer.ip ?? null,
    ip_country: placeOfAddress(customer.ip)?.country ?? null,
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
      deferred: request.deferred || undefined,
    },
  };
}
