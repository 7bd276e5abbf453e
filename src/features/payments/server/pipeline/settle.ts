import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ReasonCode, reasonText } from '#features/payments/reason-codes.ts';
import { preauthLifeMs } from '#features/payments/follow-up.ts';
import type { Callbacks } from '#features/payments/request/callbacks.ts';
import type { TransactionStatus, TransactionType } from '#features/payments/transaction-kind.ts';
import type { ProcessorAnswer } from '#integrations/processor.ts';
import { addMs } from '#server/clock.ts';
import { saveResponse, releaseDuplicateGuard } from './store/idempotency-keys.ts';
import type { PaymentReply } from './payment-context.ts';
import { concernsSchedule } from '#features/schedules/server/store/settle-schedules.ts';
import { addHistory } from './store/payment-store.ts';
import { renderOperation } from './response/render-payment.ts';
import { doOrQueue, requiredWork } from './response/settlement-work.ts';
import type { BlockDecision } from './payment-draft.ts';
import { decisionColumns } from './risk/decision-columns.ts';
import { changed } from './store/transaction-change.ts';
import { recordUpdate } from './store/transaction-totals.ts';
import { rememberPaidCard } from './store/known-card.ts';
import { saveCredential } from './store/vault-store.ts';

interface Settled {
  type: TransactionType;
  status: TransactionStatus;
  amount: number;
  currency: string;
  merchantId: number;
  chargeId: number;
  relatedId: number | null;
  token: string | null;
  receivedAt: Date;
  reasonCode: ReasonCode;
  callbacks: Callbacks | null;
  /** The smart link that it pays. */
  linkId: string | null;
  /** A schedule waits for it, or it charges or replaces an episode. */
  hasSchedule: boolean;
}

/**
 * Books the final answer of a processor operation: transaction, sums, history, ledger and the kept answer, in the
 * transaction of `sql`. Whoever takes the intent from open to DONE books; anybody later only reads.
 * Schedules, links and notifications can fail without failing the settlement.
 * `keep` is false where it is known that the request had no Idempotency-Key.
 */
export async function settle(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  answer: ProcessorAnswer,
  now: Date,
  keep = true,
  verdict?: AuthRejection,
): Promise<PaymentReply> {
  const settled = await claimIntent(sql, companyId, txnId, answer, now, verdict);
  // Sent in one go; the connection keeps their order, so the rendering sees what was booked.
  const [, reply] = await Promise.all([
    settled ? book(sql, companyId, txnId, settled, verdict ? refusedAnswer(answer) : answer, now) : undefined,
    renderOperation(sql, companyId, txnId, now),
  ]);
  if (keep) await saveResponse(sql, txnId, reply);
  const result = verdict ? 'DECLINED' : answer.result;
  for (const work of settled ? requiredWork(settled, result) : [])
    await doOrQueue(sql, { companyId, txnId, now }, work);
  return reply;
}

/** An approved answer that risk controls or shop refuse all the same; what it held has been dealt with. */
export interface AuthRejection {
  reasonCode: 'A110' | 'A116' | 'C102' | 'C103' | 'X202';
  status: 'FAILED' | 'CANCELLED';
  authoriserStatus: 'AUTHORISED' | 'REVERSED' | 'REVERSE_FAILED';
  decision?: BlockDecision;
}

/** Nothing of it is booked, and its card is not kept for later use. */
const refusedAnswer = (answer: ProcessorAnswer): ProcessorAnswer => {
  const { credential: _unused, ...rest } = answer;
  return { ...rest, result: 'DECLINED' };
};

