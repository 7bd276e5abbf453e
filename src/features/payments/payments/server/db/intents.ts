import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ResultRequirements } from '#features/fraud/risk-controls/risk-controls.ts';
import type { StoredRouting } from './transaction-detail.ts';
import type { CardCheckResults, ProcessorResponse } from '#integrations/processors/adapter.ts';
import { addMs } from '#server/clock.ts';
import type { CoreServices } from '#server/core-services.ts';

/** The state of a processor operation. All but DONE are open: the sweeper checks them (docs/domain.md#intents). */
export type IntentState = 'PENDING' | 'DEFERRED' | 'ASKING_BEFORE' | 'ASKING_AFTER' | 'REVERSING' | 'DONE';

interface IntentKey {
  companyId: number;
  txnId: number;
}

/** Written in the transaction before the processor is called. The sweeper checks it after the grace period. */
export async function insertIntent(
  sql: TenantSql,
  { companyId, services }: { companyId: number; services: Pick<CoreServices, 'clock' | 'config'> },
  intent: {
    txnId: number;
    chargeId: number;
    operation: string;
    /** What the processor's checks must return, or the authorisation is reversed. */
    requirements?: ResultRequirements;
    /** The pre-authorisation callback comes before the processor. */
    hasCallback?: boolean;
    /** The processor's reference to the card, in case the merchant suspends the payment. */
    heldCard?: string;
    connectionId: number | null;
    /** The processor's reference of the payment that is captured, released or refunded. */
    relatedReference?: string;
  },
): Promise<void> {
  const { txnId, chargeId, operation, requirements, hasCallback = false, heldCard = null } = intent;
  const { connectionId, relatedReference = null } = intent;
  const { intentGraceMs, callbackTimeoutMs } = services.config;
  const now = services.clock.now();
  const nextCheckAt = addMs(now, intentGraceMs + (hasCallback ? callbackTimeoutMs : 0));
  await sql`
    insert into processor_intent (txn_id, company_id, root_id, operation, state, created_at, next_check_at, requirements,
                                  held_card, connection_id, related_reference)
    values (${txnId}, ${companyId}, ${chargeId}, ${operation}, ${hasCallback ? 'ASKING_BEFORE' : 'PENDING'}, ${now},
            ${nextCheckAt}, ${requirements ? sql.json({ ...requirements }) : null}, ${heldCard},
            ${connectionId}, ${relatedReference})`;
}

/** Compare-and-set: of the request, the sweeper and a cancellation, one moves the intent. False for the others. */
export async function moveIntent(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  from: readonly IntentState[],
  to: IntentState,
  changes: { nextCheckAt?: Date; response?: ProcessorResponse } = {},
): Promise<boolean> {
  const { nextCheckAt = null, response } = changes;
  const updated = await sql`
    update processor_intent
    set state = ${to}, next_check_at = coalesce(${nextCheckAt}, next_check_at),
      response = coalesce(${response ? storedResponse(sql, response) : null}, response)
    where txn_id = ${txnId} and company_id = ${companyId} and state in ${sql(from)} returning 1`;
  return updated.length > 0;
}

interface BegunReversal {
  operation: string;
  amountMinor: number;
  currency: string;
  connectionId: number | null;
  installationId: number;
}

/** Compare-and-set to REVERSING, for the first attempt to release what is authorised. Undefined for all but one caller. */
export async function beginReversing(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  from: readonly IntentState[],
  reversal: { response: ProcessorResponse; refusal: string; nextCheckAt: Date },
): Promise<BegunReversal | undefined> {
  const [intent] = await sql<BegunReversal[]>`
    update processor_intent i set state = 'REVERSING', reversals = 1, refusal = ${reversal.refusal},
      response = ${storedResponse(sql, reversal.response)}, next_check_at = ${reversal.nextCheckAt}
    from txn t
    where i.txn_id = ${txnId} and i.company_id = ${companyId} and i.state in ${sql(from)}
      and t.txn_id = i.txn_id and t.company_id = i.company_id
    returning i.operation, t.requested_minor as amount_minor, t.ccy_code as currency, i.connection_id,
      t.installation_id`;
  return intent;
}

/**
 * A result with the checks of the first answer, where it has none itself. An event's own checks come first; of both a mismatch
 * counts, because no processor signs the checks of an event.
 */
export function withFirstChecks(
  response: ProcessorResponse,
  first: CardCheckResults | null,
): ProcessorResponse {
  if (!first) return response;
  const checkOf = <T extends string>(own: T, earlier: T): T =>
    own === 'NOT_CHECKED' || earlier === 'NOT_MATCHED' ? earlier : own;
  return {
    ...response,
    addressCheck: checkOf(response.addressCheck, first.addressCheck),
    postcodeCheck: checkOf(response.postcodeCheck, first.postcodeCheck),
    cv2Check: checkOf(response.cv2Check, first.cv2Check),
  };
}

