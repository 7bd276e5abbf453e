import { pipelined, sendLast } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { readEngineState } from '#features/fraud/fraud-engine/server/evaluate-payment.ts';
import { scoreAttempt, toAttempt } from '#features/fraud/fraud-engine/server/fraud-score.ts';
import { writeSchedule } from '#features/payments/schedules/server/plan-schedule.ts';
import { addMs } from '#server/clock.ts';
import { isSuspended } from '#shared/payments/transaction-kind.ts';
import { ok, refuse } from '#shared/result.ts';
import { preauthLifeMs } from '../follow-up.ts';
import { countResult } from './count-result.ts';
import { buildTransaction, toScheduleOrigin } from './build-transaction.ts';
import { claimCard, hashCard, holdCard } from './db/card-identities.ts';
import { type SavedCard, checkRegistration, saveCard } from './db/cards.ts';
import { insertCharge } from './db/charges.ts';
import { findCustomer, saveCustomer } from './db/customers.ts';
import { type DuplicateSignature, holdsSignature, reserveSignature } from './db/idempotency-keys.ts';
import { insertIntent } from './db/intents.ts';
import { rememberCustomer } from './db/known-customers.ts';
import { addHistory, transactionInserts } from './db/transactions.ts';
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

export type Prepared = Awaited<ReturnType<typeof preparePayment>>;

/** The first statements of the first transaction, in one round trip: claim, duplicate guard, customer, score, rules. */
export async function preparePayment(sql: TenantSql, context: PaymentContext, screened: Screened) {
  const { txnId } = screened;
  const attempt = buildTransaction(context, screened);
  // A claim of a link may first cancel a payment with the same signature.
  const isChecked = context.linkId === undefined;
  const [cardId, claimed, duplicateCheck, customer, score, engine] = await pipelined(sql, [
    () => claimCardOf(sql, context, screened),
    () => context.claimFor?.(sql, txnId),
    () => (isChecked ? rejectDuplicate(sql, context, screened) : undefined),
    () => (isChecked && !needsName(screened) ? savePayer(sql, context, screened) : undefined),
    () => scoreAttempt(sql, toAttempt(attempt, txnId, context.now)),
    () => readEngineState(sql, context),
  ]);
  return { attempt, cardId, claimed, duplicateCheck, customer, score, engine };
}

/**
 * The first transaction of a new payment: claim → duplicate guard → customer → decision → card, charge, intent, audit event
 * and transaction. A payment that goes to the processor continues; any other has ended or waits, and its response is saved.
 */
export async function persistPayment(
  sql: TenantSql,
  context: PaymentContext,
  screened: Screened,
  { attempt, cardId, claimed, duplicateCheck, customer: prepared, score, engine }: Prepared,
): Promise<PaymentResult<BeginResult<Judged>>> {
  const { services, companyId, now } = context;
  const { txnId } = screened;
  if (cardId !== undefined && cardId !== screened.card.fingerprint) throw new OtherCardId(cardId);
  if (claimed?.ok === false) return refuseClaim(claimed);
  const isFirst = duplicateCheck ?? (await rejectDuplicate(sql, context, screened));
  if (!isFirst.ok) return isFirst;
  const customer = await resolveCustomer(sql, context, screened, prepared);
  if (!customer.ok) return customer;
  const judged = await judgePayment(sql, context, screened, { score, engine });
  const [saved] = await pipelined(sql, [
    () => storeCard(sql, context, judged, customer.value),
    () => claimed?.value(),
    () => rememberCustomer(sql, { ...attempt, customerId: customer.value }, context.now),
    () => insertParts(sql, context, judged),
  ]);
  await insertPayment(sql, context, buildInitial(context, judged, saved, customer.value));
  if (judged.block) await addBlockedValues(sql, context, attempt, judged.block);
  const { status, stage, reasonCode, send } = judged.state;
  if (send) return ok(continueWith(judged));
  if (!isSuspended(status)) {
    countResult(services.state, judged.type, reasonCode);
    return ok(
      respondWith(
        await endTransaction(sql, { services, companyId, txnId, now }, { status, stage, reasonCode }),
      ),
    );
  }
  await addHistory(sql, companyId, txnId, { status, stage, reasonCode, at: now });
  return ok(respondWith(await respond(sql, companyId, txnId, now)));
}

/** The card has another id than the payment was screened with: it is stored again with that one. */
export class OtherCardId extends Error {
  readonly cardId: string;

  constructor(cardId: string) {
    super('the card has another id by now');
    this.cardId = cardId;
  }
}

/** Undefined for a wallet, whose card is not known. */
function claimCardOf(
  sql: TenantSql,
  { companyId, services }: PaymentContext,
  { request: { source }, card: { fingerprint } }: Screened,
): Promise<string> | undefined {
  if (fingerprint === null) return undefined;
  const owner = { companyId, keys: services.keys };
  return 'card' in source
    ? claimCard(sql, hashCard(source.card.pan, owner), fingerprint)
    : holdCard(sql, owner, fingerprint);
}

/** A126 for the same payment within a minute (docs/domain.md#duplicates). */
async function rejectDuplicate(
  sql: TenantSql,
  context: PaymentContext,
  screened: Screened,
): Promise<PaymentResult<undefined>> {
  const signature = signatureOf(context, screened);
  if (!signature) return ok(undefined);
  const isFirst = await reserveSignature(sql, context, screened.txnId, signature);
  return isFirst ? ok(undefined) : refuse('A126');
}