/** The guard and the transaction's end in one statement; undefined when somebody else was first. */
async function claimIntent(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  answer: ProcessorAnswer,
  now: Date,
  verdict: AuthRejection | undefined,
): Promise<Settled | undefined> {
  const approved = answer.result === 'APPROVED' && !verdict;
  const failure = verdict?.reasonCode ?? reasonForResult(answer);
  const decision = decisionColumns(verdict?.decision);
  const [settled] = await sql<Settled[]>`
    with intent as (
      update processor_intent set state = 'DONE', held_card = null, answer = ${sql.json({ ...answer, credential: null } as JSONValue)}
      where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE'
      returning txn_id, company_id, root_id
    ), was as (
      select t.txn_id, t.company_id, t.txn_status, t.reason_code, intent.root_id
      from intent join txn t on t.txn_id = intent.txn_id and t.company_id = intent.company_id
      for update of t
    ), changed as (
    update txn t set txn_status = ${approved ? 'SUCCESS' : (verdict?.status ?? 'FAILED')}, txn_stage = 'COMPLETE',
      reason_code = case when ${failure} = 'X203' and txn_type = 'PREAUTH_VOID' then 'X202' else ${failure} end,
      reason_message = case when ${failure} = 'X203' and txn_type = 'PREAUTH_VOID'
        then ${reasonText('X202')} else ${reasonText(failure)} end,
      amount_minor = case when ${approved} then requested_minor else 0 end,
      acquirer = ${answer.acquirerName}, route = ${answer.route}, auth_code = ${answer.authCode ?? null},
      optimize360_outcome = coalesce(${decision.optimize360Outcome}, t.optimize360_outcome),
      decision_source = coalesce(${decision.decisionSource}, t.decision_source),
      decision_reason = coalesce(${decision.decisionReason}, t.decision_reason),
      authoriser_status = case when ${verdict !== undefined} then ${verdict?.authoriserStatus ?? null}
        when txn_type = 'PREAUTH_VOID'
        then ${reversalStatus[answer.result]} else ${authoriserStatus[answer.result]} end,
      authoriser_code = ${answer.statusCode}, authoriser_message = ${answer.message},
      gateway_reference = ${answer.gatewayReference}, gateway_settlement = ${answer.settlementDate ?? null},
      cv2_check = ${answer.cv2Check}, avs_address_check = ${answer.addressCheck},
      avs_postcode_check = ${answer.postcodeCheck}, ${changed(sql, now)}
    from was
    where t.txn_id = was.txn_id and t.company_id = was.company_id
    returning t.*, was.root_id as pool_id
    ), counted as (${recordUpdate(sql)}), paid as (${rememberPaidCard(sql)})
    select txn_type as type, txn_status as status, requested_minor as amount, ccy_code as currency, merchant_id,
           pool_id as charge_id, related_id, card_token as token, txn_datetime as received_at,
           reason_code, detail -> 'callbacks' as callbacks,
           detail ->> 'linkId' as link_id, ${concernsSchedule(sql, sql`changed`)} as has_schedule
    from changed`;
  return settled;
}

async function book(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  settled: Settled,
  answer: ProcessorAnswer,
  now: Date,
): Promise<void> {
  const approved = answer.result === 'APPROVED';
  const { reasonCode, type, status, token, relatedId } = settled;
  await Promise.all([
    addHistory(sql, companyId, txnId, { status, stage: 'COMPLETE', reasonCode, at: now }),
    updateBalances(sql, companyId, txnId, settled, approved),
    approved && type.endsWith('_VOID') ? voidOriginal(sql, companyId, relatedId, now) : undefined,
    approved ? writeLedger(sql, companyId, txnId, settled, now) : releaseDuplicateGuard(sql, txnId),
    answer.credential && token ? saveCredential(sql, companyId, token, answer.credential) : undefined,
  ]);
}

export function reasonForResult(answer: ProcessorAnswer): 'S100' | 'D100' | 'X203' {
  if (answer.result === 'APPROVED') return 'S100';
  return answer.result === 'DECLINED' ? 'D100' : 'X203';
}

/** docs/domain.md#transaction-statuses. */
export const authoriserStatus = {
  APPROVED: 'AUTHORISED',
  DECLINED: 'DECLINED',
  UNREACHABLE: 'ERROR',
  FORBIDDEN: 'ERROR',
} as const;
export const reversalStatus = {
  ...authoriserStatus,
  APPROVED: 'REVERSED',
  DECLINED: 'REVERSE_FAILED',
} as const;