/** The processor's reference to the card is stored with the card only, once the payment has settled. */
export const storedResponse = (sql: TenantSql, { card, ...response }: ProcessorResponse) =>
  sql.json({ ...response, ...(card ? { card: { ...card } } : {}), credential: null } as JSONValue);

/** The sweeper checks the operation again at `nextCheckAt`. Undefined when it is settled. */
export async function postponeIntent(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  isAccepted: boolean,
  nextCheckAt: Date,
  checks?: CardCheckResults,
): Promise<{ operation: string; chargeId: number; wasDeferred: boolean } | undefined> {
  const [intent] = await sql<{ operation: string; chargeId: number; wasDeferred: boolean }[]>`
    update processor_intent i set next_check_at = ${nextCheckAt},
      checks = coalesce(${checks ? sql.json({ ...checks }) : null}, i.checks),
      state = case when ${isAccepted} then 'DEFERRED' else i.state end
    from processor_intent before
    where i.txn_id = ${txnId} and i.company_id = ${companyId} and i.state <> 'DONE'
      and before.txn_id = i.txn_id and before.company_id = i.company_id
    returning i.operation, i.root_id as charge_id, before.state = 'DEFERRED' as was_deferred`;
  return intent;
}

/** Compare-and-set from ASKING_BEFORE to DONE: the merchant suspends the payment, until `replayAt` or until it resumes. */
export async function suspendIntent(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  replayAt: Date | null,
): Promise<boolean> {
  const updated = await sql`
    update processor_intent
    set state = 'DONE', replay_at = ${replayAt}, replays = replays + ${replayAt === null ? 0 : 1}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE' returning 1`;
  return updated.length > 0;
}

/** The same replay again, under the same `x-countinghouse-callback`: the worker that made the callback has died. */
export async function repeatReplay(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  replayAt: Date,
): Promise<void> {
  await sql`
    update processor_intent set state = 'DONE', replay_at = ${replayAt}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE'`;
}

/** The part of an intent with which a suspended payment continues. */
export interface HeldIntent {
  /** The processor's reference to the card; null for a payment by card token. */
  heldCard: string | null;
  requirements: ResultRequirements | null;
}

/** Compare-and-set of a suspended payment's intent, back to PENDING or, when it cannot be authorised, to DONE. */
export async function reopenIntent(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  from: 'DONE' | 'ASKING_BEFORE',
  to: 'PENDING' | 'DONE',
  nextCheckAt: Date,
): Promise<HeldIntent | undefined> {
  const [intent] = await sql<HeldIntent[]>`
    update processor_intent
    set state = ${to}, replay_at = null, attempts = 0, reported_at = null, next_check_at = ${nextCheckAt}
    where txn_id = ${txnId} and company_id = ${companyId} and state = ${from}
    returning held_card, requirements`;
  return intent;
}

/** Deletes what a suspended payment would have continued with. */
export async function clearHeldCard(sql: TenantSql, { companyId, txnId }: IntentKey): Promise<void> {
  await sql`
    update processor_intent set held_card = null, replay_at = null
    where txn_id = ${txnId} and company_id = ${companyId} and (held_card is not null or replay_at is not null)`;
}

/** Before a cancellation is requested: from now on an approval counts only once that has failed. */
export async function markInvalidating(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  now: Date,
): Promise<boolean> {
  const updated = await sql`
    update processor_intent set invalidating_since = coalesce(invalidating_since, ${now})
    where txn_id = ${txnId} and company_id = ${companyId} and state in ('PENDING', 'DEFERRED') returning 1`;
  return updated.length > 0;
}

/** What `prepare` created, before it is confirmed. False when the operation has been settled meanwhile. */
export async function storeHandle(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  handle: string,
): Promise<boolean> {
  const updated = await sql`
    update processor_intent set handle = ${handle}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'PENDING' returning 1`;
  return updated.length > 0;
}

/**
 * Moves an operation that was not sent, with the time of a new one. False when it has been settled meanwhile, or when a sweeper has
 * taken it: the sweeper may be making sure that the first connection refuses it, and settles it as that.
 */
export async function moveToConnection(
  sql: TenantSql,
  { companyId, txnId }: IntentKey,
  { id, acquirerName }: { id: number; acquirerName: string },
  nextCheckAt: Date,
): Promise<boolean> {
  const updated = await sql`
    update processor_intent set connection_id = ${id}, handle = null, next_check_at = ${nextCheckAt}
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'PENDING' and attempts = 0 returning 1`;
  if (updated.length === 0) return false;
  const routing: StoredRouting = { why: 'FAILOVER', routeId: null };
  await sql`
    update txn set connection_id = ${id}, acquirer = ${acquirerName},
      detail = detail || ${sql.json({ routing: { ...routing } })}
    where txn_id = ${txnId} and company_id = ${companyId}`;
  return true;
}
