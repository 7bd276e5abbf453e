import type { TenantSql } from '#database/tenant.ts';
import type { PaymentReply } from '../payment-response.ts';
import type { LookupResult, ProcessorResponse, SendResult } from '#integrations/processors/adapter.ts';
import type { RiskStop } from '#features/fraud/risk-controls/schemas.ts';
import { addMs } from '#server/clock.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { type IntentState, beginReversing } from './db/intents.ts';
import { storeRiskStop } from './db/transactions.ts';
import type { SettlementContext } from './payment-context.ts';
import type { OpenConnection } from '#integrations/processors/processors.ts';
import { relatedKind } from './processor-client.ts';
import { renderOperation, respond } from './render-payment.ts';
import { byRiskControls } from './payment-stages.ts';
import { type AuthRejection, settle } from './settle.ts';

/** Why an approval is rejected: the risk controls, or the merchant's decision, error or silence. */
export type RejectionCode = 'A116' | 'C102' | 'C103' | 'A110';

/** A release of the operation's whole amount, under a reference of this attempt. */
export interface Reversal {
  txnId: number;
  attempt: number;
  amountMinor: number;
  currency: string;
  /** Of the payment: the release goes there too. */
  connectionId: number | null;
  installationId: number;
  /** The type of the payment. */
  operation: string;
  /** The approved response that is rejected, and why. */
  response: ProcessorResponse;
  refusal: RejectionCode;
}

/** After so many attempts the transaction fails with X202, and a person has to check it. */
const maxAttempts = 6;

const reversalReference = (txnId: number, attempt: number): string => `${txnId}-R${attempt}`;

/**
 * Rejects an approved response and releases what it holds. Compare-and-set from one of the states in `from`; when the
 * intent has left them, the transaction is only read.
 */
export async function rejectApproved(
  at: SettlementContext,
  txnId: number,
  response: ProcessorResponse,
  { code: refusal, stop }: { code: RejectionCode; stop?: RiskStop },
  from: readonly IntentState[],
): Promise<PaymentReply> {
  const reversal = await at.inTenant((sql) =>
    beginReversal(sql, at, txnId, { response, refusal, stop, from }),
  );
  return reversal.kind === 'respond' ? reversal.reply : reverse(at, reversal.reversal);
}

type BeginReversalResult = { kind: 'reverse'; reversal: Reversal } | { kind: 'respond'; reply: PaymentReply };

/** Writes the first attempt down. A VERIFY holds no money and ends at once. */
async function beginReversal(
  sql: TenantSql,
  at: SettlementContext,
  txnId: number,
  rejected: {
    response: ProcessorResponse;
    refusal: RejectionCode;
    stop: RiskStop | undefined;
    from: readonly IntentState[];
  },
): Promise<BeginReversalResult> {
  const { companyId, services } = at;
  const { response, refusal, stop, from } = rejected;
  const now = services.clock.now();
  const nextCheckAt = addMs(now, services.config.intentGraceMs);
  const intent = await beginReversing(sql, { companyId, txnId }, from, {
    response,
    refusal,
    nextCheckAt,
  });
  if (!intent) return { kind: 'respond', reply: await renderOperation(sql, companyId, txnId, now) };
  if (stop) await storeRiskStop(sql, companyId, txnId, stop);
  if (intent.operation === 'VERIFY') {
    const rejection = toAuthRejection(refusal, 'AUTHORISED');
    return { kind: 'respond', reply: await settle(sql, at, txnId, response, { now, rejection }) };
  }
  return { kind: 'reverse', reversal: { txnId, attempt: 1, ...intent, response, refusal } };
}

/** A released payment ends with its rejection; one that could not be released fails with X202. */
function toAuthRejection(
  refusal: RejectionCode,
  authoriserStatus: AuthRejection['authoriserStatus'],
): AuthRejection {
  const decision = refusal === 'A116' ? { decision: byRiskControls() } : {};
  if (authoriserStatus === 'REVERSE_FAILED') {
    return { reasonCode: 'X202', status: 'FAILED', authoriserStatus, ...decision };
  }
  const status = refusal === 'C102' || refusal === 'C103' ? 'CANCELLED' : 'FAILED';
  return { reasonCode: refusal, status, authoriserStatus, ...decision };
}

/** The operation of an attempt, for the processor and for the sweeper. */
export const reversalOperation = (reversal: Reversal, { account }: Pick<OpenConnection, 'account'>) => ({
  reference: reversalReference(reversal.txnId, reversal.attempt),
  kind: 'VOID' as const,
  amountMinor: reversal.amountMinor,
  currency: reversal.currency,
  related: {
    reference: String(reversal.txnId),
    gatewayReference: reversal.response.gatewayReference,
    kind: relatedKind(reversal.operation as TransactionType),
  },
  account,
});

/** Releases what was authorised. An attempt without a response is left to the sweeper. */
export async function reverse(at: SettlementContext, reversal: Reversal): Promise<PaymentReply> {
  const { txnId, connectionId, installationId } = reversal;
  const setup = await at.services.processors.current();
  const connection = setup.open(connectionId, { installationId });
  const released = connection && (await releaseOnce(connection, reversal, at.services.clock.now()));
  if (released?.kind === 'response') return concludeReversal(at, reversal, released.response);
  return at.inTenant((sql) => respondPending(sql, at, txnId));
}

async function releaseOnce(
  connection: OpenConnection,
  reversal: Reversal,
  sentAt: Date,
): Promise<SendResult | LookupResult> {
  const operation = reversalOperation(reversal, connection);
  const sent = await connection.send({ ...operation, initiator: 'MERCHANT', channel: 'STORED' });
  return sent.kind === 'no-response' ? connection.lookup({ ...operation, sentAt }) : sent;
}

/** Records the result of an attempt. One that did not reach the processor is repeated under a new reference. */
export async function concludeReversal(
  at: SettlementContext,
  { txnId, attempt, response, refusal }: Reversal,
  released: ProcessorResponse,
): Promise<PaymentReply> {
  const { services } = at;
  const isReleased = released.result === 'APPROVED';
  const isRetryable = released.result === 'UNREACHABLE' || released.result === 'FORBIDDEN';
  if (!isReleased && isRetryable && attempt < maxAttempts)
    return at.inTenant((sql) => respondPending(sql, at, txnId));
  const rejection = toAuthRejection(refusal, isReleased ? 'REVERSED' : 'REVERSE_FAILED');
  if (!isReleased) services.log.error({ transactionId: txnId }, 'an authorisation could not be reversed');
  return at.inTenant((sql) => settle(sql, at, txnId, response, { now: services.clock.now(), rejection }));
}

/** Responds with PENDING, also to a repeated request. */
const respondPending = (
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
): Promise<PaymentReply> => respond(sql, companyId, txnId, services.clock.now());
