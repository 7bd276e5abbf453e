import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { readEngineState } from '#features/fraud/fraud-engine/server/evaluate-payment.ts';
import { scoreAttempt, toAttempt } from '#features/fraud/fraud-engine/server/fraud-score.ts';
import { writeSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import { addMs } from '#server/clock.ts';
import { isSuspended } from '#shared/payments/transaction-kind.ts';
import { ok, refuse } from '#shared/result.ts';
import { preauthLifeMs } from '../follow-up.ts';
import { buildTransaction, toScheduleOrigin } from './build-transaction.ts';
import { checkRegistration, saveCard } from './db/cards.ts';
import { insertCharge } from './db/charges.ts';
import { findCustomer, saveCustomer } from './db/customers.ts';
import { reserveSignature } from './db/idempotency-keys.ts';
import { insertIntent } from './db/intents.ts';
import { addHistory, insertTransaction } from './db/transactions.ts';
import { endTransaction } from './end-transaction.ts';
import { addBlockedValues, judgePayment } from './judge-payment.ts';
import { type PaymentContext, type PaymentResult, audit, refuseClaim } from './payment-context.ts';
import {
  type Initial,
  type Judged,
  type Screened,
  planCallbacks,
  requirementsFor,
} from './payment-stages.ts';
import { respond } from './render-payment.ts';
import { type BeginResult, continueWith, respondWith } from './run-once.ts';

/**
 * The first transaction of a new payment: claim → duplicate guard → customer → decision → card, transaction, charge, intent
 * and audit event. A payment that goes to the processor continues; any other has ended or waits, and its response is saved.
 */
export async function persistPayment(
  sql: TenantSql,
  context: PaymentContext,
  screened: Screened,
): Promise<PaymentResult<BeginResult<Judged>>> {
  const { services, companyId, now } = context;
  const { txnId } = screened;
  const claimed = await context.claimFor?.(sql, txnId);
  if (claimed?.ok === false) return refuseClaim(claimed);
  const attempt = buildTransaction(context, screened);
  const [duplicateCheck, score, engine] = await pipelined(sql, [
    () => rejectDuplicate(sql, context, screened),
    () => scoreAttempt(sql, toAttempt(attempt, txnId, now)),
    () => readEngineState(sql, context),
  ]);
  if (!duplicateCheck.ok) return duplicateCheck;
  const customer = await resolveCustomer(sql, context, screened);
  if (!customer.ok) return customer;
  await claimed?.value();
  const judged = await judgePayment(sql, context, screened, { score, engine });
  const initial = await storeCard(sql, context, judged, customer.value);
  await insertPayment(sql, context, initial);
  if (judged.block) await addBlockedValues(sql, context, attempt, judged.block);
  const { status, stage, reasonCode, send } = judged.state;
  if (send) return ok(continueWith(judged));
  if (!isSuspended(status))
    return ok(
      respondWith(
        await endTransaction(sql, { services, companyId, txnId, now }, { status, stage, reasonCode }),
      ),
    );
  await addHistory(sql, companyId, txnId, { status, stage, reasonCode, at: now });
  return ok(respondWith(await respond(sql, companyId, txnId, now)));
}

/** A126 for the same payment within a minute (docs/domain.md#duplicates). */
async function rejectDuplicate(
  sql: TenantSql,
  context: PaymentContext,
  { txnId, type, request, card }: Screened,
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
  { request, card }: Screened,
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

/** Stores the card, whose token and customer belong to the transaction's row. */
async function storeCard(
  sql: TenantSql,
  context: PaymentContext,
  judged: Judged,
  customerId: number | null,
): Promise<Initial> {
  const { companyId, now } = context;
  const { card, type, state, score } = judged;
  const saved =
    card.customerId === null
      ? await saveCard(sql, companyId, card, customerId, now)
      : { token: card.token, isNewlyRegistered: false };
  const { detail, ...attempt } = buildTransaction(context, judged);
  const registersCard = saved.isNewlyRegistered ? ({ registersCard: true } as const) : {};
  const row = {
    ...attempt,
    ...score,
    detail: { ...detail, ...registersCard },
    cardToken: saved.token,
    customerId,
  };
  const expires = type === 'PAYOUT_INITIALIZE' && state.status === 'SUCCESS';
  return { judged, row, expiresAt: expires ? addMs(now, preauthLifeMs) : null };
}

async function insertPayment(
  sql: TenantSql,
  context: PaymentContext,
  { judged, row, expiresAt }: Initial,
): Promise<void> {
  const { companyId, merchantId, installationId, now, services } = context;
  const { txnId, request, type, plan, state, steps, deferral, heldCard } = judged;
  const { status, reasonCode } = state;
  const { currency, amountMinor } = request;
  const charge = { chargeId: txnId, companyId, merchantId, installationId, currency, expiresAt };
  await pipelined(sql, [
    ...steps,
    () => insertTransaction(sql, row, now),
    () => insertCharge(sql, charge),
    () =>
      state.send
        ? insertIntent(sql, context, {
            txnId,
            chargeId: txnId,
            operation: type,
            requirements: requirementsFor(judged),
            hasCallback: planCallbacks(type, request.callbacks).before !== undefined,
            heldCard,
          })
        : undefined,
    () =>
      status === 'SUCCESS' && deferral
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