/** The sums of the charge; the CHECK constraints of `payment` hold the bounds a second time. */
async function updateBalances(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  { type, amount, chargeId, relatedId, receivedAt }: Settled,
  approved: boolean,
): Promise<void> {
  const done = approved ? amount : 0;
  const paid = type === 'PAYMENT' || type === 'REPEAT';
  const completes = paid || type === 'CAPTURE' || type === 'PAYOUT_COMPLETE';
  const voids = type === 'PREAUTH_VOID' || type === 'PAYOUT_VOID';
  const opens = type === 'PREAUTH';
  // A repeat is in progress on the charge it repeats, not on its own.
  const release = sql`
    update payment set in_progress = null
    where in_progress = ${txnId} and company_id = ${companyId} and root_id in (${chargeId}, ${relatedId ?? chargeId})`;
  const move = sql`
    update payment set
      authorised_minor = authorised_minor + ${paid || opens ? done : 0},
      captured_minor = captured_minor + ${paid || type === 'CAPTURE' ? done : 0},
      refunded_minor = refunded_minor + ${type === 'REFUND' ? done : 0},
      refund_pending_minor = refund_pending_minor - ${type === 'REFUND' ? amount : 0},
      captured_by = case when ${approved && completes} then ${txnId} else captured_by end,
      voided_by = case when ${approved && voids} then ${txnId} else voided_by end,
      expires_at = case when ${approved && opens} then ${addMs(receivedAt, preauthLifeMs)}::timestamptz
                        when ${approved && (completes || voids)} then null else expires_at end,
      version = version + 1
    where root_id = ${chargeId} and company_id = ${companyId}`;
  await Promise.all(relatedId === null ? [move] : [move, release]);
}

async function voidOriginal(
  sql: TenantSql,
  companyId: number,
  txnId: number | null,
  now: Date,
): Promise<void> {
  if (txnId === null) return;
  await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} and txn_status = 'SUCCESS' for update
    ), changed as (
      update txn t set txn_status = 'VOIDED', reason_code = 'C107', reason_message = ${reasonText('C107')},
        ${changed(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    )
    ${recordUpdate(sql)}`;
  await addHistory(sql, companyId, txnId, {
    status: 'VOIDED',
    stage: 'COMPLETE',
    reasonCode: 'C107',
    at: now,
  });
}

type LedgerKind = 'CAPTURE' | 'REFUND' | 'PAYOUT';
export const ledgerKinds: Partial<Record<TransactionType, LedgerKind>> = {
  PAYMENT: 'CAPTURE',
  REPEAT: 'CAPTURE',
  CAPTURE: 'CAPTURE',
  REFUND: 'REFUND',
  PAYOUT: 'PAYOUT',
  PAYOUT_COMPLETE: 'PAYOUT',
};

async function writeLedger(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  { type, amount, currency, merchantId, chargeId }: Settled,
  now: Date,
): Promise<void> {
  const kind = ledgerKinds[type];
  if (!kind) return;
  await sql`
    insert into ledger_entry (txn_id, company_id, root_id, merchant_id, at, kind, ccy_code, amount_minor)
    values (${txnId}, ${companyId}, ${chargeId}, ${merchantId}, ${now}, ${kind}, ${currency}, ${amount})`;
}

/**
 * Nothing final yet: 'accepted' when the processor has it and will tell later, 'unknown' when it may not even have
 * arrived. The sweeper asks again after `lookAgainAt`. A refund is counted already and blocks nobody (U200).
 */
export async function defer(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  knowledge: 'accepted' | 'unknown',
  now: Date,
  lookAgainAt: Date,
): Promise<PaymentReply> {
  const [intent] = await sql<{ operation: string; chargeId: number; wasDeferred: boolean }[]>`
    update processor_intent i set next_check_at = ${lookAgainAt},
      state = case when ${knowledge} = 'accepted' then 'DEFERRED' else i.state end
    from processor_intent before
    where i.txn_id = ${txnId} and i.company_id = ${companyId} and i.state <> 'DONE'
      and before.txn_id = i.txn_id and before.company_id = i.company_id
    returning i.operation, i.root_id as charge_id, before.state = 'DEFERRED' as was_deferred`;
  if (intent && !intent.wasDeferred && knowledge === 'accepted') {
    const line = { status: 'SUSPENDED', stage: 'EXTERNAL_PROCESSING', reasonCode: 'U200', at: now } as const;
    await addHistory(sql, companyId, txnId, line);
  }
  if (intent?.operation === 'REFUND') {
    await sql`
      update payment set in_progress = null
      where root_id = ${intent.chargeId} and company_id = ${companyId} and in_progress = ${txnId}`;
  }
  const reply = await renderOperation(sql, companyId, txnId, now);
  await saveResponse(sql, txnId, reply);
  return reply;
}
