import type { TenantSql } from '#database/tenant.ts';
import { planCallbacks } from '#features/payments/request/callbacks.ts';
import { authorise } from '../../authorise.ts';
import { renderOperation } from '../../response/render-payment.ts';
import { type PersistResult, afterClaim } from '../../persist-payment.ts';
import { type PaymentContext, type PaymentReply, audit, refusal } from '../../payment-context.ts';
import { type Claim, reserveIdempotencyKey, saveResponse } from '../../store/idempotency-keys.ts';
import type { TransactionRecord } from '../../store/payment-store.ts';
import { type Continued, continueSuspended } from './continue-payment.ts';

/**
 * Resumes a payment that its merchant has suspended (U101): the intent is committed as PENDING, then the processor is
 * called. The pre-authorisation question is not asked again. V107 when another decision was first.
 */
export async function resumeSuspended(
  context: PaymentContext,
  { txnId, txnType: type, detail }: TransactionRecord,
): Promise<PaymentReply> {
  const begun = await context.inTenant((sql) => begin(sql, context, txnId));
  if (begun.kind === 'continued') {
    const { after } = planCallbacks(type, detail.callbacks);
    const requirements = begun.requirements ?? undefined;
    return authorise(context, txnId, begun.operation, { requirements, questions: { after } });
  }
  const opened = await afterClaim(context, begun);
  if (opened.kind === 'reply') return opened.reply;
  throw new Error('a suspended payment continued without an intent');
}

async function begin(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
): Promise<Continued | PersistResult | Claim> {
  const { companyId, services } = context;
  const claim = await reserveIdempotencyKey(sql, context, txnId);
  if (claim.kind !== 'first') return claim;
  const continued = await continueSuspended(sql, context, txnId, 'U101');
  const isContinued = typeof continued === 'object';
  const refused = continued === 'A115' ? continued : 'V107';
  await audit(sql, context, 'resume', {
    objectId: String(txnId),
    outcome: isContinued ? 'SUBMITTED' : refused,
  });
  if (isContinued) return continued;
  const reply =
    refused === 'A115' ? await renderOperation(sql, companyId, txnId, services.clock.now()) : refusal('V107');
  await saveResponse(sql, txnId, reply);
  return { kind: 'reply', reply };
}
