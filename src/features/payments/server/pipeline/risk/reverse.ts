import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ProcessorAnswer, ProcessorOperation } from '#integrations/processor.ts';
import { addMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { sendOrLookup } from './send-or-lookup.ts';
import type { PaymentReply } from '../payment-context.ts';
import { renderOperation } from '../response/render-payment.ts';
import { byRiskControls } from './risk-step.ts';
import { type AuthRejection, settle } from '../settle.ts';
import { saveResponse } from '../store/idempotency-keys.ts';

/** Where an answer is booked: by the request that asked, or by the sweeper. */
export interface SettlementContext {
  services: Services;
  companyId: number;
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** What is released: the operation's own sum, under a reference of this attempt. */
export interface Reversal {
  txnId: number;
  attempt: number;
  amountMinor: number;
  currency: string;
  /** The approved answer that is refused, and why. */
  answer: ProcessorAnswer;
  refusal: Refusal;
}

/** The risk controls, or the shop: it said no, said nothing that we understand, or did not answer. */
export type Refusal = 'A116' | 'C102' | 'C103' | 'A110';

/** After so many, a person has to look: the transaction says X202. */
const maxAttempts = 6;

export const reversalReference = (txnId: number, attempt: number): string => `${txnId}-R${attempt}`;

/**
 * Refuses an approved answer, from one of these states of its intent; what it holds is released. Somebody else may have
 * taken it, then it is only read.
 */
export async function refuseApproved(
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  refusal: Refusal,
  from: readonly string[],
): Promise<PaymentReply> {
  const begun = await at.inTenant((sql) => beginReversal(sql, at, txnId, answer, refusal, from));
  return 'reply' in begun ? begun.reply : reverse(at, begun.reversal);
}

/** The first attempt is ours; a transaction that holds nothing ends at once. */
async function beginReversal(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  refusal: Refusal,
  from: readonly string[],
): Promise<{ reversal: Reversal } | { reply: PaymentReply }> {
  const now = services.clock.now();
  const [intent] = await sql<{ operation: string; amountMinor: number; currency: string }[]>`
    update processor_intent i set state = 'REVERSING', reversals = 1, refusal = ${refusal},
      answer = ${sql.json({ ...answer, credential: null } as JSONValue)},
      next_check_at = ${addMs(now, services.config.intentGraceMs)}
    from txn t
    where i.txn_id = ${txnId} and i.company_id = ${companyId} and i.state in ${sql(from)}
      and t.txn_id = i.txn_id and t.company_id = i.company_id
    returning i.operation, t.requested_minor as amount_minor, t.ccy_code as currency`;
  if (!intent) return { reply: await renderOperation(sql, companyId, txnId, now) };
  const { operation, ...money } = intent;
  if (operation === 'VERIFY') {
    const verdict = toAuthRejection(refusal, 'AUTHORISED');
    return { reply: await settle(sql, companyId, txnId, answer, now, true, verdict) };
  }
  return { reversal: { txnId, attempt: 1, ...money, answer, refusal } };
}

/** What was released ends as its refusal says; what could not be released is a failure that somebody has to see. */
function toAuthRejection(
  refusal: Refusal,
  authoriserStatus: AuthRejection['authoriserStatus'],
): AuthRejection {
  const decision = refusal === 'A116' ? { decision: byRiskControls } : {};
  if (authoriserStatus === 'REVERSE_FAILED') {
    return { reasonCode: 'X202', status: 'FAILED', authoriserStatus, ...decision };
  }
  const status = refusal === 'C102' || refusal === 'C103' ? 'CANCELLED' : 'FAILED';
  return { reasonCode: refusal, status, authoriserStatus, ...decision };
}

/** Releases what was authorised; whatever stays unknown is the sweeper's (it looks after the grace). */
export async function reverse(at: SettlementContext, reversal: Reversal): Promise<PaymentReply> {
  const { txnId, attempt, amountMinor, currency } = reversal;
  const operation: ProcessorOperation = {
    reference: reversalReference(txnId, attempt),
    kind: 'VOID',
    amountMinor,
    currency,
    related: String(txnId),
    initiator: 'MERCHANT',
  };
  const resolution = await sendOrLookup(at.services.processor, operation);
  if (resolution.kind === 'answer') return concludeReversal(at, reversal, resolution.answer);
  return at.inTenant((sql) => standing(sql, at, txnId));
}

/** Books how an attempt to reverse ended; one that did not get through is made again, under a new reference. */
export async function concludeReversal(
  at: SettlementContext,
  { txnId, attempt, answer, refusal }: Reversal,
  released: ProcessorAnswer,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const isDone = released.result === 'APPROVED';
  const isWorthAgain = released.result === 'UNREACHABLE' || released.result === 'FORBIDDEN';
  if (!isDone && isWorthAgain && attempt < maxAttempts) return at.inTenant((sql) => standing(sql, at, txnId));
  const verdict = toAuthRejection(refusal, isDone ? 'REVERSED' : 'REVERSE_FAILED');
  if (!isDone) services.log.error({ transactionId: txnId }, 'an authorisation could not be reversed');
  return at.inTenant((sql) => settle(sql, companyId, txnId, answer, services.clock.now(), true, verdict));
}

/** Pending: that is what the caller is told, and told again under its key. */
async function standing(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
): Promise<PaymentReply> {
  const reply = await renderOperation(sql, companyId, txnId, services.clock.now());
  await saveResponse(sql, txnId, reply);
  return reply;
}