/** Payments without a reference are never duplicates. */
function signatureOf(
  { installationId }: PaymentContext,
  { type, request, card }: Screened,
): DuplicateSignature | undefined {
  const { merchantRef, amountMinor, currency } = request;
  if (merchantRef === undefined) return undefined;
  return [installationId, type, merchantRef, amountMinor, currency, card.fingerprint ?? 'wallet'];
}

/** Only a known customer may be registered without a name. */
const needsName = ({ request: { customer }, card }: Screened): boolean =>
  customer.registered &&
  customer.displayName === undefined &&
  card.holderName === null &&
  card.customerId === null;

/** A duplicate payment changes no customer. */
function savePayer(sql: TenantSql, context: PaymentContext, screened: Screened) {
  const { companyId, merchantId, now } = context;
  const signature = signatureOf(context, screened);
  const condition = signature && holdsSignature(sql, context, screened.txnId, signature);
  return saveCustomer(sql, companyId, merchantId, screened.request.customer, now, condition);
}

/** The customer of the payment, found or inserted; null for a guest. */
async function resolveCustomer(
  sql: TenantSql,
  context: PaymentContext,
  screened: Screened,
  prepared: Prepared['customer'],
): Promise<PaymentResult<number | null>> {
  const { companyId, merchantId } = context;
  const { customer, registers, operation, source } = screened.request;
  const { card } = screened;
  if (needsName(screened)) {
    const storedCustomer = await findCustomer(sql, companyId, merchantId, customer);
    if (storedCustomer?.displayName == null) return refuse('A118');
  }
  const saved = prepared ?? (await savePayer(sql, context, screened));
  if (!saved.ok) return saved;
  const customerId = saved.value;
  // A card token belongs to one customer: a request that names another one is a mistake or a theft.
  if (card.customerId !== null && customerId !== null && customerId !== card.customerId)
    return refuse('A109');
  if (customerId !== null && registers && 'card' in source) {
    // Paying with a registered card is allowed; verifying it only to register it again is not.
    const isExplicit = operation === 'verify' && registers === 'explicitly';
    const registration = await checkRegistration(sql, companyId, customerId, card, isExplicit);
    if (!registration.ok) return registration;
  }
  return ok(customerId ?? card.customerId);
}

/** A card that belongs to a customer is stored already. */
const storeCard = async (
  sql: TenantSql,
  { companyId, now }: PaymentContext,
  { card }: Judged,
  customerId: number | null,
): Promise<SavedCard> =>
  card.customerId === null
    ? saveCard(sql, companyId, card, customerId, now)
    : { token: card.token, isNewlyRegistered: false };

/** All that is stored of a payment but its transaction, whose row needs the card's token. */
async function insertParts(sql: TenantSql, context: PaymentContext, judged: Judged): Promise<void> {
  const { companyId, merchantId, installationId, now } = context;
  const { txnId, request, type, state, steps, heldCard, route } = judged;
  const { currency, amountMinor } = request;
  const expiresAt =
    type === 'PAYOUT_INITIALIZE' && state.status === 'SUCCESS' ? addMs(now, preauthLifeMs) : null;
  await pipelined(sql, [
    ...steps,
    () => insertCharge(sql, { chargeId: txnId, companyId, merchantId, installationId, currency, expiresAt }),
    () =>
      state.send
        ? insertIntent(sql, context, {
            txnId,
            chargeId: txnId,
            operation: type,
            requirements: requirementsFor(judged),
            hasCallback: planCallbacks(type, request.callbacks).before !== undefined,
            heldCard,
            connectionId: route.connection.id,
          })
        : undefined,
    () =>
      audit(sql, context, request.operation, {
        objectId: String(txnId),
        outcome: state.send ? 'SUBMITTED' : state.reasonCode,
        detail: { type, amountMinor, currency },
      }),
  ]);
}

function buildInitial(
  context: PaymentContext,
  judged: Judged,
  saved: SavedCard,
  customerId: number | null,
): Initial {
  const { detail, ...attempt } = buildTransaction(context, judged);
  const registersCard = saved.isNewlyRegistered ? ({ registersCard: true } as const) : {};
  return {
    ...judged,
    row: {
      ...attempt,
      ...judged.score,
      detail: { ...detail, ...registersCard },
      cardToken: saved.token,
      customerId,
    },
  };
}

/** The transaction, with the schedule that it starts and the task that it opens. Most have neither: commit follows at once. */
async function insertPayment(sql: TenantSql, context: PaymentContext, initial: Initial): Promise<void> {
  const { companyId, now, services } = context;
  const { txnId, type, plan, state, deferral, row } = initial;
  sendLast(sql, transactionInserts(sql, row, now));
  if (plan && state.status !== 'FAILED') await writeSchedule(sql, plan, toScheduleOrigin(row), now);
  if (state.status === 'SUCCESS' && deferral) await services.reviewTasks.open(sql, { companyId, txnId }, now);
  services.log.info({ transactionId: txnId, type, requestId: context.requestId }, 'payment persisted');
}
