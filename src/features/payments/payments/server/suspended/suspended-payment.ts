import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { MerchantRedirect } from '#features/outbound/notifications/merchant-decision.ts';
import type { PaymentReply } from '../../payment-response.ts';
import { type ReasonCode, reasonText } from '#shared/payments/reason-codes.ts';
import { statusOfSuspension } from '#shared/payments/transaction-kind.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { ProcessorSetup } from '#integrations/processors/processors.ts';
import { buildStoredOperation, type Sending } from '../processor-client.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import { type HeldIntent, reopenIntent, suspendIntent } from '../db/intents.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import { addHistory, findTransaction, touchColumns } from '../db/transactions.ts';
import type { SettlementContext } from '../payment-context.ts';
import { renderOperation, respond } from '../render-payment.ts';
import { endUnauthorised } from '../end-transaction.ts';

/** From one callback to the next while the merchant returns SUSPEND_REPLAY. */
const replayIntervalMs = minuteMs;

/** The merchant's decision to suspend a payment. */
interface Suspension {
  action: 'SUSPEND' | 'SUSPEND_REPLAY';
  redirect?: MerchantRedirect;
}

/**
 * Suspends a payment after the pre-authorisation callback: U101 until the merchant resumes it, U102 until the next
 * callback. The processor has not been called. When another decision was first, the payment is only read.
 */
export async function suspendPayment(
  sql: TenantSql,
  at: SettlementContext,
  txnId: number,
  { action, redirect }: Suspension,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const now = services.clock.now();
  const isReplay = action === 'SUSPEND_REPLAY';
  const replayAt = isReplay ? addMs(now, replayIntervalMs) : null;
  if (!(await suspendIntent(sql, { companyId, txnId }, replayAt)))
    return renderOperation(sql, companyId, txnId, now);
  const reasonCode = isReplay ? 'U102' : 'U101';
  const from = isReplay ? (['U200'] as const) : (['U200', 'U102'] as const);
  const to = { reasonCode, redirect: await allowedRedirect(sql, at, txnId, redirect) } as const;
  // A payment that waits for another replay keeps the time of its status, by which it expires.
  if (await changeSuspension(sql, { companyId, txnId }, from, to, now)) {
    const status = statusOfSuspension(reasonCode);
    await addHistory(sql, companyId, txnId, { status, stage: 'AUTHORISATION', reasonCode, at: now });
  }
  return respond(sql, companyId, txnId, now);
}

/** A payer is only redirected to a registered site of the merchant. */
async function allowedRedirect(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  redirect: MerchantRedirect | undefined,
): Promise<MerchantRedirect | undefined> {
  if (!redirect) return undefined;
  const [row] = await sql<{ webOrigins: string[] }[]>`
    select i.web_origins from txn t join installation i on i.installation_id = t.installation_id
    where t.txn_id = ${txnId} and t.company_id = ${companyId}`;
  if (isOnOrigins(redirect.url, row?.webOrigins ?? [])) return redirect;
  services.log.warn({ transactionId: txnId }, 'a callback redirected to an address on no registered site');
  return undefined;
}

/** What the processor is called with once the intent is PENDING and committed. */
export interface ResumedPayment {
  sending: Sending;
  requirements: HeldIntent['requirements'];
}

/**
 * Takes a payment from waiting for the merchant to being authorised, in the transaction of `sql`: by `resume` (U101) or
 * by the merchant's decision on a replay (U102). V107 when another decision was first, A115 when the card was removed.
 */
export async function continueSuspended(
  sql: TenantSql,
  { companyId, services }: Pick<SettlementContext, 'companyId' | 'services'>,
  txnId: number,
  from: 'U101' | 'U102',
  setup: ProcessorSetup,
): Promise<Result<ResumedPayment, { code: 'V107' | 'A115' | 'X201' }>> {
  const now = services.clock.now();
  const key = { companyId, txnId };
  const isWaiting = await lockSuspended(sql, key, from);
  const row = isWaiting ? await findTransaction(sql, companyId, txnId) : undefined;
  if (!row) return refuse('V107');
  // A connection that was closed meanwhile cannot be charged: the payment keeps waiting.
  const connection = setup.open(row.connectionId, { installationId: row.installationId });
  if (!connection) return refuse('X201');
  const isCardRemoved = row.cardDeletedAt !== null;
  const nextCheckAt = addMs(now, services.config.intentGraceMs);
  const fromState = from === 'U101' ? 'DONE' : 'ASKING_BEFORE';
  const intent = await reopenIntent(sql, key, fromState, isCardRemoved ? 'DONE' : 'PENDING', nextCheckAt);
  if (!intent) return refuse('V107');
  if (isCardRemoved) {
    const ended = { services, companyId, txnId, now };
    await endUnauthorised(sql, ended, { status: 'FAILED', reasonCode: 'A115' });
    return refuse('A115');
  }
  await changeSuspension(sql, key, [from], { reasonCode: 'U200' }, now);
  const { heldCard, requirements } = intent;
  return ok({ sending: { operation: buildStoredOperation(row, heldCard), connection }, requirements });
}

/**
 * Locks a payment that waits for its merchant; false when it no longer waits. Whatever ends the waiting locks the
 * transaction before the intent. A settlement locks them the other way, and finds no such payment.
 */
export async function lockSuspended(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
  reasonCode: 'U101' | 'U102',
): Promise<boolean> {
  const locked = await sql`
    select 1 from txn
    where txn_id = ${txnId} and company_id = ${companyId} and txn_status like 'SUSPENDED%'
      and reason_code = ${reasonCode} for update`;
  return locked.length > 0;
}

type SuspensionCode = Extract<ReasonCode, 'U101' | 'U102' | 'U200'>;

/**
 * Compare-and-set of a suspended transaction, between waiting for the merchant (U101, U102) and being authorised (U200).
 * Returns false, and changes nothing, when the transaction has none of the codes in `from`.
 */
async function changeSuspension(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
  from: readonly SuspensionCode[],
  { reasonCode, redirect }: { reasonCode: SuspensionCode; redirect?: MerchantRedirect },
  now: Date,
): Promise<boolean> {
  const added = sql.json({ ...(redirect && { redirect: { ...redirect } }) } as JSONValue);
  const updated = await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} and txn_status like 'SUSPENDED%'
        and reason_code in ${sql(from)} for update
    ), changed as (
      update txn t set txn_status = ${statusOfSuspension(reasonCode)}, txn_stage = 'AUTHORISATION',
        reason_code = ${reasonCode}, reason_message = ${reasonText(reasonCode)},
        detail = coalesce(t.detail, '{}') - 'redirect' || ${added}::jsonb, ${touchColumns(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    ), counted as (${recordUpdate(sql)})
    select txn_id from changed`;
  return updated.length > 0;
}
