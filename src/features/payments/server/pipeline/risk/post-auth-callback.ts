import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Callback } from '#features/payments/request/callbacks.ts';
import type { ProcessorAnswer } from '#integrations/processor.ts';
import { addMs } from '#server/clock.ts';
import { renderOperation } from '../response/render-payment.ts';
import type { PaymentReply } from '../payment-context.ts';
import { settle } from '../settle.ts';
import { type About, sendCallback, questionAbout } from './send-callback.ts';
import { type SettlementContext, refuseApproved } from './reverse.ts';

const codes = { CANCEL: 'C102', TIMEOUT: 'A110' } as const;

/**
 * Asks the shop about a payment that the processor has approved; without its consent the authorisation is released.
 * That it is being asked is written down first, so that whoever finds us dead asks again.
 */
export async function postAuthCallback(
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  target: Callback,
  isFinal: boolean,
): Promise<PaymentReply> {
  const about = await at.inTenant((sql) => beginAsking(sql, at, txnId, answer));
  if (about) return finishAsking(at, txnId, answer, { target, about, isFinal });
  return at.inTenant((sql) => renderOperation(sql, at.companyId, txnId, at.services.clock.now()));
}

/** The sweeper's: the same question once more. */
export async function repeatPostAuthCallback(
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  target: Callback,
): Promise<PaymentReply> {
  const about = await at.inTenant((sql) => questionAbout(sql, at, txnId, answer));
  return finishAsking(at, txnId, answer, { target, about, isFinal: true });
}

/** Undefined when somebody else has dealt with the answer. */
async function beginAsking(
  sql: TenantSql,
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
): Promise<About | undefined> {
  const { intentGraceMs, callbackTimeoutMs } = at.services.config;
  const lookAt = addMs(at.services.clock.now(), intentGraceMs + callbackTimeoutMs);
  const taken = await sql`
    update processor_intent set state = 'ASKING_AFTER', next_check_at = ${lookAt},
      answer = ${sql.json({ ...answer, credential: null } as JSONValue)}
    where txn_id = ${txnId} and company_id = ${at.companyId} and state in ('PENDING', 'DEFERRED') returning 1`;
  return taken.length > 0 ? questionAbout(sql, at, txnId, answer) : undefined;
}

async function finishAsking(
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  { target, about, isFinal: keep }: { target: Callback; about: About; isFinal: boolean },
): Promise<PaymentReply> {
  const { action } = await sendCallback(at, 'postAuthCallback', txnId, target, about);
  if (action === 'PROCEED') return at.inTenant((sql) => acceptPayment(sql, at, txnId, answer, keep));
  const code = action === 'CANCEL' || action === 'TIMEOUT' ? codes[action] : 'C103';
  return refuseApproved(at, txnId, answer, code, ['ASKING_AFTER']);
}

/** Of two who asked, the first decides; the other only reads. */
async function acceptPayment(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  keep: boolean,
): Promise<PaymentReply> {
  const now = services.clock.now();
  const taken = await sql`
    update processor_intent set state = 'PENDING'
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_AFTER' returning 1`;
  if (taken.length === 0) return renderOperation(sql, companyId, txnId, now);
  return settle(sql, companyId, txnId, answer, now, keep);
}
